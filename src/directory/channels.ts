/**
 * The channels that reach a member, and the member's quiet hours.
 *
 * Each channel is listed once, and at most one is preferred. An e-mail channel without an address uses the member's own, whatever
 * it is at the time of sending. A telephone number is stored as E.164 writes it, however it was typed. Webhook addresses are secrets of their channel and travel by TLS; http is for loopback only.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import {
  channels as channelTable,
  type OwnChannel,
  type QuietHours,
  type SendingChannel,
} from '../../contract/collections.ts'
import type { MemberChannel } from '../../contract/members.ts'
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

/** Source: ITU-T E.164: at most 15 digits with the code of the country, which never begins with 0. */
const phoneShape = /^\+[1-9]\d{6,14}$/
const isPhone = (text: string): boolean => phoneShape.test(text)

/** What people put between digits. The zero of “+49 (0)170” is dialled inside the country alone. */
const phoneOf = (text: string): string => text.replace(/\(0\)/, '').replaceAll(/[\s\-‐-―()./\p{Cf}]/gu, '')

const formats = { email: isEmail, webhook: isWebhook, phone: isPhone }

/** As it is stored. */
const normalised = (channel: OwnChannel, address: string): string =>
  channel === 'sms' ? phoneOf(address) : address

function isAddressOf(channel: SendingChannel, text: string): boolean {
  const shape = channelTable[channel]
  return 'pattern' in shape ? shape.pattern.test(text) : formats[shape.format](text)
}

/** A person's id, such as U024BE7LH: `U`, in an enterprise also `W`. */
export const isSlackUser = (text: string): boolean => isAddressOf('slack', text)

/** A tenant and a user in it, with a slash between. */
export const isMicrosoftTeamsUser = (text: string): boolean => isAddressOf('microsoft_teams', text)

/** A telephone number as it is stored; null where it is none. */
export function phoneIn(text: string): string | null {
  const phone = phoneOf(text)
  return isPhone(phone) ? phone : null
}

function channelError(channels: readonly MemberChannel[], index: number): FieldError | undefined {
  const { type, address, preferred } = channels[index]
  const earlier = channels.slice(0, index)
  const errorAt = (member: string, code: string, detail: string): FieldError => ({
    pointer: `/channels/${index}/${member}`,
    code,
    detail,
  })
  if (earlier.some((one) => one.type === type)) return errorAt('type', 'repeated', `${type} is named twice`)
  if (preferred && earlier.some((one) => one.preferred))
    return errorAt('preferred', 'repeated', 'Only one channel can be preferred')
  if (type === 'code')
    return address === undefined
      ? undefined
      : errorAt('address', 'unexpected', 'A code has no address: it is printed and drawn')
  if (address === undefined)
    return type === 'email'
      ? undefined
      : errorAt('address', 'missing', `${type} needs ${channelTable[type].description}`)
  return isAddressOf(type, normalised(type, address))
    ? undefined
    : errorAt('address', 'invalid', `The address of ${type} must be ${channelTable[type].description}`)
}

/** @throws unprocessable  the first channel that cannot be used, with its pointer */
export function channelsOf(channels: readonly MemberChannel[]): MemberChannel[] {
  for (const index of channels.keys()) {
    const error = channelError(channels, index)
    if (error) throw impossible(error.pointer, error.detail, error.code)
  }
  return channels.map(({ type, address, preferred }) => ({
    type,
    ...(address !== undefined && { address: normalised(type, address) }),
    ...(preferred === true && { preferred }),
  }))
}

/** @throws unprocessable  quiet hours of the whole day, in which nothing would ever be sent */
export function quietHoursOf({ start, end }: QuietHours): QuietHours {
  if (start === end) throw impossible('/quiet_hours/end', 'end must differ from start', 'whole_day')
  return { start, end }
}
