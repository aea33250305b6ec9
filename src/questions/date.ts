/** A calendar day, YYYY-MM-DD, with optional bounds. */
import type { QuestionOf, Value } from '../../contract/questions.ts'
import { inWords } from '../language.ts'
import type { TypeDefinition } from './definition.ts'
import type { Speech } from './speech.ts'

type DateQuestion = QuestionOf<'date'>

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function valueFault({ earliest, latest }: DateQuestion, value: Value): string | null {
  if (typeof value !== 'string' || !isDate(value)) return 'The value must be a date, YYYY-MM-DD'
  if (earliest !== undefined && value < earliest) return `The date must not be before ${earliest}`
  return latest !== undefined && value > latest ? `The date must not be after ${latest}` : null
}

function hint({ earliest, latest }: DateQuestion, { say, language }: Speech): string | null {
  const from = earliest === undefined ? null : inWords.day(language, earliest)
  const to = latest === undefined ? null : inWords.day(language, latest)
  if (from && to) return say('date_between', { min: from, max: to })
  return from ? say('date_min', { min: from }) : to ? say('date_max', { max: to }) : null
}

export const date: TypeDefinition<DateQuestion> = {
  isText: false,
  isList: false,
  measure: null,
  decides: true,
  inferred: null,
  steps: () => null,
  polarity: () => 0,
  reference: () => null,
  check: ({ earliest, latest }, fault) => {
    if (earliest !== undefined && latest !== undefined && earliest > latest)
      fault('latest', 'latest is before earliest')
  },
  replyFault: (question, { value }) => (value === undefined ? null : valueFault(question, value)),
  valueFault,
  unfinished: (question) => question,
  tally: () => ({ kind: 'number_of_answers' }),
  figures: () => ({}),
  control: ({ earliest, latest }) => ({ kind: 'line', input: 'date', min: earliest, max: latest }),
  valueIn: (text) => text,
  hint,
  explain: (question, speech) => hint(question, speech) ?? speech.say('fault_date'),
  valueInWords: (_question, value) => String(value),
  pastReply: (_question, { choice, words }) => {
    const day = choice ?? words
    return day === null ? 'the question asks for a date' : { value: day }
  },
  examples: ({ earliest, latest }) => [
    { value: earliest ?? latest ?? '2026-01-05' },
    { value: latest ?? earliest ?? '2026-11-30' },
  ],
}
