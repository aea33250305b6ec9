/**
 * Long work of this thread in short slices, so that no request waits for all of it. A request waits for a slice several times: when it
 * arrives, and for each answer of the database.
 */
import { setImmediate } from 'node:timers/promises'

const sliceMs = 1

/** `isOver`: whether to pause now. `pause`: lets other work run before the next slice. */
function slices(): { isOver(): boolean; pause(): Promise<void> } {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began >= sliceMs,
    async pause() {
      await setImmediate()
      began = performance.now()
    },
  }
}

/** Each item in turn. */
export async function eachInTurn<T>(items: Iterable<T>, work: (item: T, at: number) => void): Promise<void> {
  const slice = slices()
  let at = 0
  for (const item of items) {
    work(item, at++)
    if (slice.isOver()) await slice.pause()
  }
}

/** As `map`. */
export async function mapInTurn<T, R>(items: Iterable<T>, work: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = []
  await eachInTurn(items, (item, at) => void results.push(work(item, at)))
  return results
}

/** The steps of a generator. @returns what it returns */
export async function stepsInTurn<T>(steps: Generator<unknown, T>): Promise<T> {
  const slice = slices()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (slice.isOver()) await slice.pause()
  }
}

/** Items that are sorted at once. */
const run = 1_000

/** As `toSorted`: equal items keep their order. */
export async function sortedInTurn<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  const slice = slices()
  let sorted: T[] = []
  for (let from = 0; from < items.length; from += run) {
    for (const item of items.slice(from, from + run).sort(compare)) sorted.push(item)
    if (slice.isOver()) await slice.pause()
  }
  for (let width = run; width < items.length; width *= 2) {
    const merged: T[] = []
    for (let from = 0; from < items.length; from += 2 * width) {
      const middle = Math.min(from + width, items.length)
      const end = Math.min(from + 2 * width, items.length)
      for (let [one, other] = [from, middle]; one < middle || other < end;) {
        const isFirst = other === end || (one < middle && compare(sorted[one], sorted[other]) <= 0)
        merged.push(sorted[isFirst ? one++ : other++])
        if (merged.length % 256 === 0 && slice.isOver()) await slice.pause()
      }
    }
    sorted = merged
  }
  return sorted
}

/** The same steps with nothing in between. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
