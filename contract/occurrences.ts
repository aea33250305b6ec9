/** Occurrences: when surveys open and close, of pulses and check-ins together, between two dates; what has happened and what is planned. */
import type { Static } from 'typebox'
import { instant, localDate, nullable, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { checkInStates, instanceStates, pulseStates } from './states.ts'
import { Type } from './schema.ts'

/** `planned`: by the rule of a check-in, or by the opening time of a draft; it has no instance yet. */
export const occurrenceStates = ['planned', ...instanceStates] as const

export const Occurrence = Type.Object({
  check_in_instance_id: nullable(Type.String({ description: 'null of a pulse, and of one that is planned' })),
  state: oneOf(occurrenceStates),
  local_date: nullable(Type.String({ description: 'in the time zone of the check-in; null for a pulse' })),
  moved_from: nullable(Type.String({ description: 'the date of the rule, where it opens on another one' })),
  holiday: nullable(
    Type.String({ description: 'the name of the holiday on the date of the rule, where it has one' }),
  ),
  reason: nullable(
    Type.String({
      description:
        'why it is skipped; of one that is planned `holiday`, or `exdate`: a date of the rule among the exdates of the check-in',
    }),
  ),
  opens_at: instant,
  closes_at: nullable(instant),
})

export const SurveyOccurrences = Type.Object(
  {
    kind: oneOf(['pulse', 'check_in']),
    id: Type.String({ description: 'the ID of the pulse or the check-in' }),
    title: Type.String(),
    state: oneOf([...new Set([...pulseStates, ...checkInStates])]),
    visibility: oneOf(['public', 'private']),
    author_user_id: Type.String(),
    version: Type.Integer(),
    time_zone: nullable(Type.String({ description: 'of a check-in' })),
    by_recipient: Type.Boolean({
      description: 'it opens by the clock of each recipient; planned times are those of the check-in’s zone',
    }),
    by_lifecycle: Type.Boolean({
      description: 'it asks each person on a day of their own, around joining or leaving',
    }),
    team_ids: Type.Array(Type.String(), {
      description: 'the teams that it asks, as far as you can list them',
    }),
    more_teams: Type.Integer({ description: 'so many others' }),
    excluded_team_ids: Type.Array(Type.String(), {
      description: 'excluded teams, as far as you can list them',
    }),
    occurrences: Type.Array(Occurrence, { description: 'by when they open' }),
  },
  { title: 'SurveyOccurrences' },
)

export const listOccurrences = {
  id: 'listOccurrences',
  method: 'GET',
  path: '/api/occurrences',
  summary: 'List occurrences between two dates',
  description: `Pulses and check-ins, newest first, each with its occurrences that are open, or would be, on one of these days somewhere on earth. Check-ins that still plan, and drafts of pulses whose time is over, may come with none; other surveys without one are left out. You see what \`listPulses\` and \`listCheckIns\` show you, as a member without surveys of others that have asked nobody yet. Planned occurrences follow the rule, the holidays and the moved dates of a check-in as they are now; check-ins around joining and leaving have no planned occurrences. The range has at most ${limits.occurrenceDaysMax} days, a page at most ${limits.occurrencePageMax} surveys.`,
  tag: 'Surveys',
  caller: 'application',
  action: 'survey.read',
  scope: ['pulses:read'], // the one scope that reads check-ins as well
  query: strict({
    ...paging,
    from: Type.Optional({ ...localDate, description: 'by default today, in UTC' }),
    to: Type.Optional({
      ...localDate,
      description: 'by default 30 days after `from`, or the last day that is known',
    }),
  }),
  status: 200,
  response: page('surveys', SurveyOccurrences),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export type Occurrence = Static<typeof Occurrence>
export type SurveyOccurrences = Static<typeof SurveyOccurrences>
