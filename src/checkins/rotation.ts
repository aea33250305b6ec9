/**
 * Rotation: which questions of a check-in take their turn in an instance. Those come that were asked longest ago, in the order of the pool:
 * the same check-in with the same past asks the same, so what is previewed is what is asked, as long as nothing is skipped or edited.
 *
 * An instance asks everybody the same. Its collection is made of what it asks and of nothing else, so the release gate, the seats and the
 * promise see a survey like any other.
 */
import type { FormQuestion } from '../../contract/questions.ts'
import type { Rotation, RotationPlan } from '../../contract/rotation.ts'
import { type FieldError, problem } from '../problem.ts'
import { partsOf } from '../questions/questions.ts'

/** What an instance has asked of the questions that take turns. */
type Turn = readonly string[]

/**
 * @param past  turns of the instances that opened, oldest first
 * @returns the next turn, in the order of the pool
 */
export function nextTurn(
  { question_ids: pool, per_instance: count }: Rotation,
  past: readonly Turn[],
): string[] {
  const lastAsked = new Map(past.flatMap((turn, at) => turn.map((id) => [id, at] as const)))
  const chosen = new Set(
    pool
      // A stable order: of those that were asked at the same time, the pool decides.
      .toSorted((one, other) => (lastAsked.get(one) ?? -1) - (lastAsked.get(other) ?? -1))
      .slice(0, count),
  )
  return pool.filter((id) => chosen.has(id))
}

/** The questions of an instance, in the order of the check-in. @param turn  null where nothing rotates */
export function formWith(
  questions: readonly FormQuestion[],
  rotation: Rotation | null,
  turn: Turn | null,
): FormQuestion[] {
  const resting = new Set(rotation?.question_ids)
  for (const id of turn ?? []) resting.delete(id)
  return questions.filter(({ id }) => !resting.has(id))
}

/** More dates than these say nothing that somebody plans by. */
export const datesPlannedMax = 12

/** As many dates as it takes until every question has come round. */
export const datesToPlan = ({ question_ids: pool, per_instance: count }: Rotation): number =>
  Math.min(Math.ceil(pool.length / count), datesPlannedMax)

/** @param dates  of the next instances, in order */
export function planOf(
  questions: readonly FormQuestion[],
  rotation: Rotation,
  past: readonly Turn[],
  dates: readonly string[],
): RotationPlan {
  const turns = [...past]
  const instances = dates.map((date) => {
    const turn = nextTurn(rotation, turns)
    turns.push(turn)
    return { local_date: date, question_ids: turn }
  })
  return { instances, drivers: coverageOf(questions, rotation, instances) }
}

function coverageOf(
  questions: readonly FormQuestion[],
  { question_ids: pool }: Rotation,
  instances: RotationPlan['instances'],
): RotationPlan['drivers'] {
  const measuring = Map.groupBy(
    questions.flatMap((item) =>
      [...new Set(partsOf(item).flatMap(({ driver }) => driver ?? []))].map((driver) => ({
        driver,
        id: item.id,
      })),
    ),
    ({ driver }) => driver,
  )
  return [...measuring].map(([driver, items]) => {
    const everyTime = items.some(({ id }) => !pool.includes(id))
    const isAsked = ({ question_ids: ids }: RotationPlan['instances'][number]): boolean =>
      everyTime || items.some(({ id }) => ids.includes(id))
    return { driver, every_time: everyTime, local_date: instances.find(isAsked)?.local_date ?? null }
  })
}

/** @throws unprocessable  with a pointer to each fault */
export function checkRotation(rotation: Rotation | null, questions: readonly FormQuestion[]): void {
  if (rotation === null) return
  const { question_ids: pool, per_instance: count, no_repeat_for: pause } = rotation
  const byId = new Map(questions.map((item) => [item.id, item]))
  const errors: FieldError[] = pool.flatMap((id, at) => {
    const item = byId.get(id)
    const pointer = `/rotation/question_ids/${at}`
    if (!item) return [{ pointer, code: 'unknown', detail: `The check-in has no question ${id}` }]
    if (item.type === 'statement')
      return [{ pointer, code: 'invalid', detail: 'A statement asks nothing, so it takes no turn' }]
    return []
  })
  const needed = count * (pause + 1)
  if (pool.length < needed) {
    const detail = `${count} in each of ${pause + 1} instances without a repetition takes ${needed} questions, there are ${pool.length}`
    errors.push({ pointer: '/rotation/question_ids', code: 'too_few', detail })
  }
  for (const [at, { show_if: condition }] of questions.entries())
    if (condition && pool.includes(condition.question_id))
      errors.push({
        pointer: `/questions/${at}/show_if/question_id`,
        code: 'takes_turns',
        detail: `${condition.question_id} is not asked every time, so nothing can depend on it`,
      })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}
