/** The address of a service, as people type it: `sonde.example.com`, `http://localhost:4000/`. */
import { misused } from './exits.ts'

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\./.test(hostname)

/**
 * The origin. A token is sent over https, and over http to this machine alone: anybody on the way could read it.
 * @throws Ended  it is no such address
 */
export function originOf(typed: string): string {
  const url = URL.parse(/^https?:\/\//.test(typed) ? typed : `https://${typed}`)
  if (!url || url.username !== '' || url.password !== '')
    throw misused(`${typed} is not the address of a service, such as https://sonde.example.com`)
  if (url.protocol === 'http:' && !isLoopback(url))
    throw misused(`${url.origin} would send your token unencrypted: use https`)
  return url.origin
}
