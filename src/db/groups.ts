/**
 * Work that is asked for one by one and done in groups. What is asked for alone is done at once. What is asked for while a statement is under way
 * goes together into the next one: a burst costs the database a few commits instead of one for each, and nobody waits for a timer. One
 * statement at a time for each key, because two would share the burst between them and commit twice: measured with
 * tokens, 16 callers get 7 % less with two.
 *
 * Each item has its own outcome. Where the statement of a group fails because of one of them, each is done alone.
 */
import { codeOf, Unavailable } from '../caught.ts'
import { type Db, isUnavailable, patienceMs } from './db.ts'
import { isUnconnected } from './faults.ts'
import { writeTogether } from './together.ts'

export type Grouping<I, T> = {
  /** Items of one key go together, those of others beside them. */
  keyOf(item: I): string
  organisationOf(item: I): string
  weightOf(item: I): number
  /** What a statement takes at most: it limits a statement, not the rate. */
  weightMax: number
  one(item: I): Promise<T>
  /** @returns the outcomes in the order of the items */
  several(items: readonly I[]): Promise<readonly T[]>
}

type Waiting<I, T> = {
  item: I
  resolve(outcome: T): void
  reject(error: unknown): void
  /** Behind a statement nobody waits longer than for a connection. */
  timer?: NodeJS.Timeout
}

/** The server cancelled it, since it took too long: each alone would wait as long. */
const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

export function inGroups<I, T>(
  db: Db,
  { keyOf, organisationOf, weightOf, weightMax, one, several }: Grouping<I, T>,
): (item: I) => Promise<T> {
  const queues = new Map<string, Waiting<I, T>[]>()

  const settle = async (part: readonly Waiting<I, T>[]): Promise<void> => {
    const outcomes =
      part.length === 1 ? [await one(part[0].item)] : await several(part.map(({ item }) => item))
    for (const [at, { resolve }] of part.entries()) resolve(outcomes[at])
  }
  const settleAlone = (waiting: Waiting<I, T>): Promise<void> => settle([waiting]).catch(waiting.reject)

  /** At least one, however heavy. */
  const takeFrom = (queue: Waiting<I, T>[]): Waiting<I, T>[] => {
    let weight = 0
    let count = 0
    do weight += weightOf(queue[count++].item)
    while (count < queue.length && weight + weightOf(queue[count].item) <= weightMax)
    const group = queue.splice(0, count)
    for (const { timer } of group) clearTimeout(timer)
    return group
  }

  const rejectAll = (waiting: readonly Waiting<I, T>[], error: unknown): void => {
    for (const { reject, timer } of waiting) {
      clearTimeout(timer)
      reject(error)
    }
  }

  const settleTogether = async (group: readonly Waiting<I, T>[], behind: Waiting<I, T>[]): Promise<void> => {
    const parts = await writeTogether(db, group, ({ item }) => organisationOf(item), settle)
    for (const { rows, error } of parts) {
      if (error === undefined) continue
      // Those behind them have waited as long, and would each in turn wait so long again.
      if (isUnconnected(error)) rejectAll(behind.splice(0), error)
      if (rows.length > 1 && !isUnavailable(error) && !isCancelled(error))
        await Promise.all(rows.map(settleAlone))
      else rejectAll(rows, error)
    }
  }

  const work = async (key: string, queue: Waiting<I, T>[]): Promise<void> => {
    while (queue.length > 0) {
      const group = takeFrom(queue)
      await settleTogether(group, queue).catch((error: unknown) => rejectAll(group, error))
    }
    queues.delete(key)
  }

  const giveUp = (queue: Waiting<I, T>[], waiting: Waiting<I, T>): void => {
    queue.splice(queue.indexOf(waiting), 1)
    waiting.reject(new Unavailable('too much waits to be written'))
  }

  return (item) =>
    new Promise<T>((resolve, reject) => {
      const key = keyOf(item)
      const queue = queues.get(key)
      const waiting: Waiting<I, T> = { item, resolve, reject }
      if (queue) {
        waiting.timer = setTimeout(giveUp, patienceMs, queue, waiting)
        return void queue.push(waiting)
      }
      const made = [waiting]
      queues.set(key, made)
      void work(key, made)
    })
}
