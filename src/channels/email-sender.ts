/**
 * Who an e-mail says that it is from: of an organisation’s survey “Acme via Sonde”, since its people know Acme; of the service itself the
 * operator’s sender. Only the name is the organisation’s. The address stays the operator’s, which SPF and DKIM vouch for.
 *
 * Organisations choose their names, so a name looks like no address of somebody else, and names the service beside it. What is left is
 * quoted and encoded by the mail library (RFC 5322 §3.4, RFC 2047).
 */
import { textsOf } from '../../locales/catalogue.ts'
import type { MessageContent } from './message.ts'

type Sender = string | { readonly name: string; readonly address: string }

const nameMax = 60

/** What could end a header, look like an address, or turn the direction of what follows. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>@"\\]+/gu

const plainName = (name: string): string =>
  [...name.replaceAll(misleading, ' ').replaceAll(/\s+/g, ' ').trim()].slice(0, nameMax).join('').trim()

/** @param from  the operator’s sender, with a name or as an address alone */
export function senderOf(
  { brand, language }: Pick<MessageContent, 'brand' | 'language'>,
  from: string,
): Sender {
  const [, ownName, address] = /^([^<>]*)<([^<>]+)>\s*$/.exec(from) ?? [undefined, '', from]
  const organisation = plainName(brand?.organisation ?? '')
  const service = plainName(ownName)
  if (organisation === '' || organisation === service) return from
  if (service === '') return { name: organisation, address }
  const name = textsOf('messages', language)('sender', { organisation, service })
  // Of Arabic texts, marks that keep names in place: a header has no place for them.
  return { name: name.replaceAll(misleading, ''), address }
}
