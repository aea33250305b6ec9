/**
 * Which IP addresses belong to the public Internet.
 *
 * IPv6: global unicast (2000::/3) without the blocks that do not address one host: so everything that carries an IPv4 address inside (::7f00:1, ::ffff:7f00:1, NAT64 64:ff9b::/96 and 64:ff9b:1::/48, 6to4 2002::/16, Teredo 2001::/32) is refused, as
 * are link-local and unique local ones. IPv4: everything but the blocks below.
 * Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890); 168.63.129.16 is Azure's host agent.
 */
import { BlockList, isIP } from 'node:net'

/** Networks such as 10.0.0.0/8, and single addresses. */
export const networksOf = (blocks: readonly string[]): BlockList => {
  const blockList = new BlockList()
  for (const block of blocks) {
    const [net, bits] = block.split('/')
    const kind = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    blockList.addSubnet(net, Number(bits ?? (kind === 'ipv6' ? 128 : 32)), kind)
  }
  return blockList
}

const specialV4 = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
const unicastV6 = networksOf(['2000::/3'])
const specialV6 = networksOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
const loopbackV4 = networksOf(['127.0.0.0/8'])
const loopbackV6 = networksOf(['::1/128'])

/** @returns false for a text that is no IP address */
export function isPublic(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !specialV4.check(address, 'ipv4')
  return kind === 6 && unicastV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

export function isLoopback(address: string): boolean {
  const kind = isIP(address)
  return kind === 4 ? loopbackV4.check(address, 'ipv4') : kind === 6 && loopbackV6.check(address, 'ipv6')
}
