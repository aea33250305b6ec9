/** SQL of absences: days, both included, on which a member is not asked. In order of their first day. */
import type { Absence, AbsenceDraft } from '../../contract/members.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import type { Paged } from '../db/paging.ts'
import { int8, shape, shapeOf } from '../db/shape.ts'
import { absences, organisations } from '../db/tables.ts'
import type { Ref } from './ref.ts'

const absenceRow = shape({
  id: absences.id,
  member_id: absences.member_id,
  from: absences.starts_on,
  to: absences.ends_on,
  created_at: absences.created_at,
})
const columns = sql.raw(`id, member_id, starts_on as "from", ends_on as "to", created_at`)

const countRow = shape({ count: int8 })
const zoneRow = shapeOf(organisations, ['time_zone'])

export const positionOf = (absence: Absence): string => `${absence.from} ${absence.id}`

/** One row more than the page holds. */
export const listAbsences = (
  tx: Tx,
  { organisationId, id: memberId }: Ref,
  paging: Pick<Paged, 'after' | 'limit'>,
): Promise<Absence[]> =>
  many(
    tx,
    absenceRow,
    sql`
      select ${columns}
      from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and (${paging.after}::text is null or (starts_on || ' ' || id) collate "C" > ${paging.after}::text)
      order by starts_on, id
      limit ${paging.limit + 1}`,
  )

export const absencesEndingFrom = (
  tx: Tx,
  { organisationId, id: memberId }: Ref,
  day: string,
  limit: number,
): Promise<Absence[]> =>
  many(
    tx,
    absenceRow,
    sql`
      select ${columns}
      from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and ends_on >= ${day}::date
      order by starts_on, id
      limit ${limit}`,
  )

/** The zone of members who have none of their own. */
export const zoneOfOrganisation = async (tx: Tx, organisationId: string): Promise<string> =>
  (await only(tx, zoneRow, sql`select ${zoneRow.columns} from organisations where id = ${organisationId}`))
    .time_zone

export async function countAbsences(tx: Tx, { organisationId, id: memberId }: Ref): Promise<number> {
  const { count } = await only(
    tx,
    countRow,
    sql`
      select count(*) as count
      from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}`,
  )
  return count
}

export const insertAbsences = (
  tx: Tx,
  { organisationId, id: memberId }: Ref,
  drafts: readonly (AbsenceDraft & { id: string })[],
  now: Date,
): Promise<Absence[]> =>
  many(
    tx,
    absenceRow,
    sql`
      insert into absences (organisation_id, id, member_id, starts_on, ends_on, created_at)
      select ${organisationId}, one.id, ${memberId}, one."from", one."to", ${now}
      from jsonb_to_recordset(${json(drafts)}) as one (id text, "from" date, "to" date)
      returning ${columns}`,
  )

/** @returns how many of these the member had */
export const deleteAbsences = (
  tx: Tx,
  { organisationId, id: memberId }: Ref,
  ids: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
      delete from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and id = any (${textArray(ids)})`,
  )

/** @returns how many there were */
export const deleteEveryAbsence = (tx: Tx, { organisationId, id: memberId }: Ref): Promise<number> =>
  run(
    tx,
    sql`
      delete from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}`,
  )
