/** Low participation: what happens where few have answered. The author and those who lead a team that is asked are told in any case. */
import type { Static } from 'typebox'
import { duration, instant, nullable, strict } from './fields.ts'
import { Type } from './schema.ts'

export const LowParticipation = strict(
  {
    below: Type.Number({
      minimum: 0.01,
      maximum: 1,
      description:
        'compared with the response_rate that is shown at the end. Where that moves in steps, a small group counts as low only below the highest step that it reaches in any case, and one of fewer than 2 × k_rate people never does',
    }),
    extend_by: nullable({
      ...duration,
      description:
        'the end then moves by this, once: from an hour to 31 days, on the wall clock. An occurrence of a check-in goes on until the next one opens at the latest. null: it is not extended, and who is told is told when two thirds of its time have passed',
    }),
  },
  {
    title: 'LowParticipation',
    description:
      'where few have answered the survey goes on once; its author and, for a public one, the managers and leads of teams that it asks get an e-mail, which names nobody',
  },
)

export const ParticipationExtension = Type.Object(
  {
    extended_at: instant,
    below: Type.Number({ description: 'the response_rate that was shown was below this' }),
  },
  { title: 'ParticipationExtension' },
)

export type LowParticipation = Static<typeof LowParticipation>
export type ParticipationExtension = Static<typeof ParticipationExtension>
