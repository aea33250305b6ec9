/** A preview of what a survey will show, computed from the directory, minimum group sizes and an expected response rate. */
import type { Static } from 'typebox'
import { channelNames, Recipients } from './collections.ts'
import { Breakdown, Confidentiality, ConfidentialityChoice } from './confidentiality.ts'
import { id, instant, nullable, oneOf, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Questions } from './questions.ts'
import { Type } from './schema.ts'

const share = Type.Number({ description: 'the share of runs in which the group is shown, to two decimals' })

/** The channels of the survey that is previewed. */
export const SimulatedChannels = Type.Array(oneOf(channelNames), {
  minItems: 1,
  uniqueItems: true,
  description:
    'channels of the survey. Where `code` is among them in anonymous mode, people count as in its pools: teams in which too few draw a code count further up',
})

export const SimulationRequest = strict(
  {
    recipients: Recipients,
    confidentiality: Type.Optional(ConfidentialityChoice),
    response_rate: Type.Number({
      minimum: 0.01,
      maximum: 1,
      description: 'the expected share of recipients who answer',
    }),
    skip_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.95,
        default: 0.05,
        description: 'the expected share of respondents who skip a question',
      }),
    ),
    breakdown: Type.Optional(nullable(Breakdown)),
    questions: Type.Optional(Questions),
    channels: Type.Optional(SimulatedChannels),
    check_in_id: Type.Optional({
      ...id('chk'),
      description:
        'the check-in whose next survey this is: people keep their seats in it, whatever it asks. Its questions are used unless there are others',
    }),
  },
  { title: 'SimulationRequest' },
)

export const Simulation = Type.Object(
  {
    recipients: Type.Integer({ description: 'the number of recipients' }),
    runs: Type.Integer({ description: 'the number of simulated runs; fewer for large rosters' }),
    confidentiality: Confidentiality,
    teams: Type.Array(
      Type.Object({
        team_id: Type.String(),
        name: Type.String(),
        parent_team_id: nullable(
          Type.String({ description: 'null if there is no parent team or it receives no survey' }),
        ),
        people: Type.Integer({
          description: 'people in this team and the teams below it; everybody counts in exactly one team',
        }),
        scores: share,
        comments: share,
        response_rate: Type.Boolean({ description: 'whether the response rate is shown' }),
      }),
    ),
    everyone: Type.Object({ scores: share, comments: share, response_rate: Type.Boolean() }),
    shown_expected: Type.Number({ description: 'the average number of teams whose scores are shown' }),
    breakdown: nullable(
      Type.Object({
        attribute: Type.String(),
        values: Type.Array(Type.Object({ value: Type.String(), people: Type.Integer() }), {
          description: 'values with at least k_score people',
        }),
        others: Type.Integer({ description: 'people with a rarer value or without a value' }),
      }),
    ),
    season: nullable(
      Type.Object(
        {
          began_at: instant,
          ends_at: instant,
          quiet_until: nullable(
            Type.String({
              format: 'date-time',
              description: 'until when groups sit out that have changed since the season before',
            }),
          ),
          waiting: Type.Integer({
            description: 'people who joined since the season began and are too few to be counted yet',
          }),
          sitting_out: Type.Array(
            Type.Object({
              team_id: nullable(Type.String({ description: 'null for people of several teams' })),
              people: Type.Integer({ description: 'people of the group who are asked and not counted' }),
            }),
            {
              description:
                'groups in which somebody is missing, or that have changed since the season before',
            },
          ),
        },
        {
          description:
            'Who is not counted because a question was asked before: figures of two collections must not differ by a few people. null if none of the questions was, if all who are asked count, or if the request has no questions.',
        },
      ),
    ),
    hints: Type.Array(Type.String()),
  },
  { title: 'Simulation' },
)

export const simulateConfidentiality = {
  id: 'simulateConfidentiality',
  method: 'POST',
  path: '/api/confidentiality/simulate',
  tag: 'Confidentiality',
  summary: 'Preview what a survey will show',
  description:
    'Simulates the survey many times on today’s directory, with the same confidentiality rules as a real one. Changes nothing; the same request on the same directory gives the same reply. Who does not see the directory previews whole teams that they may ask, without a breakdown.',
  caller: 'application',
  action: 'survey.simulate',
  scope: ['pulses:read', 'pulses:write', 'checkins:read', 'checkins:write'],
  body: SimulationRequest,
  status: 200,
  response: Simulation,
  errors: ['unprocessable', 'recipients_out_of_reach'],
} as const satisfies Operation

export type SimulationRequest = Static<typeof SimulationRequest>
export type Simulation = Static<typeof Simulation>
