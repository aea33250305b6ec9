/**
 * Holiday calendars: an organisation's own lists of days, and public ones by country and region. What has not opened yet follows a change at
 * once: the check-ins that use a calendar are planned again in the transaction of the change.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '../../../contract/fields.ts'
import type * as contract from '../../../contract/holidays.ts'
import type { HolidayCalendar, HolidayDays } from '../../../contract/holidays.ts'
import { limits } from '../../../contract/limits.ts'
import type { AuditAction } from '../../../contract/audit-actions.ts'
import { actedBy, recordAudit } from '../../audit/audit.ts'
import type { Call } from '../../call.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { nameOf } from '../../directory/directory.ts'
import { newId } from '../../ids.ts'
import { impossible, problem } from '../../problem.ts'
import { replanAround } from '../planning.ts'
import { firstDate, lastDate } from '../rule.ts'
import { type CheckInRow, updateCheckIn } from '../store.ts'
import * as store from './calendars-store.ts'
import { daysOf, nameLanguageOf } from './dates-off.ts'
import { hasCountry, hasRegion, publicCountries, publicDaysOf, yearsKnown } from './public-days.ts'

const present = ({ organisation_id: _organisation, ...row }: store.CalendarRow): HolidayCalendar => ({
  ...row,
  kind: row.country === null ? 'own' : 'public',
})

/** The oldest first. @throws invalid_cursor */
export async function listHolidayCalendars({
  tx,
  actor: { organisationId },
  query,
}: Pick<Call<typeof contract.listHolidayCalendars>, 'tx' | 'actor' | 'query'>): Promise<
  Page<'holiday_calendars', HolidayCalendar>
> {
  const paging = paged(`holiday calendars of ${organisationId}`, query)
  const rows = await store.listCalendars(tx, organisationId, paging)
  const page = pageOf('holiday_calendars', rows, paging, (row) => row.id)
  return { ...page, holiday_calendars: page.holiday_calendars.map(present) }
}

type OneCall = Pick<Call<typeof contract.getHolidayCalendar>, 'tx' | 'actor' | 'params'>

const refOf = ({ actor, params }: OneCall) => ({ organisationId: actor.organisationId, id: params.id })

/** @throws not_found */
export async function getHolidayCalendar(
  call: Call<typeof contract.getHolidayCalendar>,
): Promise<HolidayCalendar> {
  const row = await store.findCalendar(call.tx, refOf(call))
  if (!row) throw problem('not_found')
  return present(row)
}

/** @throws not_found */
export async function listHolidayCalendarDays(call: Call<typeof contract.listHolidayCalendarDays>) {
  const { tx, actor, params, query, now } = call
  const [calendar] = await store.daysOfCalendars(tx, actor.organisationId, [params.id])
  if (!(calendar satisfies store.CalendarDays | undefined)) throw problem('not_found')
  const usual = calendar.country === null ? null : now.getUTCFullYear()
  const language = await nameLanguageOf(tx, actor.organisationId)
  return { days: daysOf(calendar, query.year ?? usual, language) }
}

