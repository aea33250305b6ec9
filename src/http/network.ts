/** Where a caller comes from, as far as a limit goes by it. */
import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** An address with a port, as some proxies write it: 192.0.2.7:4711, [2001:db8::1]:4711. */
const withPort = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/

/** The address in what a proxy passes on, or undefined where it holds none. */
export function addressIn(text: string): string | undefined {
  if (isIP(text) !== 0) return text
  const [, bracketed, plain = bracketed] = withPort.exec(text) ?? []
  return plain !== undefined && isIP(plain) !== 0 ? plain : undefined
}

/**
 * The caller's address: the peer, or what a trusted proxy says (SONDE_TRUSTED_PROXIES). What a proxy passes on without it being an
 * address counts for the proxy.
 */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  // A connection that is gone has no address.
  addressIn(ip ?? '') ?? socket.remoteAddress ?? 'unknown'

/** An IPv4 address as it is, however IPv6 writes it; of another IPv6 address its /64: one subscriber owns all of that. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  // WHATWG URL, 3.5: one spelling for each address, in groups of hexadecimal digits.
  const address = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address)
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.')
  const [head, tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const filled = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return filled.slice(0, 4).join(':')
}

function bytesOf(group: string): number[] {
  const number = parseInt(group, 16)
  return [number >> 8, number & 255]
}
