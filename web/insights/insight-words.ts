/** How sure a finding is, and of which survey: in words. */
import type { Say } from '../messages.ts'
import { shortDateOf } from '../ui/time.tsx'
import type { findingTexts } from './finding-texts.ts'
import { type Insight, intervalOf } from './insight-queries.ts'

type Words = Say<typeof findingTexts>

/** “likely 2.8 to 3.4”; null of what has none, and of a number of people, of whom it would be a share that is not said. */
export function intervalText(say: Words, insight: Insight): string | null {
  const isCount = (insight.value as { people?: number }).people !== undefined && insight.kind === 'level'
  const interval = isCount ? null : intervalOf(insight)
  return interval && say('interval', interval)
}

/** “How was your week? · 23 Nov”: an occurrence goes by the day on which it opened, as on every page, and a pulse by its end. */
export function surveyText(say: Words, { survey, scope }: Insight): string {
  const { title, opened_at: opened, closed_at: closed } = survey
  if (scope.check_in_instance_id !== undefined) return say('occurrence', { title, date: shortDateOf(opened) })
  return closed === null ? title : say('survey', { title, date: shortDateOf(closed) })
}

/** Its day alone, beside its name; null of a pulse that has not closed. */
export function surveyDate({
  survey: { opened_at: opened, closed_at: closed },
  scope,
}: Insight): string | null {
  if (scope.check_in_instance_id !== undefined) return shortDateOf(opened)
  return closed === null ? null : shortDateOf(closed)
}
