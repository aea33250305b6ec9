/** SQL of privacy requests. */
import { openPrivacyStates } from '../../contract/privacy-states.ts'
import type { PrivacyRequest } from '../../contract/privacy.ts'
import { many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { olderThan, type Paged } from '../db/paging.ts'
import { nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { members, organisations, privacyRequests, users } from '../db/tables.ts'
import { newId, type PresentedSecret } from '../ids.ts'

type Ref = { readonly organisationId: string; readonly id: string }

const requestRow = shapeOf(
  privacyRequests,
  [
    'id',
    'kind',
    'state',
    'member_id',
    'user_id',
    'in_person',
    'note',
    'deadline_at',
    'extension_reason',
    'reason',
    'handled_by',
    'ended_at',
    'expires_at',
    'version',
    'created_at',
    'updated_at',
  ],
  { name: text },
)
type RequestRow = RowOf<typeof requestRow>

const columns = (organisationId: string) => sql`
  ${requestRow.of('r')},
  coalesce(
    (select m.name from members m where m.organisation_id = ${organisationId} and m.id = r.member_id),
    (select u.name from users u where u.organisation_id = ${organisationId} and u.id = r.user_id),
    '') as name`

const requestOf = ({ name, member_id, user_id, in_person, ...row }: RequestRow): PrivacyRequest => ({
  ...row,
  person: { name, member_id, user_id },
  asked_by: in_person ? 'person' : 'admin',
})

export type RequestFilter = {
  kind?: string
  state?: string
  memberId?: string
  /** Past its deadline and not ended; false: all others. */
  overdue?: boolean
  now: Date
}

/** Newest first. */
export const listRequests = async (
  tx: Tx,
  organisationId: string,
  { kind, state, memberId, overdue, now }: RequestFilter,
  { after, limit }: Paged,
): Promise<PrivacyRequest[]> => {
  const isOverdue = sql`(state = any (${textArray(openPrivacyStates)}) and deadline_at < ${now})`
  const rows = await many(
    tx,
    requestRow,
    sql`
      select ${columns(organisationId)}
      from privacy_requests r
      where organisation_id = ${organisationId}
        and ${olderThan('id', after)}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${memberId === undefined ? sql`` : sql`and member_id = ${memberId}`}
        ${overdue === undefined ? sql`` : sql`and ${isOverdue} = ${overdue}`}
      order by id desc
      limit ${limit + 1}`,
  )
  return rows.map(requestOf)
}

/** Requests about this user or their directory member. */
const isOf = (userId: string, organisationId: string) => sql`(
  r.user_id = ${userId}
  or r.member_id = (
    select member_id from users where organisation_id = ${organisationId} and id = ${userId}))`

export const listRequestsOf = async (
  tx: Tx,
  { organisationId, userId }: { organisationId: string; userId: string },
  { after, limit }: Paged,
): Promise<PrivacyRequest[]> => {
  const rows = await many(
    tx,
    requestRow,
    sql`
      select ${columns(organisationId)}
      from privacy_requests r
      where r.organisation_id = ${organisationId}
        and ${isOf(userId, organisationId)}
        and ${olderThan('r.id', after)}
      order by r.id desc
      limit ${limit + 1}`,
  )
  return rows.map(requestOf)
}

/** @param of  a user, whose own it must be; null: anybody’s @param lock  until the transaction ends */
export async function findRequest(
  tx: Tx,
  { organisationId, id }: Ref,
  { of, lock = false }: { of: string | null; lock?: boolean },
): Promise<PrivacyRequest | undefined> {
  const row = await one(
    tx,
    requestRow,
    sql`
      select ${columns(organisationId)}
      from privacy_requests r
      where r.organisation_id = ${organisationId}
        and r.id = ${id}
        ${of === null ? sql`` : sql`and ${isOf(of, organisationId)}`}
      ${lock ? sql`for update of r` : sql``}`,
  )
  return row && requestOf(row)
}

export type NewRequest = {
  readonly organisationId: string
  readonly memberId: string | null
  readonly userId: string | null
  readonly kind: PrivacyRequest['kind']
  readonly askedBy: string
  readonly inPerson: boolean
  readonly note: string | null
  readonly deadline: Date
}

/** @returns undefined where one of the kind is open for the person */
export async function insertRequest(tx: Tx, it: NewRequest, now: Date): Promise<string | undefined> {
  const row = await one(
    tx,
    shapeOf(privacyRequests, ['id']),
    sql`
      insert into privacy_requests
        (organisation_id, id, member_id, user_id, kind, state, asked_by, in_person, note, deadline_at, created_at, updated_at)
      values (${it.organisationId}, ${newId('privacyRequest')}, ${it.memberId}, ${it.userId}, ${it.kind}, 'received',
              ${it.askedBy}, ${it.inPerson}, ${it.note}, ${it.deadline}, ${now}, ${now})
      on conflict do nothing
      returning id`,
  )
  return row?.id
}

export type RequestUpdate = Pick<
  PrivacyRequest,
  'state' | 'reason' | 'extension_reason' | 'handled_by' | 'deadline_at' | 'ended_at' | 'expires_at'
>

export const updateRequest = (
  tx: Tx,
  { organisationId, id }: Ref,
  next: RequestUpdate,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update privacy_requests
      set state = ${next.state},
          reason = ${next.reason},
          extension_reason = ${next.extension_reason},
          handled_by = ${next.handled_by},
          deadline_at = ${next.deadline_at},
          ended_at = ${next.ended_at},
          expires_at = ${next.expires_at},
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

const subjectRow = shape({
  member_id: nullable(members.id),
  user_id: nullable(users.id),
  name: members.name,
  address: members.email,
  locale: members.locale,
  time_zone: organisations.time_zone,
})
export type Subject = RowOf<typeof subjectRow>

/**
 * Whom a request is about. Messages go to the address with which they signed in, where there is one: an admin who handles the request can
 * change the other.
 */
const subjectColumns = sql`
  m.id as member_id, u.id as user_id, coalesce(m.name, u.name) as name,
  coalesce(case when u.email not like '%.invalid' then u.email end, m.email) as address,
  coalesce(u.language, m.locale) as locale, o.time_zone`

export const findSubjectByMember = (tx: Tx, { organisationId, id }: Ref): Promise<Subject | undefined> =>
  one(
    tx,
    subjectRow,
    sql`
      select ${subjectColumns}
      from members m
      join organisations o on o.id = m.organisation_id
      left join users u on u.organisation_id = m.organisation_id and u.member_id = m.id
      where m.organisation_id = ${organisationId}
        and m.id = ${id}
        and m.status <> 'erased'`,
  )

export const getSubjectOfUser = (tx: Tx, { organisationId, id }: Ref): Promise<Subject> =>
  only(
    tx,
    subjectRow,
    sql`
      select ${subjectColumns}
      from users u
      join organisations o on o.id = u.organisation_id
      left join members m on m.organisation_id = u.organisation_id and m.id = u.member_id
      where u.organisation_id = ${organisationId}
        and u.id = ${id}`,
  )

const factsRow = shapeOf(organisations, ['name', 'locale', 'time_zone'])

export const getOrganisationFacts = (tx: Tx, organisationId: string): Promise<RowOf<typeof factsRow>> =>
  only(tx, factsRow, sql`select ${factsRow.columns} from organisations where id = ${organisationId}`)

export const storeToken = (tx: Tx, { organisationId, id }: Ref, hash: Buffer, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update privacy_requests
      set token_sha256 = ${hash}
      where organisation_id = ${organisationId}
        and id = ${id}
        and state = 'ready'
        and expires_at > ${now}`,
  )

const linkRow = shapeOf(privacyRequests, ['organisation_id', 'id', 'expires_at'], {
  organisation: organisations.name,
  organisation_locale: organisations.locale,
})

/** The request behind a personal link, while its copy can be downloaded. */
export const findByToken = (
  tx: Tx,
  { organisationId, hash }: PresentedSecret,
  now: Date,
): Promise<RowOf<typeof linkRow> | undefined> =>
  one(
    tx,
    linkRow,
    sql`
      select ${linkRow.of('r')}, o.name as organisation, o.locale as organisation_locale
      from privacy_requests r
      join organisations o on o.id = r.organisation_id
      where r.organisation_id = ${organisationId}
        and r.token_sha256 = ${hash}
        and r.state = 'ready'
        and r.expires_at > ${now}`,
  )

/** The copies whose time is over. @returns how many */
export const expireCopies = (tx: Tx, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      update privacy_requests
      set state = 'completed',
          ended_at = expires_at,
          token_sha256 = null,
          version = version + 1,
          updated_at = ${now}
      where state = 'ready'
        and expires_at <= ${now}`,
  )

/** Some of those that ended before then. */
export const deleteEnded = (tx: Tx, before: Date, limit: number): Promise<number> =>
  run(
    tx,
    sql`
      delete from privacy_requests
      where (organisation_id, id) in (
        select organisation_id, id
        from privacy_requests
        where state in ('completed', 'declined', 'cancelled')
          and coalesce(ended_at, updated_at) < ${before}
        limit ${limit}
      )`,
  )

const idRow = shapeOf(privacyRequests, ['id'])

/** What people wrote about an erased member goes with them, and what was open ends. @returns the ids of all of their requests */
export async function forgetRequests(tx: Tx, { organisationId, id }: Ref, now: Date): Promise<string[]> {
  const rows = await many(
    tx,
    idRow,
    sql`
      update privacy_requests
      set note = null,
          reason = null,
          extension_reason = null,
          token_sha256 = null,
          ended_at = coalesce(ended_at, ${now}),
          state = case
            when state = any (${textArray(openPrivacyStates)}) and kind = 'erasure' then 'completed'
            when state = any (${textArray(openPrivacyStates)}) then 'cancelled'
            when state in ('ready', 'in_force') then 'completed'
            else state
          end,
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and (
          member_id = ${id}
          or user_id = (select u.id from users u where u.organisation_id = ${organisationId} and u.member_id = ${id}))
      returning id`,
  )
  return rows.map((row) => row.id)
}
