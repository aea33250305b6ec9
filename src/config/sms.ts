/** The gateway for SMS that the operator runs or rents. */

import { secretIn } from '../signing.ts'

export type Sms = {
  readonly url: string
  /** In base64; two while one replaces the other. */
  readonly secrets: readonly string[]
  readonly perSecond: number
}

type Reading = {
  readonly url: (name: string, protocols: string[]) => string | null
  readonly list: (name: string) => string[]
  readonly perSecond: (name: string, fallback: number) => number
  readonly faults: string[]
}

/** @returns null  there is no gateway */
export function sms({ url, list, perSecond, faults }: Reading): Sms | null {
  const address = url('SONDE_SMS_URL', ['http:', 'https:'])
  const given = list('SONDE_SMS_SECRET')
  if (address === null) {
    if (given.length > 0) faults.push('SONDE_SMS_SECRET needs SONDE_SMS_URL')
    return null
  }
  const { protocol, hostname, username, password, hash } = new URL(address)
  // Telephone numbers and personal links travel there.
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    faults.push('SONDE_SMS_URL must be https, except on loopback')
  if (username || password || hash) faults.push('SONDE_SMS_URL must hold no name, password or fragment')
  const secrets = given.map(secretIn).filter((secret) => secret !== null)
  if (given.length === 0 || given.length > 2 || secrets.length < given.length)
    faults.push(
      'SONDE_SMS_URL needs SONDE_SMS_SECRET: whsec_ and 24 to 64 bytes in base64, or two of them, separated by a space, while one replaces the other',
    )
  return { url: address, secrets, perSecond: perSecond('SONDE_SMS_PER_SECOND', 10) }
}
