/** What all figures have in common: their members, and who may read them. */
import { hidden, withoutSmallTeams } from './collections.ts'
import { nullable } from './fields.ts'
import { Method } from './insights.ts'
import { Type } from './schema.ts'

/** The members of every figure. */
export const figure = {
  n: Type.Integer({ description: 'the number of people who answered; over a window, the number of answers' }),
  interval: nullable(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
  method: Method,
  without_small_teams: withoutSmallTeams,
  ...hidden,
}

export const readAccess = {
  method: 'GET',
  tag: 'Insights',
  caller: 'application',
  action: 'results.read',
  scope: ['insights:read', 'insights:write', 'pulses:read'],
  status: 200,
  errors: ['invalid_cursor'],
} as const
