/** SQL of absences: days, both included, on which nobody asks a member. By their first day. */
import { type Absence, type AbsenceDraft } from '../../contract/members.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Paged } from '../db/paging.ts'

const columns = sql.raw(`id, member_id, starts_on as "from", ends_on as "to", created_at`)

export const positionOf = (absence: Absence): string => `${absence.from} ${absence.id}`

/** One row more than the page holds. */
export const listAbsences = (
  tx: Tx,
  organisationId: string,
  memberId: string,
  paging: Pick<Paged, 'after' | 'limit'>,
): Promise<Absence[]> =>
  many<Absence>(
    tx,
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
  organisationId: string,
  memberId: string,
  day: string,
  limit: number,
): Promise<Absence[]> =>
  many<Absence>(
    tx,
    sql`
      select ${columns}
      from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}
        and ends_on >= ${day}::date
      order by starts_on, id
      limit ${limit}`,
  )

/** Who has no zone of his own lives in the organisation's. */
export const zoneOfOrganisation = async (tx: Tx, organisationId: string): Promise<string> =>
  (
    await only<{ time_zone: string }>(
      tx,
      sql`select time_zone from organisations where id = ${organisationId}`,
    )
  ).time_zone

export const countAbsences = async (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  (
    await only<{ count: number }>(
      tx,
      sql`
        select count(*) as count
        from absences
        where organisation_id = ${organisationId}
          and member_id = ${memberId}`,
    )
  ).count

export const insertAbsences = (
  tx: Tx,
  organisationId: string,
  memberId: string,
  absences: readonly (AbsenceDraft & { id: string })[],
  now: Date,
): Promise<Absence[]> =>
  many<Absence>(
    tx,
    sql`
      insert into absences (organisation_id, id, member_id, starts_on, ends_on, created_at)
      select ${organisationId}, one.id, ${memberId}, one."from", one."to", ${now}
      from jsonb_to_recordset(${json(absences)}) as one (id text, "from" date, "to" date)
      returning ${columns}`,
  )

/** @returns how many of these the member had */
export const deleteAbsences = (
  tx: Tx,
  organisationId: string,
  memberId: string,
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
export const deleteEveryAbsence = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  run(
    tx,
    sql`
      delete from absences
      where organisation_id = ${organisationId}
        and member_id = ${memberId}`,
  )
