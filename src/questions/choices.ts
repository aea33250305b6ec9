/** Shared by the types whose answers are options of the author: one of them, several, or all in an order. */
import { limits } from '../../contract/limits.ts'
import { otherValue, type QuestionOf, type Value } from '../../contract/questions.ts'
import type { Choice } from './control.ts'
import type { Fault, SurveyRow } from './definition.ts'
import type { Speech } from './speech.ts'

type WithOptions = { options: readonly { id: string; text: string }[]; other?: boolean }
type WithPicks = WithOptions & { min_picks?: number; max_picks?: number }
type WithOther = QuestionOf<'single_choice'> | QuestionOf<'multi_choice'>

export function checkOptions({ options, other }: WithOptions, fault: Fault): void {
  const seen = new Set<string>()
  options.forEach(({ id }, at) => {
    if (seen.has(id)) fault(`options/${at}/id`, `The option id ${id} is used twice`)
    seen.add(id)
    if (other && id === otherValue)
      fault(`options/${at}/id`, `The id ${otherValue} is reserved for answers in other words`)
  })
}

export function checkPicks(
  { options, other, min_picks: least, max_picks: most }: WithPicks,
  fault: Fault,
): void {
  const all = options.length + (other ? 1 : 0)
  if (least !== undefined && least > all) fault('min_picks', 'min_picks is above the number of options')
  if (most !== undefined && most > all) fault('max_picks', 'max_picks is above the number of options')
  if (least !== undefined && most !== undefined && least > most)
    fault('max_picks', 'max_picks is below min_picks')
}

export function checkOtherLength({ other, max_length: most }: WithOther, fault: Fault): void {
  if (most !== undefined && !other)
    fault('max_length', 'max_length needs `other`: it limits the answer in other words')
}

export const isOption = ({ options }: WithOptions, value: unknown): boolean =>
  options.some(({ id }) => id === value)

export function areOptions({ options }: WithOptions, value: unknown): value is string[] {
  const known = new Set<unknown>(options.map(({ id }) => id))
  return Array.isArray(value) && value.every((one) => known.has(one)) && new Set(value).size === value.length
}

/** All values of a question in their order, chosen or not. */
export const optionValues = ({ options, other }: WithOptions): string[] => [
  ...options.map(({ id }) => id),
  ...(other ? [otherValue] : []),
]

export const optionChoices = ({ options }: WithOptions): Choice[] =>
  options.map(({ id, text }) => ({ value: id, text }))

export const otherField = ({ other, max_length }: WithOther): { lengthMax: number } | null =>
  other ? { lengthMax: max_length ?? limits.answerLengthMax } : null

export function optionInWords({ options }: WithOptions, value: Value, { say }: Speech): string {
  const option = options.find(({ id }) => id === value)
  return option ? `“${option.text}”` : value === otherValue ? say('other') : String(value)
}

export function picksHint({ min_picks: least, max_picks: most }: WithPicks, { say }: Speech): string | null {
  if (least && least === most) return say('picks_exactly', { min: least })
  if (least && most) return say('picks_between', { min: least, max: most })
  return least ? say('picks_min', { min: least }) : most ? say('picks_max', { max: most }) : null
}

/** The options that parts of a row name, each once, and the other parts, joined. */
export function pastPicks(
  parts: readonly string[],
  optionOf: SurveyRow['optionOf'],
): { picks: string[]; others: string } {
  return {
    picks: [...new Set(parts.flatMap((part) => optionOf(part) ?? []))],
    others: parts.filter((part) => optionOf(part) === undefined).join('; '),
  }
}
