/** Words for what members have: language, channels. */
import { locale } from '../messages.ts'
import type { ListedMember } from '../../contract/members.ts'

const languages = new Intl.DisplayNames([locale], { type: 'language' })

/** “German”, in the reader's language. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}

export const channelTypes = ['email', 'slack', 'microsoft_teams', 'teams', 'chat', 'sms', 'code'] as const

export type ChannelType = (typeof channelTypes)[number]

const isType = (type: string): type is ChannelType => channelTypes.some((one) => one === type)

/** How somebody is reached, what they prefer first. An address of their own is a channel by itself. */
export function channelsOf({ channels, email }: Pick<ListedMember, 'channels' | 'email'>): ChannelType[] {
  const preferred = channels.find((one) => one.preferred)?.type
  const types = channelTypes.filter(
    (type) => (type === 'email' && email !== null) || channels.some((one) => one.type === type),
  )
  return preferred && isType(preferred) ? [preferred, ...types.filter((type) => type !== preferred)] : types
}
