/** The choice of an occurrence of a check-in. */
import { useMessages } from '../messages.ts'
import { UrlSelect } from '../ui/url-filters.tsx'
import { dayOf } from './result-words.ts'
import type { Occurrence } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'

type PickerProps = { occurrences: readonly Occurrence[]; newest: Occurrence }

export function OccurrencePicker({ occurrences, newest }: PickerProps) {
  const say = useMessages(resultsTexts)
  const labelOf = ({ local_date: day, state }: Occurrence): string =>
    state === 'open' ? say('occurrence_open', { date: dayOf(day) }) : dayOf(day)
  return (
    <UrlSelect
      label={say('occurrence')}
      param="occurrence"
      all={labelOf(newest)}
      options={occurrences
        .filter((one) => one !== newest)
        .map((one) => ({ value: one.id, label: labelOf(one) }))}
    />
  )
}
