/** Surveys: pulses and check-ins in one list, as people look for them. */
import type { Static } from 'typebox'
import { ResponseSummary } from './collections.ts'
import { modes } from './confidentiality.ts'
import { instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { checkInStates, pulseStates, resultsStates } from './states.ts'
import { Type } from './schema.ts'

/**
 * Where a survey is, of whichever kind: a check-in is open while an occurrence of it is, scheduled between two, and closed once it has
 * ended. A cancelled pulse is closed.
 */
export const surveyPhases = ['draft', 'scheduled', 'open', 'closed', 'archived'] as const

/** What a search of surveys looks into. */
export const wordsFound = 'words of the title, the topic or a question, in any of its languages'

const surveyKinds = ['pulse', 'check_in'] as const
const survey = strict({
  q: Type.Optional(Type.String({ maxLength: 200, description: wordsFound })),
  kind: Type.Optional(oneOf(surveyKinds)),
  mine: Type.Optional(Type.Boolean({ description: 'only those that you are the author of' })),
})

export const Survey = Type.Object(
  {
    kind: oneOf(surveyKinds),
    id: Type.String({ description: 'the ID of the pulse or the check-in' }),
    title: Type.String(),
    topic: nullable(Type.String()),
    phase: oneOf(surveyPhases),
    state: oneOf([...new Set([...pulseStates, ...checkInStates])]),
    visibility: oneOf(['public', 'private']),
    mode: oneOf(modes),
    author: Type.Object({
      id: Type.String(),
      name: nullable(Type.String({ description: 'null for an organisation’s token' })),
    }),
    audience: Type.Object(
      {
        teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
          description:
            'the first three that you could list, or all four where there are four; the others are counted',
        }),
        more_teams: Type.Integer(),
        people_by_name: nullable(
          Type.Integer({ description: 'asked besides the teams; null for whoever may not see them' }),
        ),
        asks_you: nullable(
          Type.Boolean({
            description:
              'whether it asks the person who reads this; null while it is not open, and for programs',
          }),
        ),
      },
      { description: 'the people whom it asks' },
    ),
    opens_at: nullable(
      Type.String({ format: 'date-time', description: 'when it opens; for a check-in, its next occurrence' }),
    ),
    period: nullable(
      Type.Object({
        check_in_instance_id: nullable(Type.String()),
        state: oneOf(['open', 'closed', 'cancelled']),
        opened_at: instant,
        closes_at: nullable(instant),
        closed_at: nullable(instant),
        results_status: oneOf(resultsStates),
        response_summary: ResponseSummary,
      }),
    ),
    matching_question: nullable(
      Type.Object(
        { id: Type.String(), text: Type.String() },
        {
          description:
            'with `q`: the first question that has the words, as results name it, and its text in the language that has them; null where title or topic alone do',
        },
      ),
    ),
    created_at: instant,
    updated_at: instant,
    deleted_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'its author can restore it for 30 days from then on; null for all that is not deleted',
      }),
    ),
  },
  { title: 'ListedSurvey' },
)

const access = {
  tag: 'Surveys',
  caller: 'application',
  action: 'survey.read',
  scope: ['pulses:read'], // the one scope that reads check-ins as well
} as const

export const listSurveys = {
  id: 'listSurveys',
  method: 'GET',
  path: '/api/surveys',
  summary: 'List surveys',
  description:
    'Pulses and check-ins together, newest first. `period` is the collection that is open now, otherwise the one that closed last. You see what `listPulses` and `listCheckIns` show you, as a member without what others wrote and nobody was asked yet.',
  ...access,
  query: strict({
    ...paging,
    ...survey.properties,
    phase: Type.Optional(oneOf(surveyPhases)),
    deleted: Type.Optional(
      Type.Boolean({
        description:
          'list only your own deleted surveys that can still be restored; without it, deleted ones are not listed',
      }),
    ),
  }),
  status: 200,
  response: page('surveys', Survey),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const countSurveys = {
  id: 'countSurveys',
  method: 'GET',
  path: '/api/surveys/counts',
  summary: 'Count surveys by phase',
  description:
    'How many surveys the list has in each phase, with the same filters. `between_dates` counts check-ins that `scheduled` has already: the ones between two occurrences.',
  ...access,
  query: survey,
  status: 200,
  response: Type.Object(
    {
      ...(Object.fromEntries(surveyPhases.map((phase) => [phase, Type.Integer()])) as Record<
        (typeof surveyPhases)[number],
        ReturnType<typeof Type.Integer>
      >),
      between_dates: Type.Integer({
        description: 'check-ins among the scheduled ones whose last occurrence has closed',
      }),
      deleted: Type.Integer({
        description: 'your own deleted surveys that can still be restored, which no phase counts',
      }),
    },
    { title: 'SurveyCounts' },
  ),
  errors: [],
} as const satisfies Operation

export type Survey = Static<typeof Survey>
export type SurveyPhase = (typeof surveyPhases)[number]
export type SurveyCounts = Static<typeof countSurveys.response>
