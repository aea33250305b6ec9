/** The people whose answers are shown, in the order that the address asks for: only of a list that is there whole, because the service orders by random ids. */
import { locale } from '../messages.ts'
import type { Answer, Asked, NamedAnswer } from './answer-queries.ts'

/** `name`, `at` or the id of a question; with a hyphen before it from the end. */
export type Order = { by: string; isDescending: boolean }

export const orderOf = (sort: string | undefined): Order =>
  sort?.startsWith('-')
    ? { by: sort.slice(1), isDescending: true }
    : { by: sort ?? 'name', isDescending: false }

/** What the address says after a column was pressed: its order turns round, and the usual one is not named. */
export function sortAfter(order: Order, by: string): string | undefined {
  const isDescending = order.by === by && !order.isDescending
  return isDescending ? `-${by}` : by === 'name' ? undefined : by
}

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })

export const answerTo = ({ answers }: NamedAnswer, { id }: Pick<Asked, 'id'>): Answer | undefined =>
  answers.find(({ question_id: question }) => question === id)

/** Numbers by size, options in the order in which they were asked, words by the alphabet. */
function keyOf(one: NamedAnswer, by: string, asked: readonly Asked[]): number | string | null {
  if (by === 'name') return one.name
  if (by === 'at') return one.submitted_at
  const question = asked.find(({ id }) => id === by)
  const answer = question && answerTo(one, question)
  const value = Array.isArray(answer?.value) ? answer.value[0] : answer?.value
  if (typeof value === 'string' && question && 'options' in question)
    return question.options.findIndex(({ id }) => id === value)
  return typeof value === 'boolean' ? Number(value) : (value ?? answer?.text ?? null)
}

/** Anyone who has given no answer comes last, whichever way round. */
export function inOrder(
  people: readonly NamedAnswer[],
  { by, isDescending }: Order,
  asked: readonly Asked[],
): NamedAnswer[] {
  const compare = (one: NamedAnswer, other: NamedAnswer): number => {
    const [first, second] = [keyOf(one, by, asked), keyOf(other, by, asked)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    const sign = isDescending ? -1 : 1
    return typeof first === 'number' && typeof second === 'number'
      ? sign * (first - second)
      : sign * collator.compare(String(first), String(second))
  }
  const byName = (one: NamedAnswer, other: NamedAnswer): number => collator.compare(one.name, other.name)
  return people.toSorted((one, other) => compare(one, other) || byName(one, other))
}
