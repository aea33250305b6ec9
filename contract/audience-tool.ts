/** The tool that previews an audience, before anybody is asked. */
import { Recipients } from './collections.ts'
import { modes } from './confidentiality.ts'
import { oneOf, strict } from './fields.ts'
import { Questions } from './questions.ts'
import { SimulatedChannels } from './simulation.ts'
import { reads, type Tool, Untrusted } from './tool.ts'
import { Type } from './schema.ts'

export const simulateAudience = {
  name: 'simulate_audience',
  title: 'Preview an audience',
  description:
    'Says how many people a survey would ask, and how likely each team is to be shown, before anybody is asked. Changes nothing.',
  scopes: [['pulses:read', 'teams:read']],
  input: strict({
    recipients: Recipients,
    mode: Type.Optional(oneOf(modes)),
    questions: Type.Optional(Questions),
    channels: Type.Optional(SimulatedChannels),
    response_rate: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 1,
        description: 'the expected share of answers; 0.7 by default',
      }),
    ),
  }),
  output: Type.Object({
    recipients: Type.Integer({ description: 'how many people are asked' }),
    k_score: Type.Integer(),
    everyone: Type.Object({ scores: Type.Number(), comments: Type.Number(), response_rate: Type.Boolean() }),
    shown_expected: Type.Number({ description: 'the average number of teams whose scores are shown' }),
    teams: Type.Array(
      Type.Object({
        team_id: Type.String(),
        name: Untrusted,
        people: Type.Integer(),
        scores: Type.Number({ description: 'the share of runs in which scores are shown' }),
        comments: Type.Number(),
      }),
    ),
    has_more: Type.Boolean({ description: 'there are more teams than fit' }),
  }),
  annotations: reads,
} as const satisfies Tool
