/** What will be shown, before anybody is asked: from the directory, thresholds and an expected response rate. */
import { Type, type Static } from 'typebox'
import { Recipients } from './collections.ts'
import { Breakdown, Confidentiality, ConfidentialityChoice } from './confidentiality.ts'
import { nullable, strict } from './fields.ts'
import { type Operation } from './operation.ts'

const share = Type.Number({ description: 'share of the runs in which the group is shown, to a hundredth' })

export const SimulationRequest = strict(
  {
    recipients: Recipients,
    confidentiality: Type.Optional(ConfidentialityChoice),
    response_rate: Type.Number({ minimum: 0.01, maximum: 1, description: 'share of people who will answer' }),
    skip_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 0.95,
        default: 0.05,
        description: 'share of respondents who skip a question',
      }),
    ),
    breakdown: Type.Optional(nullable(Breakdown)),
  },
  { title: 'SimulationRequest' },
)

export const Simulation = Type.Object(
  {
    recipients: Type.Integer({ description: 'people who would be asked' }),
    runs: Type.Integer({ description: 'fewer for large rosters' }),
    confidentiality: Confidentiality,
    teams: Type.Array(
      Type.Object({
        team_id: Type.String(),
        name: Type.String(),
        parent_team_id: nullable(Type.String({ description: 'null also where the parent is not asked' })),
        people: Type.Integer({
          description: 'people who count in the team or below it; everybody counts in one team',
        }),
        scores: share,
        comments: share,
        response_rate: Type.Boolean({ description: 'whether its response rate is shown' }),
      }),
    ),
    everyone: Type.Object({ scores: share, comments: share, response_rate: Type.Boolean() }),
    shown_expected: Type.Number({ description: 'teams that see scores of their own, on average' }),
    breakdown: nullable(
      Type.Object({
        attribute: Type.String(),
        values: Type.Array(Type.Object({ value: Type.String(), people: Type.Integer() }), {
          description: 'values with at least k_score people',
        }),
        others: Type.Integer({ description: 'people with a rarer value, or with none' }),
      }),
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
  summary: 'Simulate what will be shown',
  description:
    'Plays the collection many times over today’s directory with the rules of a real one, before anything is sent. Changes nothing; the same request on the same directory gives the same reply.',
  caller: 'application',
  scope: ['pulses:read', 'pulses:write', 'checkins:read', 'checkins:write'],
  body: SimulationRequest,
  status: 200,
  response: Simulation,
  errors: ['unprocessable'],
} as const satisfies Operation

export type SimulationRequest = Static<typeof SimulationRequest>
export type Simulation = Static<typeof Simulation>
