/**
 * The occurrences of pulses and check-ins between two dates: what happened, what waits, and what the rules of check-ins plan. It writes nothing;
 * each kind keeps its own rules.
 */
import { limits } from '../../contract/limits.ts'
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/occurrences.ts'
import type { Occurrence, SurveyOccurrences } from '../../contract/occurrences.ts'
import type { Call } from '../call.ts'
import { isByRecipient, plannedOf, scheduleOf } from '../checkins/checkins.ts'
import { paged, pageOf } from '../db/paging.ts'
import { namedTeamsReachOf } from '../directory/directory.ts'
import { problem } from '../problem.ts'
import * as store from './store.ts'
import type { OccurrencesRow, Range } from './store.ts'

/** Days that calendars know; rules have no dates outside. */
const firstDay = '2000-01-01'
const lastDay = '2199-12-31'

/** From the first day on, where a caller names no last one. */
const usualDays = 30

const prefixLength = 'pls_'.length

/** @throws invalid_request  a range that is empty or too long | invalid_cursor */
export async function listOccurrences({
  tx,
  actor,
  query,
  now,
}: Call<typeof contract.listOccurrences>): Promise<Page<'surveys', SurveyOccurrences>> {
  const { from = now.toISOString().slice(0, 10) } = query
  const { to = usualEnd(from) } = query
  const range = rangeOf(from, to)
  const { organisationId } = actor
  const paging = paged(`occurrences of ${organisationId}`, {
    ...query,
    limit: Math.min(query.limit ?? limits.occurrencePageMax, limits.occurrencePageMax),
  })
  const named = await namedTeamsReachOf(tx, actor)
  const { rows, ...rest } = pageOf(
    'rows',
    await store.listOccurrences(tx, actor, { ...range, named }, paging),
    paging,
    ({ id }) => id.slice(prefixLength),
  )
  const planned = await plannedOf(tx, organisationId, rows.map(plannedFor), {
    from: dayBeside(from, -1),
    to: dayBeside(to, 1),
    now,
  })
  return {
    surveys: rows.map((row, place) => {
      const all =
        row.kind === 'pulse' ? ofPulse(row, now) : [...ofInstances(row), ...planned[place].map(ofPlan)]
      const occurrences = all.filter((one) => isWithin(one, range))
      return { ...surveyOf(row), occurrences }
    }),
    ...rest,
  }
}

const dayBeside = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** The end of a range that has only a first day. One outside the calendar is refused because of that day. */
function usualEnd(from: string): string {
  if (from > lastDay) return from
  const to = dayBeside(from, usualDays)
  return to > lastDay ? lastDay : to
}

/** Clocks on earth are up to 14 hours ahead of UTC, and up to 12 behind. */
function rangeOf(from: string, to: string): Range {
  if (from < firstDay || to > lastDay || to < from)
    throw problem('invalid_request', {
      detail: `The range must be from ${firstDay} to ${lastDay}, and not empty`,
    })
  const days = Temporal.PlainDate.from(from).until(to).total('days') + 1
  if (days > limits.occurrenceDaysMax)
    throw problem('invalid_request', {
      detail: `The range has ${days} days, more than ${limits.occurrenceDaysMax}`,
    })
  const at = (date: string, hours: number): string =>
    Temporal.Instant.from(`${date}T00:00:00Z`).add({ hours }).toString()
  return { start: at(from, -14), end: at(dayBeside(to, 1), 12) }
}

const isWithin = ({ opens_at: opens, closes_at: closes }: Occurrence, { start, end }: Range): boolean =>
  Date.parse(opens) < Date.parse(end) && (closes === null || Date.parse(closes) >= Date.parse(start))

/** A pulse plans nothing, and has none of these. */
const plannedFor = ({ kind, state, last_date, ...row }: OccurrencesRow) => ({
  state: kind === 'pulse' ? 'none' : state,
  last_date,
  recurrence: row.recurrence!,
  time_zone: row.time_zone!,
  window: row.window!,
  overlap: row.overlap!,
  lifecycle: row.lifecycle,
})

function surveyOf(row: OccurrencesRow): Omit<SurveyOccurrences, 'occurrences'> {
  const { kind, id, title, state, visibility, author_user_id, version, time_zone, recipients, seen_teams } =
    row
  const seen = new Set(seen_teams)
  const team_ids = recipients.team_ids.filter((team) => seen.has(team))
  return {
    kind,
    id,
    title,
    state,
    visibility,
    author_user_id,
    version,
    time_zone,
    by_recipient: kind === 'check_in' && isByRecipient(scheduleOf(plannedFor(row))),
    by_lifecycle: row.lifecycle !== null,
    team_ids,
    more_teams: recipients.team_ids.length - team_ids.length,
    excluded_team_ids: (recipients.excluded_team_ids ?? []).filter((team) => seen.has(team)),
  }
}

const pulseStates: Partial<Record<SurveyOccurrences['state'], Occurrence['state']>> = {
  draft: 'planned',
  scheduled: 'scheduled',
  open: 'open',
  cancelled: 'cancelled',
}

/** A draft whose time is over opens when somebody says so. */
const ofPulse = ({ state, opens_at, closes_at }: OccurrencesRow, now: Date): Occurrence[] =>
  opens_at === null || (state === 'draft' && Date.parse(opens_at) <= now.getTime())
    ? []
    : [
        {
          check_in_instance_id: null,
          state: pulseStates[state] ?? 'closed',
          local_date: null,
          moved_from: null,
          holiday: null,
          reason: null,
          opens_at,
          closes_at,
        },
      ]

const ofInstances = ({ instances }: OccurrencesRow): Occurrence[] =>
  (instances ?? []).map(({ id, opens_at, closes_at, ...rest }) => ({
    check_in_instance_id: id,
    ...rest,
    holiday: null,
    opens_at: instantOf(opens_at),
    closes_at: closes_at && instantOf(closes_at),
  }))

/** JSON made by the database writes its offset in another way. */
const instantOf = (text: string): string => Temporal.Instant.from(text).toString()

const ofPlan = ({
  local_date,
  moved_from,
  holiday,
  skipped,
  opens_at,
  closes_at,
}: Awaited<ReturnType<typeof plannedOf>>[number][number]): Occurrence => ({
  check_in_instance_id: null,
  state: skipped === null ? 'planned' : 'skipped',
  local_date,
  moved_from,
  holiday,
  reason: skipped,
  opens_at,
  closes_at,
})
