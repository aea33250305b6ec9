/** When a check-in of a template asks, in words. Loaded apart, because most templates are read in the list. */
import { clockText } from '../ui/clock.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { lifecycleTexts } from '../drafts/lifecycle-texts.ts'
import { rhythmText } from '../drafts/recurrence.ts'
import { useMessages } from '../messages.ts'
import type { Template } from './template-queries.ts'

export function SuggestedDates({ suggested: { recurrence, lifecycle } }: Pick<Template, 'suggested'>) {
  const say = useMessages(draftTexts)
  const sayOfLifecycles = useMessages(lifecycleTexts)
  return (
    <>
      {lifecycle && sayOfLifecycles(`rule_${lifecycle.date}`, { days: lifecycle.days })}
      {recurrence && `${rhythmText(say, recurrence.rrule)}, ${clockText(recurrence.time)}`}
    </>
  )
}
