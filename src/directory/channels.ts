/**
 * Where a member is reached, by what he likes best, and when he is left alone.
 *
 * Each channel stands once, and one at most is preferred. An e-mail channel without an address means the member's own, whatever
 * it is by then. Webhook addresses are secrets of their channel and travel by TLS; http is for loopback alone.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { channels as channelTable, type QuietHours, type SendingChannel } from '../../contract/collections.ts'
import { type MemberChannel } from '../../contract/members.ts'
import { type FieldError, impossible } from '../problem.ts'

const emailShape = fullFormats.email as RegExp
const emailLengthMax = 254

/** The same addresses as the contract's `format: email`. */
export const isEmail = (text: string): boolean => text.length <= emailLengthMax && emailShape.test(text)

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)

function isWebhook(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '' || /[\s\p{Cc}]/u.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const formats = { email: isEmail, webhook: isWebhook }

function isAddressOf(channel: SendingChannel, text: string): boolean {
  const shape = channelTable[channel]
  return 'pattern' in shape ? shape.pattern.test(text) : formats[shape.format](text)
}

/** A person's id, such as U024BE7LH: `U`, in an enterprise also `W`. */
export const isSlackUser = (text: string): boolean => isAddressOf('slack', text)

function faultOf(channels: readonly MemberChannel[], index: number): FieldError | undefined {
  const { type, address, preferred } = channels[index]
  const earlier = channels.slice(0, index)
  const fault = (member: string, code: string, detail: string): FieldError => ({
    pointer: `/channels/${index}/${member}`,
    code,
    detail,
  })
  if (earlier.some((one) => one.type === type)) return fault('type', 'repeated', `${type} is named twice`)
  if (preferred && earlier.some((one) => one.preferred))
    return fault('preferred', 'repeated', 'One channel at most is preferred')
  if (address === undefined)
    return type === 'email'
      ? undefined
      : fault('address', 'missing', `${type} needs ${channelTable[type].description}`)
  return isAddressOf(type, address)
    ? undefined
    : fault('address', 'invalid', `The address of ${type} must be ${channelTable[type].description}`)
}

/** @throws unprocessable  with the place of the first fault */
export function channelsOf(channels: readonly MemberChannel[]): MemberChannel[] {
  for (const index of channels.keys()) {
    const fault = faultOf(channels, index)
    if (fault) throw impossible(fault.pointer, fault.detail, fault.code)
  }
  return channels.map(({ type, address, preferred }) => ({
    type,
    ...(address !== undefined && { address }),
    ...(preferred === true && { preferred }),
  }))
}

/** @throws unprocessable  the whole day: nothing would ever be sent */
export function quietHoursOf({ start, end }: QuietHours): QuietHours {
  if (start === end) throw impossible('/quiet_hours/end', 'end must differ from start', 'whole_day')
  return { start, end }
}
