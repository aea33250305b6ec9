/**
 * What a user or a group of the provider means for the directory: the fields that differ, and what kind of change that is. Pure.
 *
 * A field that the provider sends belongs to the provider; one that it has sent and sends no more is emptied, except for the name. Who is
 * suspended here stays suspended while they are active there.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SyncChange } from '../../contract/directory-sync.ts'
import type { ListedMember, MemberPatch } from '../../contract/members.ts'
import type { TeamPatch } from '../../contract/teams.ts'
import { isEmail, type UncountedTeam } from '../directory/directory.ts'
import type { GroupPlan, SyncedGroup } from './groups-store.ts'
import type { UserResource } from './resource.ts'
import type { SyncedUser, UserPlan } from './users-store.ts'

const attributes = { title: 'title', employeeNumber: 'employee_number', department: 'department' } as const

/** What the provider says of a member; undefined: it says nothing. */
type Said = {
  readonly name: string
  readonly email: string | undefined
  readonly locale: string | undefined
  readonly time_zone: string | undefined
  readonly manager: string | undefined
  readonly attributes: Readonly<Record<string, string | undefined>>
}

/**
 * The address that a member gets: the primary one, that of work, the first; or the userName. None where that is not an address: another one may be
 * private.
 */
export function addressOf({ emails = [], userName }: UserResource): string | undefined {
  const best =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type === 'work') ?? emails[0]
  const address = best?.value ?? userName
  return isEmail(address) ? address : undefined
}

function nameOf({ displayName, name, userName }: UserResource): string {
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== undefined).join(' ')
  return displayName ?? name?.formatted ?? (parts === '' ? userName : parts)
}

export const said = (resource: UserResource): Said => ({
  name: nameOf(resource),
  email: addressOf(resource),
  // A header of languages is one language here: `de-DE,de;q=0.8`.
  locale: resource.locale ?? resource.preferredLanguage?.split(/[,;]/, 1)[0].trim(),
  time_zone: resource.timezone,
  manager: resource.enterprise?.manager?.value,
  attributes: {
    [attributes.title]: resource.title,
    [attributes.employeeNumber]: resource.enterprise?.employeeNumber,
    [attributes.department]: resource.enterprise?.department,
  },
})

/** The fields of a member that the provider maintains: those that it sends, and those that it has sent before. */
export function ownedBy(resource: UserResource, before: readonly string[] = []): string[] {
  const { attributes: values, manager, name: _, ...fields } = said(resource)
  const sent = [
    'name',
    'status',
    ...Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field])),
    ...(manager === undefined ? [] : ['manager_member_id']),
    ...Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`attributes.${name}`])),
  ]
  return [...new Set([...before, ...sent])].toSorted()
}

const isSameAddress = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (one ?? null)?.toLowerCase() === (other ?? null)?.toLowerCase()

/** @param managerId  of a member who is there; null where the provider names none, or nobody of ours */
export function memberPatch(
  { resource, owns, external_id }: SyncedUser,
  member: ListedMember | undefined,
  managerId: string | null,
): MemberPatch & { name: string } {
  const { name, email, locale, time_zone, attributes: values } = said(resource)
  const owned = (field: string): boolean => owns.includes(field)
  const merged = { ...member?.attributes }
  for (const [attribute, value] of Object.entries(values)) {
    if (value !== undefined) merged[attribute] = value
    else if (owned(`attributes.${attribute}`)) delete merged[attribute]
  }
  // An id that was here before keeps its meaning for whoever gave it: a file, another program.
  const takesId = external_id !== null && (member?.external_id ?? null) === null
  return {
    name,
    ...(owned('email') && { email: email ?? null }),
    ...(owned('locale') && { locale: locale ?? null }),
    ...(owned('time_zone') && { time_zone: time_zone ?? null }),
    ...(owned('manager_member_id') && { manager_member_id: managerId }),
    ...(takesId && { external_id }),
    ...(!isDeepStrictEqual(merged, member?.attributes ?? {}) && { attributes: merged }),
  }
}

/** What differs of a patch whose fields are in the form of the directory. An address that waits for its owner does not differ. */
export function differing(patch: MemberPatch, member: ListedMember): MemberPatch {
  return Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => {
      if (field === 'email')
        return !isSameAddress(patch.email, member.email) && !isSameAddress(patch.email, member.pending_email)
      return !isDeepStrictEqual(value, Reflect.get(member, field))
    }),
  )
}

const isThere = ({ active, deleted_at }: SyncedUser): boolean => active && deleted_at === null

/** @param patch  what differs */
export function userPlan(
  user: SyncedUser,
  member: ListedMember | undefined,
  patch: MemberPatch,
): UserPlan | null {
  if (!member) return isThere(user) ? 'create' : null
  if (member.status === 'erased') return null
  if (isThere(user) && member.status === 'deactivated') return 'reactivate'
  if (!isThere(user) && member.status !== 'deactivated') return 'deactivate'
  return Object.keys(patch).length > 0 ? 'update' : null
}

/** @param parentId  of a team that is there; undefined: the provider does not say where the team is */
export function teamPatch(
  { display_name: name, external_id }: SyncedGroup,
  team: UncountedTeam | undefined,
  parentId: string | null | undefined,
): TeamPatch & { name: string } {
  const takesId = external_id !== null && (team?.external_id ?? null) === null
  return {
    name,
    ...(parentId !== undefined && { parent_team_id: parentId }),
    ...(takesId && { external_id }),
  }
}

export const differingTeam = (patch: TeamPatch, team: UncountedTeam): TeamPatch =>
  Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => !isDeepStrictEqual(value, Reflect.get(team, field))),
  )

export function groupPlan(
  group: SyncedGroup,
  team: UncountedTeam | undefined,
  patch: TeamPatch,
): GroupPlan | null {
  const isDeleted = group.deleted_at !== null
  if (!team) return isDeleted ? null : 'create'
  if (isDeleted) return team.status === 'active' ? 'archive' : null
  if (team.status === 'archived') return 'reactivate'
  return Object.keys(patch).length > 0 ? 'update' : null
}

/** The fields of a change, for its reader: attributes by their names, an empty value as null. */
export function shownFields(
  patch: Readonly<Record<string, unknown>>,
  before: object | undefined,
): SyncChange['fields'] {
  const textOf = (value: unknown): string | null =>
    typeof value === 'string' ? value : value === null || value === undefined ? null : JSON.stringify(value)
  return Object.fromEntries(
    Object.entries(patch).flatMap(([field, value]) => {
      const earlier: unknown = before && Reflect.get(before, field)
      if (field !== 'attributes') return [[field, { from: textOf(earlier), to: textOf(value) }]]
      const from = (earlier ?? {}) as Record<string, string>
      const to = value as Record<string, string>
      const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
      return names
        .filter((name) => from[name] !== to[name])
        .map((name) => [`attributes.${name}`, { from: textOf(from[name]), to: textOf(to[name]) }])
    }),
  )
}
