/** What a form has of a member, and what is sent of it: the fields that were changed, and no other. Pure. */
import type { BodyOf } from '../../client/client.ts'
import type { ListedMember, Member } from './directory-queries.ts'
import { type ChannelType, channelTypes } from './member-words.ts'

type MemberChannel = ListedMember['channels'][number]

/** Channels with an address of their own beside the e-mail address. */
export const addressedChannels = ['slack', 'microsoft_teams', 'teams', 'chat'] as const

type Addressed = (typeof addressedChannels)[number]

export type MemberDraft = {
  name: string
  email: string
  manager: string | null
  locale: string
  zone: string
  quietFrom: string
  quietTo: string
  joined: string
  leaves: string
  addresses: Record<Addressed, string>
  /** Codes on paper. */
  code: boolean
  preferred: ChannelType | ''
}

/** What a part of the form shows and changes. */
export type PartProps = {
  draft: MemberDraft
  change: (part: Partial<MemberDraft>) => void
  errors: Record<string, string>
}

const isChannel = (type: string): type is ChannelType => channelTypes.some((one) => one === type)

export function draftOf(member: Member): MemberDraft {
  const { channels, quiet_hours: quiet } = member
  const addressOf = (type: Addressed): string => channels.find((one) => one.type === type)?.address ?? ''
  const preferred = channels.find((one) => one.preferred)?.type ?? ''
  return {
    name: member.name,
    // What is asked for already stands there: saving it again changes nothing.
    email: member.pending_email ?? member.email ?? '',
    manager: member.manager_member_id,
    locale: member.locale ?? '',
    zone: member.time_zone ?? '',
    quietFrom: quiet?.start ?? '',
    quietTo: quiet?.end ?? '',
    joined: member.joined_on ?? '',
    leaves: member.leaves_on ?? '',
    addresses: {
      slack: addressOf('slack'),
      microsoft_teams: addressOf('microsoft_teams'),
      teams: addressOf('teams'),
      chat: addressOf('chat'),
    },
    code: channels.some((one) => one.type === 'code'),
    preferred: isChannel(preferred) ? preferred : '',
  }
}

/** By which of the channels of a draft somebody can be reached. */
export const typesOf = ({ email, addresses, code }: MemberDraft): ChannelType[] =>
  channelTypes.filter((type) =>
    type === 'email' ? email.trim() !== '' : type === 'code' ? code : addresses[type].trim() !== '',
  )

/** An e-mail channel with an address of its own, which this form does not show, stays. */
export function channelsIn(draft: MemberDraft, before: readonly MemberChannel[]): MemberChannel[] {
  const own = before.find(({ type }) => type === 'email')
  const hasEmail = own !== undefined || draft.preferred === 'email'
  // An address alone is a channel by itself.
  const others = typesOf(draft).filter((type) => type !== 'email')
  return [...(hasEmail ? (['email'] as const) : []), ...others].map((type) => {
    const address =
      type === 'email' ? own?.address : type === 'code' ? undefined : draft.addresses[type].trim()
    return {
      type,
      ...(address !== undefined && { address }),
      ...(draft.preferred === type && { preferred: true }),
    }
  })
}

type Patch = NonNullable<BodyOf<'updateMember'>>

const orNull = (text: string): string | null => text.trim() || null

/** Each field of the API by what the draft has of it. */
const fields: {
  [Name in keyof Patch]?: (draft: MemberDraft, before: readonly MemberChannel[]) => Patch[Name]
} = {
  name: ({ name }) => name.trim(),
  email: ({ email }) => orNull(email),
  manager_member_id: ({ manager }) => manager,
  locale: ({ locale }) => orNull(locale),
  time_zone: ({ zone }) => orNull(zone),
  quiet_hours: ({ quietFrom: start, quietTo: end }) => (start || end ? { start, end } : null),
  joined_on: ({ joined }) => orNull(joined),
  leaves_on: ({ leaves }) => orNull(leaves),
  channels: (draft, before) => channelsIn(draft, before) as Patch['channels'],
}

export type DraftField = keyof typeof fields

export const draftFields = Object.keys(fields) as DraftField[]

/** As the API would have it. */
export const valueOf = (draft: MemberDraft, field: DraftField, base: Member): unknown =>
  fields[field]?.(draft, base.channels)

export const changedFields = (draft: MemberDraft, base: Member): DraftField[] =>
  draftFields.filter(
    (field) =>
      JSON.stringify(valueOf(draft, field, base)) !== JSON.stringify(valueOf(draftOf(base), field, base)),
  )

/** Fields that two drafts have alike. */
export const sameFields = (one: MemberDraft, other: MemberDraft, base: Member): DraftField[] =>
  draftFields.filter(
    (field) => JSON.stringify(valueOf(one, field, base)) === JSON.stringify(valueOf(other, field, base)),
  )

export const patchOf = (draft: MemberDraft, base: Member): Patch =>
  Object.fromEntries(changedFields(draft, base).map((field) => [field, valueOf(draft, field, base)])) as Patch

/** The same draft on what somebody else saved: what was not touched here is theirs, and so is what is dropped. */
export function rebased(
  draft: MemberDraft,
  { base, now, dropped = [] }: { base: Member; now: Member; dropped?: readonly DraftField[] },
): MemberDraft {
  const mine = new Set(changedFields(draft, base).filter((field) => !dropped.includes(field)))
  const theirs = draftOf(now)
  const pick = (field: DraftField): MemberDraft => (mine.has(field) ? draft : theirs)
  return {
    name: pick('name').name,
    email: pick('email').email,
    manager: pick('manager_member_id').manager,
    locale: pick('locale').locale,
    zone: pick('time_zone').zone,
    quietFrom: pick('quiet_hours').quietFrom,
    quietTo: pick('quiet_hours').quietTo,
    joined: pick('joined_on').joined,
    leaves: pick('leaves_on').leaves,
    addresses: pick('channels').addresses,
    code: pick('channels').code,
    preferred: pick('channels').preferred,
  }
}

/** Fields that both have changed, and not to the same. */
export function conflictsOf(draft: MemberDraft, base: Member, now: Member): DraftField[] {
  const textOf = (of: MemberDraft, on: Member, field: DraftField): string =>
    JSON.stringify(valueOf(of, field, on))
  return changedFields(draft, base).filter((field) => {
    const there = textOf(draftOf(now), now, field)
    return there !== textOf(draftOf(base), base, field) && there !== textOf(draft, base, field)
  })
}
