/** Questions of the templates of the service that measure something, each once: what a library has before anybody has kept a question in it. */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { Template } from './draft-queries.ts'

export type Tested = {
  question: FormQuestion
  driver: DriverId
  /** Of the question alone. */
  translations: Template['translations']
}

const place = ({ driver }: Tested): number => driverIds.indexOf(driver)

/** In the order of what they measure. @param q  words that it has */
export function testedIn(templates: readonly Template[], q: string): Tested[] {
  const words = q.trim().toLowerCase()
  const found = new Map<string, Tested>()
  for (const { origin, questions, translations } of templates) {
    if (origin !== 'built_in') continue
    for (const { show_if: _elsewhere, ...question } of questions) {
      const driver = 'driver' in question ? question.driver : undefined
      if (!driver || found.has(question.id) || !question.text.toLowerCase().includes(words)) continue
      found.set(question.id, { question, driver, translations: textsOf(translations, question.id) })
    }
  }
  return [...found.values()].toSorted((a, b) => place(a) - place(b))
}

const textsOf = (translations: Template['translations'], id: string): Template['translations'] =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, { questions }]) =>
      questions?.[id] ? [[language, { questions: { [id]: questions[id] } }]] : [],
    ),
  )
