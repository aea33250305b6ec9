/** The results of a team over time: its released figures, collection by collection. */
import type { Static } from 'typebox'
import { CountedIn, QuestionFigure } from './collections.ts'
import { instant, nullable, page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { TeamParams } from './teams.ts'
import { Type } from './schema.ts'

export const TeamResponses = Type.Object(
  {
    collection: Type.Object({
      pulse_id: nullable(Type.String()),
      check_in_id: nullable(Type.String()),
      check_in_instance_id: nullable(Type.String()),
      title: Type.String(),
      closed_at: instant,
    }),
    suppressed: Type.Optional(
      Type.Literal(true, { description: 'nobody answered, or too few people to show anything' }),
    ),
    ...CountedIn.properties,
    questions: Type.Optional(Type.Array(QuestionFigure)),
  },
  { title: 'TeamResponses' },
)

export const listTeamResponses = {
  id: 'listTeamResponses',
  method: 'GET',
  path: '/api/teams/{id}/responses',
  tag: 'Teams',
  summary: 'List the results of a team',
  description:
    'The released figures of the team in every closed survey that it received and that the caller may see, newest first.',
  caller: 'application',
  action: 'results.read',
  scope: ['responses:read', 'pulses:read'],
  params: TeamParams,
  query: strict(paging),
  status: 200,
  response: page('responses', TeamResponses),
  errors: ['not_found', 'invalid_cursor'],
} as const satisfies Operation

export type TeamResponses = Static<typeof TeamResponses>
