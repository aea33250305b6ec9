/** Lifecycle: a check-in that asks each person once, some days after they join or before they leave, instead of everybody on a date. */
import type { Static } from 'typebox'
import { oneOf, strict } from './fields.ts'
import { Type } from './schema.ts'

export const lifecyclePeriods = ['month', 'quarter', 'year'] as const

export const Lifecycle = strict(
  {
    date: {
      ...oneOf(['joined_on', 'leaves_on']),
      description: 'the date of the member that counts: days after joining, or before leaving',
    },
    days: Type.Integer({ minimum: 0, maximum: 3_650, description: 'how many days after it, or before it' }),
    period: {
      ...oneOf(lifecyclePeriods),
      description:
        'the answers of everybody whose day is in the same calendar month, quarter or year count together. Nothing is shown of a period in which too few people were asked',
    },
    time: Type.Optional(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        default: '09:00',
        description: 'in the time zone of each member, or of the check-in for members without one',
      }),
    ),
  },
  { title: 'Lifecycle' },
)

export type Lifecycle = Static<typeof Lifecycle>
