/** Absences of an import: what a cell says, where it differs from the directory, and the change. A row with the column replaces all of its member. */
import { limits } from '../../../contract/limits.ts'
import { many, run, sql, textArray, type Tx } from '../../db/db.ts'
import { shape, text } from '../../db/shape.ts'

export type AbsenceOfRow = { from: string; to: string }

/** `2027-07-01/2027-07-14; 2027-12-24` */
export const periodsOf = (cell: string): AbsenceOfRow[] => {
  const periods = cell.split(';').flatMap((one) => {
    const [from, to = from, ...rest] = one.trim().split('/')
    return from === '' ? [] : [{ from, to: rest.length > 0 ? '' : to }]
  })
  const byDay = (one: AbsenceOfRow, other: AbsenceOfRow): number =>
    `${one.from}${one.to}` < `${other.from}${other.to}` ? -1 : 1
  return periods.toSorted(byDay)
}

export const periodsMax = limits.absencesMax

export const textOfPeriods = (periods: readonly AbsenceOfRow[]): string | null =>
  periods.map(({ from, to }) => `${from}/${to}`).join('; ') || null

/** The current absences of a member, as the text of a cell. */
const current = (organisationId: string, member: ReturnType<typeof sql>) => sql`(
  select string_agg(a.starts_on || '/' || a.ends_on, '; ' order by a.starts_on, a.ends_on)
  from absences a
  where a.organisation_id = ${organisationId}
    and a.member_id = ${member}
)`

/** Whether the row `alias` of the plan changes absences. */
export const absencesDiffer = (organisationId: string, alias: 'p' | 'q') => {
  const row = sql.ref(alias)
  return sql`(
    ${row}.fields ? 'absences'
    and ${current(organisationId, sql`${row}.id`)} is distinct from (
      select string_agg((one ->> 'from') || '/' || (one ->> 'to'), '; ' order by one ->> 'from', one ->> 'to')
      from jsonb_array_elements(${row}.fields -> 'absences') as one
    )
  )`
}

const textRow = shape({ id: text, periods: text })

/** Of those of these members who have absences. */
export async function absenceTexts(
  tx: Tx,
  organisationId: string,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await many(
    tx,
    textRow,
    sql`
      select member_id as id, string_agg(starts_on || '/' || ends_on, '; ' order by starts_on, ends_on) as periods
      from absences
      where organisation_id = ${organisationId}
        and member_id = any (${textArray(memberIds)})
      group by member_id`,
  )
  return new Map(rows.map(({ id, periods }) => [id, periods]))
}

const idRow = shape({ id: text })

/** The members must be written. */
export async function writeAbsences(tx: Tx, organisationId: string, now: Date): Promise<void> {
  // Found once, before: inside of the deletion they were looked for at each row of absences (1,000 of them among 5,000 people took more than a minute).
  const changed = await many(
    tx,
    idRow,
    sql`
      select p.id
      from (select id, fields from import_plan) p
      where ${absencesDiffer(organisationId, 'p')}`,
  )
  await run(
    tx,
    sql`
      delete from absences
      where organisation_id = ${organisationId}
        and member_id = any (${textArray(changed.map(({ id }) => id))})`,
  )
  // Whose absences are the same still has them.
  await run(
    tx,
    sql`
      insert into absences (organisation_id, id, member_id, starts_on, ends_on, created_at)
      select ${organisationId}, one.id, p.id, one."from", one."to", ${now}::timestamptz
      from (select id, fields from import_plan) p
      cross join lateral jsonb_to_recordset(p.fields -> 'absences') as one (id text, "from" date, "to" date)
      where p.fields ? 'absences'
        and not exists (
          select 1
          from absences a
          where a.organisation_id = ${organisationId}
            and a.member_id = p.id
        )`,
  )
}