/** In the order of their names. */
export async function listPublicHolidayCountries({
  tx,
  actor,
}: Call<typeof contract.listPublicHolidayCountries>) {
  const names = new Intl.DisplayNames([await nameLanguageOf(tx, actor.organisationId)], { type: 'region' })
  const countries = publicCountries().map((one) => ({ ...one, name: names.of(one.country) ?? one.country }))
  return {
    ...yearsKnown(),
    countries: countries.toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}

/** @throws invalid_request  a country or a region that is not known */
export async function listPublicHolidays({
  tx,
  actor,
  query: { country, region, year },
  now,
}: Call<typeof contract.listPublicHolidays>) {
  const place = { country, region: region ?? null }
  if (!hasCountry(country) || !hasRegion(place))
    throw problem('invalid_request', { detail: 'No public holidays are known of this country or region' })
  const language = await nameLanguageOf(tx, actor.organisationId)
  return { days: publicDaysOf(place, year ?? now.getUTCFullYear(), language) }
}

/** @throws unprocessable */
function checkDays(days: HolidayDays): HolidayDays {
  const seen = new Set<string>()
  return days.map(({ date, name }, index) => {
    if (date < firstDate || date > lastDate)
      throw impossible(`/days/${index}/date`, `date must be from ${firstDate} to ${lastDate}`)
    if (seen.has(date)) throw impossible(`/days/${index}/date`, `${date} is listed twice`, 'duplicate')
    seen.add(date)
    return { date, name: nameOf(name, `days/${index}/name`) }
  })
}

/** @throws unprocessable  neither or both kinds, an unknown country or region, days that cannot be, or too many calendars */
export async function createHolidayCalendar(
  call: Call<typeof contract.createHolidayCalendar>,
): Promise<HolidayCalendar> {
  const { tx, actor, body, now } = call
  const { organisationId } = actor
  const { country = null, region = null, days } = body
  if ((days === undefined) === (country === null))
    throw impossible(
      days === undefined ? '' : '/country',
      'A calendar has either days or a country',
      'one_of',
    )
  if (country === null && region !== null) throw impossible('/region', 'A region belongs to a country')
  if (country !== null && !hasCountry(country))
    throw impossible('/country', `No public holidays are known of ${country}`, 'unknown')
  if (country !== null && !hasRegion({ country, region }))
    throw impossible('/region', `${country} has no region ${region}`, 'unknown')
  const id = newId('holidayCalendar')
  const calendar = {
    organisation_id: organisationId,
    id,
    name: nameOf(body.name),
    country,
    region,
    days: days === undefined ? null : checkDays(days),
  }
  await store.lockCount(tx, organisationId)
  if (!(await store.insertCalendar(tx, calendar, limits.holidayCalendarsMax, now)))
    throw impossible('', `An organisation has at most ${limits.holidayCalendarsMax} calendars`, 'too_many')
  await record(call, 'holiday_calendar.created', id, { name: calendar.name, country, region })
  return present(await store.getCalendar(tx, { organisationId, id }))
}

type ChangeCall = Pick<
  Call<typeof contract.deleteHolidayCalendar>,
  'tx' | 'actor' | 'params' | 'ifMatch' | 'now'
>

/** @throws not_found | precondition_failed */
async function loadToChange(call: ChangeCall): Promise<store.CalendarRow> {
  const row = await store.lockCalendar(call.tx, refOf(call))
  if (!row) throw problem('not_found')
  if (call.ifMatch !== undefined && call.ifMatch !== row.version) throw problem('precondition_failed')
  return row
}

/** @throws not_found | precondition_failed | unprocessable  days of a public one, or days that cannot be */
export async function updateHolidayCalendar(
  call: Call<typeof contract.updateHolidayCalendar>,
): Promise<HolidayCalendar> {
  const { tx, body, now } = call
  const row = await loadToChange(call)
  if (body.days && row.country !== null)
    throw impossible('/days', 'The days of a public calendar come with the service', 'fixed')
  const days = body.days ? checkDays(body.days) : null
  const name = body.name === undefined ? row.name : nameOf(body.name)
  const [before] = await store.daysOfCalendars(tx, row.organisation_id, [row.id])
  await store.updateCalendar(tx, refOf(call), { name, days }, now)
  await record(call, 'holiday_calendar.updated', row.id, { name, days: days?.length ?? null })
  // A form sends all that it shows: days that are as they were move nothing.
  if (days && !isDeepStrictEqual(days, before?.days))
    for (const checkIn of await store.lockUsers(tx, refOf(call))) await planAgain(call, checkIn)
  return present(await store.getCalendar(tx, refOf(call)))
}

/** @throws not_found | precondition_failed | holiday_calendar_in_use */
export async function deleteHolidayCalendar(
  call: Call<typeof contract.deleteHolidayCalendar>,
): Promise<null> {
  const { tx, query, now } = call
  const row = await loadToChange(call)
  const users = await store.lockUsers(tx, refOf(call))
  if (users.length > 0 && query.detach !== true)
    throw problem('holiday_calendar_in_use', {
      detail: `Drafts, active and paused check-ins that use it: ${users.length}`,
    })
  await store.deleteCalendar(tx, refOf(call))
  for (const user of users) {
    const ids = (user.recurrence.holiday_calendar_ids satisfies string[]).filter((id) => id !== row.id)
    const recurrence = { ...user.recurrence, holiday_calendar_ids: ids }
    await planAgain(call, await updateCheckIn(tx, { ...user, recurrence }, now))
  }
  await record(call, 'holiday_calendar.deleted', row.id, { name: row.name, check_ins: users.length })
  return null
}

const planAgain = async ({ tx, now }: Pick<ChangeCall, 'tx' | 'now'>, checkIn: CheckInRow): Promise<void> => {
  if (checkIn.state !== 'draft') await replanAround(tx, checkIn, now)
}

const record = (
  { tx, actor, now }: Pick<ChangeCall, 'tx' | 'actor' | 'now'>,
  action: AuditAction,
  target: string,
  detail: Record<string, string | number | null>,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target,
    detail,
    at: now,
  })
