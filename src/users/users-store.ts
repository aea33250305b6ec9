/** SQL of the users of an organisation. */
import { type Person, type Role } from '../../contract/people.ts'
import { containing, many, one, only, sql, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

const person = sql.raw(`u.id, u.name, u.email, u.role, u.status as state, u.member_id, u.joined_by, u.version,
             u.created_at, u.updated_at,
             (select count(*)
              from identities i
              where i.organisation_id = u.organisation_id
                and i.user_id = u.id) as identities,
             (select max(i.signed_in_at)
              from identities i
              where i.organisation_id = u.organisation_id
                and i.user_id = u.id) as last_signed_in_at`)

/** By name, then id; a position is both. */
export async function listPeople(
  tx: Tx,
  organisationId: string,
  { q, role, state }: { q?: string; role?: Role; state?: Person['state'] },
  { after, limit }: Paged,
): Promise<Person[]> {
  const [name, id] = after === null ? [] : (JSON.parse(after) as [string, string])
  return many(
    tx,
    sql<Person>`
      select ${person}
      from users u
      where u.organisation_id = ${organisationId}
        ${q ? sql`and (u.name ilike ${containing(q)} or u.email ilike ${containing(q)})` : sql``}
        ${role ? sql`and u.role = ${role}` : sql``}
        ${state ? sql`and u.status = ${state}` : sql``}
        ${id ? sql`and (u.name collate "C", u.id) > (${name}, ${id})` : sql``}
      order by u.name collate "C", u.id
      limit ${limit + 1}`,
  )
}

export const positionOf = ({ name, id }: Person): string => JSON.stringify([name, id])

/** Admins who have signed in before, and so can again. */
export const lockAdmins = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (
    await many<{ id: string }>(
      tx,
      sql`
        select id
        from users u
        where organisation_id = ${organisationId}
          and role = 'admin'
          and status = 'active'
          and exists (
            select from identities i
            where i.organisation_id = u.organisation_id
              and i.user_id = u.id)
        order by id
        for update of u`,
    )
  ).map(({ id }) => id)

export const findPerson = (tx: Tx, organisationId: string, id: string): Promise<Person | undefined> =>
  one(
    tx,
    sql<Person>`
      select ${person}
      from users u
      where u.organisation_id = ${organisationId}
        and u.id = ${id}`,
  )

export const lockPerson = (tx: Tx, organisationId: string, id: string): Promise<Person | undefined> =>
  one(
    tx,
    sql<Person>`
      select ${person}
      from users u
      where u.organisation_id = ${organisationId}
        and u.id = ${id}
      for update of u`,
  )

/** Whom an admin makes active himself is no provider's to send away any more. */
export async function updatePerson(
  tx: Tx,
  organisationId: string,
  id: string,
  { role, state }: { role: Role; state: Person['state'] },
  now: Date,
): Promise<Person> {
  await only(
    tx,
    sql`
      update users
      set role = ${role},
          joined_by = case when ${state} = 'active' and status <> 'active' then null else joined_by end,
          out_by_directory = out_by_directory and status = ${state},
          status = ${state},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}
      returning id`,
  )
  return (await findPerson(tx, organisationId, id))!
}

/** Why somebody cannot be made active here, in words; null where he can. */
export async function reasonToStayOut(tx: Tx, organisationId: string, id: string): Promise<string | null> {
  const { erased, member } = await only<{ erased: boolean; member: string | null }>(
    tx,
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

/** Whether somebody of the organisation has this address. */
export const hasAddress = async (tx: Tx, organisationId: string, email: string): Promise<boolean> =>
  (await one(
    tx,
    sql`
      select 1
      from users
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
      limit 1`,
  )) !== undefined

export type OrganisationRow = {
  id: string
  name: string
  slug: string
  time_zone: string
  locale: string
}

export const organisationOf = (tx: Tx, id: string): Promise<OrganisationRow> =>
  only(
    tx,
    sql<OrganisationRow>`
      select id, name, slug, time_zone, locale
      from organisations
      where id = ${id}`,
  )
