/** SQL of holiday calendars. Everybody in the organisation sees them. */
import { jsonOrNull, many, one, only, run, sql, textArray, type Tx } from '../../db/db.ts'
import { newerThan, type Paged } from '../../db/paging.ts'
import { int4, int8, nullable, type RowOf, shape, shapeOf } from '../../db/shape.ts'
import { holidayCalendars, organisations } from '../../db/tables.ts'
import { checkInColumns, checkInFields, type CheckInRow } from '../store.ts'

const ownRow = shapeOf(holidayCalendars, [
  'organisation_id',
  'id',
  'name',
  'country',
  'region',
  'version',
  'created_at',
  'updated_at',
])
const daysRow = shapeOf(holidayCalendars, ['id', 'country', 'region', 'days'])
const listedRow = shape({ ...ownRow.fields, day_count: nullable(int4), check_in_count: int8 })
const idRow = shapeOf(holidayCalendars, ['id'])

export type CalendarRow = RowOf<typeof listedRow>
export type CalendarDays = RowOf<typeof daysRow>
type NewCalendar = Pick<CalendarRow, 'organisation_id' | 'id' | 'name' | 'country' | 'region'> &
  Pick<CalendarDays, 'days'>
type Ref = { organisationId: string; id: string }

/** Check-ins of which there may be another occurrence: those of `c`. */
const usesCalendar = (organisationId: string, id: ReturnType<typeof sql>) => sql`
  c.organisation_id = ${organisationId}
  and c.state in ('draft', 'active', 'paused')
  and c.recurrence -> 'holiday_calendar_ids' ? ${id}`

const listedColumns = (organisationId: string) => sql`
  ${ownRow.of('h')},
  jsonb_array_length(h.days) as day_count,
  (select count(*) from check_ins c where ${usesCalendar(organisationId, sql`h.id`)}) as check_in_count`

/** The oldest first, one more than a page. */
export const listCalendars = (
  tx: Tx,
  organisationId: string,
  { after, limit }: Paged,
): Promise<CalendarRow[]> =>
  many(
    tx,
    listedRow,
    sql`
      select ${listedColumns(organisationId)}
      from holiday_calendars h
      where h.organisation_id = ${organisationId}
        and ${newerThan('h.id', after)}
      order by h.id
      limit ${limit + 1}`,
  )

const byId = ({ organisationId, id }: Ref) => sql`
  select ${listedColumns(organisationId)}
  from holiday_calendars h
  where h.organisation_id = ${organisationId}
    and h.id = ${id}`

export const findCalendar = (tx: Tx, ref: Ref): Promise<CalendarRow | undefined> =>
  one(tx, listedRow, byId(ref))

export const getCalendar = (tx: Tx, ref: Ref): Promise<CalendarRow> => only(tx, listedRow, byId(ref))

export const lockCalendar = (tx: Tx, ref: Ref): Promise<CalendarRow | undefined> =>
  one(tx, listedRow, sql`${byId(ref)} for update of h`)

/** Those of these that there are, with their days. */
export const daysOfCalendars = (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<CalendarDays[]> =>
  many(
    tx,
    daysRow,
    sql`
      select ${daysRow.columns}
      from holiday_calendars
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})`,
  )

/** Nobody deletes them until the transaction ends. @returns those of these that there are */
export const holdCalendars = async (
  tx: Tx,
  organisationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await many(
        tx,
        idRow,
        sql`
          select ${idRow.columns}
          from holiday_calendars
          where organisation_id = ${organisationId}
            and id = any (${textArray(ids)})
          order by id
          for share`,
      )
    ).map(({ id }) => id),
  )

/** @returns undefined when the organisation has as many already. The caller holds the lock of `lockCount`. */
export const insertCalendar = (tx: Tx, it: NewCalendar, most: number, now: Date) =>
  one(
    tx,
    idRow,
    sql`
      insert into holiday_calendars (organisation_id, id, name, country, region, days, created_at, updated_at)
      select ${it.organisation_id}, ${it.id}, ${it.name}, ${it.country}, ${it.region}, ${jsonOrNull(it.days)}, ${now}, ${now}
      where (select count(*) from holiday_calendars h where h.organisation_id = ${it.organisation_id}) < ${most}
      returning id`,
  )

/** From now until the transaction ends nobody else adds one. */
export const lockCount = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`holiday calendars of ${organisationId}`}, 0))`)

/** @param days  null leaves them as they are */
export const updateCalendar = (
  tx: Tx,
  { organisationId, id }: Ref,
  { name, days }: { name: string; days: CalendarDays['days'] },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update holiday_calendars
      set name = ${name},
          days = coalesce(${jsonOrNull(days)}, days),
          version = version + 1,
          updated_at = ${now}
      where organisation_id = ${organisationId}
        and id = ${id}`,
  )

export const deleteCalendar = (tx: Tx, { organisationId, id }: Ref): Promise<number> =>
  run(tx, sql`delete from holiday_calendars where organisation_id = ${organisationId} and id = ${id}`)

/** The check-ins that use a calendar, locked. */
export const lockUsers = (tx: Tx, { organisationId, id }: Ref): Promise<CheckInRow[]> =>
  many(
    tx,
    shape(checkInFields),
    sql`
      select ${checkInColumns}
      from check_ins c
      where ${usesCalendar(organisationId, sql`${id}`)}
      order by c.id
      for update`,
  )

const localeRow = shapeOf(organisations, ['locale'])

export const localeOf = async (tx: Tx, organisationId: string): Promise<string> =>
  (await only(tx, localeRow, sql`select locale from organisations where id = ${organisationId}`)).locale
