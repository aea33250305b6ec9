/** What a template suggests is checked against the rules of what is made from it. */
import type { FormQuestion } from '../../contract/questions.ts'
import type { Template } from '../../contract/templates.ts'
import { checkLowParticipation } from '../collection/collection.ts'
import { complete, todayIn } from './dates.ts'
import { checkExtension } from './extending.ts'
import { checkLifecycle } from './lifecycle.ts'
import { recurrenceOf } from './periods.ts'
import { checkRotation } from './rotation.ts'
import { checkSchedule, scheduleOf } from './schedule.ts'

/** A template says nothing of these. */
const usual = { auto_close: false, breakdown: null, roster_mode: 'dynamic' } as const

const zone = 'UTC'
const weekly = { rrule: 'FREQ=WEEKLY', time: '09:00' }

/** @throws unprocessable  with pointers into a draft of a check-in, or of a pulse where it has no dates */
export function checkSuggestion(
  {
    questions,
    mode,
    recurrence,
    ...suggested
  }: Template['suggested'] & { questions: readonly FormQuestion[] },
  now: Date,
): void {
  const { lifecycle, rotation } = suggested
  const today = todayIn(zone, now)
  const dates = lifecycle
    ? recurrenceOf(lifecycle, today)
    : complete({ ...(recurrence ?? weekly), starts_on: today })
  const draft = {
    ...usual,
    ...suggested,
    channels: [],
    recurrence: dates,
    time_zone: zone,
    confidentiality: { mode },
  }
  checkLifecycle(draft)
  checkSchedule(scheduleOf(draft))
  checkRotation(rotation, questions)
  if (recurrence) checkExtension(draft)
  else checkLowParticipation(suggested.low_participation)
}
