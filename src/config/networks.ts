/** Addresses and networks as an operator writes them. */
import { BlockList, isIP } from 'node:net'

/** An address, or a network of at least one bit: not everybody can be a proxy. */
export function isNetwork(text: string): boolean {
  const [address, bits, ...more] = text.split('/')
  const version = isIP(address)
  const most = version === 4 ? 32 : 128
  if (version === 0 || more.length > 0) return false
  if (bits !== undefined && !(/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)) return false
  return version === 4 || !holdsMapped(address, Number(bits ?? most))
}

/**
 * Whether a network of IPv6 holds IPv4 addresses as IPv6 writes them, such as ::ffff:10.0.0.0/104. What is meant has a plain spelling
 * (10.0.0.0/8), and ::ffff:10.0.0.0/8 is everybody: its eight bits are all zero.
 */
function holdsMapped(address: string, bits: number): boolean {
  const [withoutZone] = address.split('%')
  const network = new BlockList()
  network.addSubnet(withoutZone, bits, 'ipv6')
  const mapped = new BlockList()
  mapped.addSubnet('::ffff:0:0', 96, 'ipv6')
  return mapped.check(withoutZone, 'ipv6') || network.check('::ffff:0:0', 'ipv6')
}
