/** What a form has of a member, and what is sent of it: the fields that were changed, and no other. Pure. */
import type { BodyOf } from '../../client/client.ts'
import type { ListedMember, Member } from '../../contract/members.ts'
import { type ChannelType, channelTypes } from './member-words.ts'

type MemberChannel = ListedMember['channels'][number]

/** Channels with their own address beside the e-mail address. */
export const addressedChannels = ['slack', 'microsoft_teams', 'teams', 'chat', 'sms'] as const

type Addressed = (typeof addressedChannels)[number]

/** An attribute as it is typed: `key` stays the same whatever its name becomes. */
export type AttributeDraft = { key: string; name: string; value: string }

export type MemberDraft = {
  name: string
  email: string
  externalId: string
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
  attributes: readonly AttributeDraft[]
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
    // What is asked for already is there: saving it again changes nothing.
    email: member.pending_email ?? member.email ?? '',
    externalId: member.external_id ?? '',
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
      sms: addressOf('sms'),
    },
    code: channels.some((one) => one.type === 'code'),
    preferred: isChannel(preferred) ? preferred : '',
    attributes: Object.entries(member.attributes)
      .map(([name, value]) => ({ key: name, name, value }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}

/** By which of the channels of a draft somebody can be reached. */
export const typesOf = ({ email, addresses, code }: MemberDraft): ChannelType[] =>
  channelTypes.filter((type) =>
    type === 'email' ? email.trim() !== '' : type === 'code' ? code : addresses[type].trim() !== '',
  )

/** An e-mail channel with its own address, which this form does not show, stays. */
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

/** As the API has them. One without a value is none, as in a file that is imported, unless it had none before. */
export function attributesOf({ attributes }: MemberDraft, base: Member): Record<string, string> {
  const named = attributes.map(({ name: typed, value }) => {
    const name = typed.trim()
    const isAsBefore = value === base.attributes[name]
    return { name, value: isAsBefore ? value : value.trim(), isAsBefore }
  })
  return Object.fromEntries(
    named
      .filter(({ name, value, isAsBefore }) => name !== '' && (value !== '' || isAsBefore))
      .map(({ name, value }) => [name, value]),
  )
}

const orNull = (text: string): string | null => text.trim() || null

/** Each field of the API by what the draft has of it. */
const fields: {
  [Name in keyof Patch]?: (draft: MemberDraft, before: readonly MemberChannel[]) => Patch[Name]
} = {
  name: ({ name }) => name.trim(),
  email: ({ email }) => orNull(email),
  external_id: ({ externalId }) => orNull(externalId),
  manager_member_id: ({ manager }) => manager,
  locale: ({ locale }) => orNull(locale),
  time_zone: ({ zone }) => orNull(zone),
  quiet_hours: ({ quietFrom: start, quietTo: end }) => (start || end ? { start, end } : null),
  joined_on: ({ joined }) => orNull(joined),
  leaves_on: ({ leaves }) => orNull(leaves),
  channels: (draft, before) => channelsIn(draft, before) as Patch['channels'],
}

const attributePrefix = 'attributes.'

/** Each attribute is a field of its own, named as in `managed_fields`: two people may change two of them. */
export type DraftField = keyof typeof fields | `attributes.${string}`

/** The name of the attribute that a field is. */
export const attributeIn = (field: DraftField): string | null =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : null

function fieldsOf(base: Member, ...drafts: readonly MemberDraft[]): DraftField[] {
  const names = new Set(drafts.flatMap((draft) => Object.keys(attributesOf(draft, base))))
  return [
    ...(Object.keys(fields) as (keyof typeof fields)[]),
    ...[...names].map((name) => `${attributePrefix}${name}` as const),
  ]
}

/** As the API would have it. */
function valueOf(draft: MemberDraft, field: DraftField, base: Member): unknown {
  const attribute = attributeIn(field)
  if (attribute !== null) return attributesOf(draft, base)[attribute] ?? null
  return fields[field as keyof typeof fields]?.(draft, base.channels)
}

const textOf = (draft: MemberDraft, field: DraftField, base: Member): string =>
  JSON.stringify(valueOf(draft, field, base))

export const changedFields = (draft: MemberDraft, base: Member): DraftField[] =>
  fieldsOf(base, draft, draftOf(base)).filter(
    (field) => textOf(draft, field, base) !== textOf(draftOf(base), field, base),
  )

/** Fields that two drafts have alike. */
export const sameFields = (one: MemberDraft, other: MemberDraft, base: Member): DraftField[] =>
  fieldsOf(base, one, other, draftOf(base)).filter(
    (field) => textOf(one, field, base) === textOf(other, field, base),
  )

export function patchOf(draft: MemberDraft, base: Member): Patch {
  const changed = changedFields(draft, base)
  return {
    ...(Object.fromEntries(
      changed
        .filter((field) => attributeIn(field) === null)
        .map((field) => [field, valueOf(draft, field, base)]),
    ) as Patch),
    // They are replaced as a whole.
    ...(changed.some((field) => attributeIn(field) !== null) && { attributes: attributesOf(draft, base) }),
  }
}

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
    externalId: pick('external_id').externalId,
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
    attributes: rebasedAttributes(draft.attributes, theirs.attributes, (name) =>
      mine.has(`${attributePrefix}${name}`),
    ),
  }
}

/** In the order in which they are in the draft, so that nothing moves under what somebody types. */
function rebasedAttributes(
  mine: readonly AttributeDraft[],
  theirs: readonly AttributeDraft[],
  isMine: (name: string) => boolean,
): AttributeDraft[] {
  const names = new Set(mine.map(({ name }) => name.trim()))
  const kept = mine.flatMap((attribute) => {
    const name = attribute.name.trim()
    if (name === '' || isMine(name)) return attribute
    const there = theirs.find((other) => other.name === name)
    return there ? { ...attribute, value: there.value } : []
  })
  return [...kept, ...theirs.filter(({ name }) => !names.has(name) && !isMine(name))]
}

/** Fields that both have changed, and not to the same. */
export const conflictsOf = (draft: MemberDraft, base: Member, now: Member): DraftField[] =>
  changedFields(draft, base).filter((field) => {
    const there = textOf(draftOf(now), field, now)
    return there !== textOf(draftOf(base), field, base) && there !== textOf(draft, field, base)
  })

const attributeName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

export type AttributeFault = 'unnamed' | 'name' | 'repeated'

/** What the API would refuse in the names of attributes, by their keys. */
export function attributeFaults({ attributes }: MemberDraft): Map<string, AttributeFault> {
  const seen = new Set<string>()
  const faults = new Map<string, AttributeFault>()
  for (const { key, name: typed, value } of attributes) {
    const name = typed.trim()
    if (name === '') {
      if (value.trim() !== '') faults.set(key, 'unnamed')
    } else if (!attributeName.test(name)) faults.set(key, 'name')
    else if (seen.has(name)) faults.set(key, 'repeated')
    seen.add(name)
  }
  return faults
}
