/**
 * What directory sync maintains: fields of members and teams that an identity provider sends are changed there alone, while the connection is
 * on or held. The provider would set them back at its next change, and whoever changed them here would not know why.
 * What it does not send stays ours: channels, quiet hours, absences, a suspension, other attributes, where a team is in the tree.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ListedMember, MemberPatch } from '../../contract/members.ts'
import type { Team, TeamPatch } from '../../contract/teams.ts'
import { one, sql, textArray, type Tx } from '../db/db.ts'
import { shape, text, textList } from '../db/shape.ts'
import { problem } from '../problem.ts'
import type { Ref } from './ref.ts'

/** The connection `alias` maintains what its provider sends: it is on, or held by the brake (contract/directory-sync.ts). */
export const isManaging = (alias: string) => sql`${sql.ref(alias)}.state in ('on', 'held')`

const ownsRow = shape({ owns: textList })

/** The fields of a member that sync maintains; attributes as `attributes.title`. */
async function ownedOfMember(tx: Tx, { organisationId, id }: Ref): Promise<readonly string[]> {
  const row = await one(
    tx,
    ownsRow,
    sql`
      select u.owns
      from synced_users u
      join directory_syncs c on c.organisation_id = u.organisation_id and ${isManaging('c')}
      where u.organisation_id = ${organisationId}
        and u.id = ${id}
        and u.deleted_at is null`,
  )
  return row?.owns ?? []
}

const managedRow = shape({ fields: textList, team_ids: textList })

/** For whoever would change the member: fields that sync maintains, and those of these teams that they join and leave by it alone. */
export async function managedOfMember(
  tx: Tx,
  { organisationId, id }: Ref,
  teamIds: readonly string[],
): Promise<{ fields: string[]; team_ids: string[] }> {
  const row = await one(
    tx,
    managedRow,
    sql`
      select u.owns as fields,
             array(select g.id
                   from synced_groups g
                   where g.organisation_id = ${organisationId}
                     and g.id = any (${textArray(teamIds)})
                     and g.deleted_at is null
                   order by g.id) as team_ids
      from synced_users u
      join directory_syncs c on c.organisation_id = u.organisation_id and ${isManaging('c')}
      where u.organisation_id = ${organisationId}
        and u.id = ${id}
        and u.deleted_at is null`,
  )
  return row ?? { fields: [], team_ids: [] }
}

async function ownedOfTeam(tx: Tx, { organisationId, id }: Ref): Promise<readonly string[]> {
  const row = await one(
    tx,
    ownsRow,
    sql`
      select g.owns
      from synced_groups g
      join directory_syncs c on c.organisation_id = g.organisation_id and ${isManaging('c')}
      where g.organisation_id = ${organisationId}
        and g.id = ${id}
        and g.deleted_at is null`,
  )
  return row?.owns ?? []
}

/** Suspending somebody is ours; who is there at all is the provider's. */
const isThere = (status: string): boolean => status === 'active' || status === 'suspended'

function changedFields(member: ListedMember, patch: MemberPatch): string[] {
  const { attributes, status, ...rest } = patch
  const fields = Object.entries(rest).flatMap(([name, value]) =>
    isDeepStrictEqual(Reflect.get(member, name), value) ? [] : [name],
  )
  if (status !== undefined && isThere(status) !== isThere(member.status)) fields.push('status')
  if (attributes)
    for (const name of new Set([...Object.keys(attributes), ...Object.keys(member.attributes)]))
      if (attributes[name] !== member.attributes[name]) fields.push(`attributes.${name}`)
  return fields
}

/** @param patch  normalised @throws managed_by_directory  with an error for each field */
export async function assertMemberNotManaged(
  tx: Tx,
  member: ListedMember,
  patch: MemberPatch,
  organisationId: string,
): Promise<void> {
  const changed = changedFields(member, patch)
  if (changed.length === 0) return
  assertNotManaged(changed, await ownedOfMember(tx, { organisationId, id: member.id }))
}

/** @throws managed_by_directory  with an error for each field */
export async function assertTeamNotManaged(
  tx: Tx,
  team: Team,
  patch: TeamPatch,
  organisationId: string,
): Promise<void> {
  const changed = Object.entries(patch).flatMap(([name, value]) =>
    isDeepStrictEqual(Reflect.get(team, name), value) ? [] : [name],
  )
  if (changed.length > 0) assertNotManaged(changed, await ownedOfTeam(tx, { organisationId, id: team.id }))
}

const memberRow = shape({ id: text })

/**
 * People whom the provider knows join and leave its teams by the provider alone. Others, and everybody's role in a team, are ours.
 * @param memberIds  who joins or leaves
 * @throws managed_by_directory
 */
export async function assertMembershipsNotManaged(
  tx: Tx,
  { organisationId, id }: Ref,
  memberIds: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return
  const known = await one(
    tx,
    memberRow,
    sql`
      select u.id
      from synced_groups g
      join directory_syncs c on c.organisation_id = g.organisation_id and ${isManaging('c')}
      join synced_users u on u.organisation_id = g.organisation_id and u.id = any (${textArray(memberIds)}) and u.deleted_at is null
      where g.organisation_id = ${organisationId}
        and g.id = ${id}
        and g.deleted_at is null
      order by u.id
      limit 1`,
  )
  if (known) {
    const detail = `The identity provider says who is in this team; ${known.id} joins and leaves it there`
    throw problem('managed_by_directory', { detail })
  }
}

function assertNotManaged(changed: readonly string[], owned: readonly string[]): void {
  const refused = changed.filter((field) => owned.includes(field))
  if (refused.length === 0) return
  const errors = refused.map((field) => ({
    pointer: `/${field.replaceAll('.', '/')}`,
    code: 'managed_by_directory',
    detail: `The identity provider maintains ${field}; change it there`,
  }))
  throw problem('managed_by_directory', { detail: errors[0].detail, errors })
}
