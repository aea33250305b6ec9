/** A rule in words. */
import { useMessages } from '../messages.ts'
import { rhythmTexts } from './rhythm-texts.ts'
import { rhythmOf, weekdayName, weekdayNames } from './recurrence.ts'

/** “Every second week on Monday and Friday” */
export function useRhythmText(): (rule: string) => string {
  const say = useMessages(rhythmTexts)
  return (rule) => {
    const rhythm = rhythmOf(rule)
    if (!rhythm) return say('rhythm_custom')
    if (rhythm.every === 'month') {
      const position = positionName[rhythm.position]
      return say(`rhythm_month_${position}`, { count: rhythm.months, day: weekdayName(rhythm.day) })
    }
    return say('rhythm_weeks', { count: rhythm.weeks, days: weekdayNames(rhythm.days) })
  }
}

export const positionName = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' } as const
