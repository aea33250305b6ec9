/** SQL of the users of an organisation. */
import { splitIds } from '../../contract/fields.ts'
import type { Query } from '../../contract/operation.ts'
import type {
  listPeople as listOperation,
  OwnUser,
  Person,
  SecondFactorState,
} from '../../contract/people.ts'
import { containing, exists, many, one, only, sql, textArray, type Tx } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import { bool, int8, nullable, type RowOf, shape, shapeOf, text, textOf, timestamptz } from '../db/shape.ts'
import { members, organisations, users } from '../db/tables.ts'
import { type DirectoryReach, seesMember } from '../directory/directory.ts'
import { changeUsers, secondFactorOf } from '../identity/identity.ts'

const personRow = shapeOf(
  users,
  ['id', 'name', 'email', 'role', 'member_id', 'joined_by', 'version', 'created_at', 'updated_at'],
  {
    state: users.status,
    identities: int8,
    last_signed_in_at: nullable(timestamptz),
    pending_email: nullable(text),
    second_factor: nullable(textOf<SecondFactorState>()),
  },
)

const columnsOf = (organisationId: string) => sql`${personRow.of('u')}, u.status as state,
             (select count(*)
              from identities i
              where i.organisation_id = ${organisationId}
                and i.user_id = u.id) as identities,
             (select max(i.signed_in_at)
              from identities i
              where i.organisation_id = ${organisationId}
                and i.user_id = u.id) as last_signed_in_at,
             (select m.pending_email
              from members m
              where m.organisation_id = ${organisationId}
                and m.id = u.member_id) as pending_email,
             ${secondFactorOf(organisationId, 'u')} as second_factor`

/** By name, then id; a position is both. */
export function listPeople(
  tx: Tx,
  organisationId: string,
  { q, ids: list, role, state, second_factor: factor, member_id: memberId }: Query<typeof listOperation>,
  { after, limit }: Paged,
): Promise<Person[]> {
  const ids = splitIds(list)
  const [name, id] = after === null ? [] : (JSON.parse(after) as [string, string])
  return many(
    tx,
    personRow,
    sql`
      select ${columnsOf(organisationId)}
      from users u
      where u.organisation_id = ${organisationId}
        ${q ? sql`and (u.name ilike ${containing(q)} or u.email ilike ${containing(q)})` : sql``}
        ${ids ? sql`and u.id = any (${textArray(ids)})` : sql``}
        ${role ? sql`and u.role = ${role}` : sql``}
        ${state ? sql`and u.status = ${state}` : sql``}
        ${factor ? sql`and ${secondFactorOf(organisationId, 'u')} = ${factor}` : sql``}
        ${memberId ? sql`and u.member_id = ${memberId}` : sql``}
        ${id ? sql`and (u.name collate "C", u.id) > (${name}, ${id})` : sql``}
      order by u.name collate "C", u.id
      limit ${limit + 1}`,
  )
}

const namedUserRow = shapeOf(users, ['id', 'name'])
export type NamedUser = RowOf<typeof namedUserRow>

/** Active ones, by name, then id: by a part of the name those whom `reach` sees, by the whole address anybody. */
export function listSuccessors(
  tx: Tx,
  organisationId: string,
  { q, reach }: { q: string | null; reach: DirectoryReach },
  { after, limit }: Paged,
): Promise<NamedUser[]> {
  const [name, id] = after === null ? [] : (JSON.parse(after) as [string, string])
  const isSeen = seesMember(reach, organisationId, 'm')
  return many(
    tx,
    namedUserRow,
    sql`
      select ${namedUserRow.of('u')}
      from users u
      left join members m
        on m.organisation_id = ${organisationId}
       and m.id = u.member_id
      where u.organisation_id = ${organisationId}
        and u.status = 'active'
        and ${q === null ? isSeen : sql`(lower(u.email) = lower(${q}) or (u.name ilike ${containing(q)} and ${isSeen}))`}
        ${id ? sql`and (u.name collate "C", u.id) > (${name}, ${id})` : sql``}
      order by u.name collate "C", u.id
      limit ${limit + 1}`,
  )
}

export const positionOf = ({ name, id }: NamedUser): string => JSON.stringify([name, id])

/** A user, by the organisation and the id. */
export type UserRef = { readonly organisationId: string; readonly id: string }

const selectPerson = ({ organisationId, id }: UserRef) => sql`
      select ${columnsOf(organisationId)}
      from users u
      where u.organisation_id = ${organisationId}
        and u.id = ${id}`

export const findPerson = (tx: Tx, ref: UserRef): Promise<Person | undefined> =>
  one(tx, personRow, selectPerson(ref))

export const lockPerson = (tx: Tx, ref: UserRef): Promise<Person | undefined> =>
  one(tx, personRow, sql`${selectPerson(ref)} for update of u`)

/** Once an admin reactivates a user, their identity provider no longer sends them away. */
export async function updatePerson(
  tx: Tx,
  ref: UserRef,
  { role, state }: Pick<Person, 'role' | 'state'>,
  now: Date,
): Promise<Person> {
  const set = sql`
    role = ${role},
    joined_by = case when ${state} = 'active' and status <> 'active' then null else joined_by end,
    out_by_directory = out_by_directory and status = ${state},
    status = ${state}`
  await changeUsers(tx, { organisationId: ref.organisationId, which: sql`id = ${ref.id}`, set }, now)
  return only(tx, personRow, selectPerson(ref))
}

/** Why a user cannot be made active here, in words; null where they can. */
export async function reactivationError(tx: Tx, { organisationId, id }: UserRef): Promise<string | null> {
  const { erased, member } = await only(
    tx,
    shape({ erased: bool, member: nullable(members.status) }),
    sql`
      select u.email = u.id || '@erased.invalid' as erased, m.status as member
      from users u
      left join members m on m.organisation_id = u.organisation_id and m.id = u.member_id
      where u.organisation_id = ${organisationId}
        and u.id = ${id}`,
  )
  if (erased || member === 'erased') return 'What was known of this person was erased'
  return member === 'deactivated' ? 'In the directory this person is deactivated' : null
}

/** Whether a user of the organisation has this address. */
export const isAddressOfUser = (tx: Tx, organisationId: string, email: string): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from users
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
      limit 1`,
  )

const ownUserRow = shapeOf(users, ['id', 'name', 'email', 'member_id', 'language', 'time_zone'])

/** As the user sees themselves. */
export const getOwnUser = (tx: Tx, { organisationId, id }: UserRef): Promise<OwnUser> =>
  only(
    tx,
    ownUserRow,
    sql`
      select ${ownUserRow.columns}
      from users
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

const organisationRow = shapeOf(organisations, ['id', 'name', 'slug', 'time_zone', 'locale', 'logo'])

export const getOrganisation = (tx: Tx, id: string): Promise<RowOf<typeof organisationRow>> =>
  only(tx, organisationRow, sql`select ${organisationRow.columns} from organisations where id = ${id}`)
