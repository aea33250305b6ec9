/** Whether everybody is asked on dates, or each person on a day of their own. */
import type { Lifecycle } from './schedule-fields.ts'

const usual: Record<Lifecycle['date'], Lifecycle> = {
  joined_on: { date: 'joined_on', days: 30, period: 'quarter' },
  leaves_on: { date: 'leaves_on', days: 14, period: 'quarter' },
}

/** What most people would choose next. @returns null  everybody on dates */
export function askingBy(value: string, before: Lifecycle | null) {
  if (value !== 'joined_on' && value !== 'leaves_on') return null
  const { date, days } = usual[value]
  const lifecycle: Lifecycle = { ...usual[value], ...before, date, days }
  return { lifecycle, window: 'P7D', rotation: null, low_participation: null }
}
