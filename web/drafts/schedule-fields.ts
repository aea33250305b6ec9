/** What of a check-in its editor changes. */
import type { CheckIn } from './draft-queries.ts'
import type { Fields } from './fields.ts'

export type ScheduleFields = Fields &
  Pick<CheckIn, 'recurrence' | 'window' | 'time_zone' | 'rotation' | 'lifecycle'>

export type Lifecycle = NonNullable<CheckIn['lifecycle']>
