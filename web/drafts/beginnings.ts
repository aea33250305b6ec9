/** What a draft begins as: the questions of a template, times that suit most, and nobody who is asked yet. */
import type { Say } from '../messages.ts'
import type { Kind, NewSurvey, Template } from './draft-queries.ts'
import type { draftTexts } from './draft-texts.ts'
import { readersZone } from '../reader.ts'
import { shift } from '../schedule/months.ts'
import { dayOf, instantOf } from '../ui/wall-clock.ts'
import { newId } from './questions.ts'
import { daysOf } from './recurrence.ts'

/** `id`: null for an empty page. */
export type Beginning = Pick<
  Template,
  'title' | 'description' | 'kind' | 'questions' | 'language' | 'translations' | 'suggested'
> &
  ({ id: string; version: number } | { id: null })

type Begins = { zone: string | undefined; now: Date }

const daysDefault = 3

export function newSurvey(template: Beginning, { zone, now }: Begins): NewSurvey {
  const { kind, title, description, questions, language, translations, suggested } = template
  const { mode, window, recurrence, lifecycle, reminders, low_participation, rotation } = suggested
  const shared = {
    title,
    description,
    ...(template.id !== null && { template_id: template.id, template_version: template.version }),
    questions,
    language,
    translations,
    recipients: {},
    confidentiality: { mode },
    reminders,
    ...(low_participation && { low_participation }),
  }
  if (kind === 'pulse') {
    const closes = shift(dayOf(now), daysOf(window) ?? daysDefault)
    return { kind, body: { ...shared, closes_at: instantOf(`${closes}T17:00`) } }
  }
  const { rrule = 'FREQ=WEEKLY;BYDAY=FR', time = '10:00', on_holiday = 'skip' } = recurrence ?? {}
  return {
    kind: 'check_in',
    body: {
      ...shared,
      window,
      time_zone: zone ?? readersZone,
      ...(lifecycle
        ? { lifecycle }
        : { recurrence: { rrule, time, on_holiday, starts_on: shift(dayOf(now), 1) } }),
      ...(rotation && { rotation }),
    },
  }
}

/** When it asks and how, where no template says so. */
export const blankSuggestion = (kind: Kind): Template['suggested'] => ({
  mode: 'anonymous',
  window: `P${daysDefault}D`,
  recurrence:
    kind === 'check_in' ? { rrule: 'FREQ=WEEKLY;BYDAY=FR', time: '10:00', on_holiday: 'skip' } : null,
  lifecycle: null,
  reminders: [],
  low_participation: null,
  rotation: null,
})

/** An empty page is kept with a title and a question, because none can be without; the editor shows both empty (fields.ts). */
export const blankTemplate = (kind: Kind, say: Say<typeof draftTexts>): Beginning => ({
  id: null,
  title: say('untitled'),
  description: null,
  kind,
  suggested: blankSuggestion(kind),
  questions: [{ id: newId(), type: 'scale', text: say('no_text'), min: 1, max: 5, required: true }],
  language: null,
  translations: {},
})
