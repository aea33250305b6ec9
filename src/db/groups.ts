/**
 * Work that is asked for one by one and done in groups. What is asked for alone is done at once. What is asked for while a statement is under way
 * goes together into the next one: a burst costs the database a few commits instead of one for each, and nobody waits for a timer. One
 * statement at a time for each key, because two would share the burst between them and commit twice: measured with
 * tokens, 16 callers get 7 % less with two.
 *
 * Each item has an outcome of its own. Where the statement of a group fails because of one of them, each is done alone.
 */
import { codeOf } from '../caught.ts'
import { type Db, isUnavailable } from './db.ts'
import { isUnconnected } from './faults.ts'
import { writeTogether } from './together.ts'

export type Grouping<I, T> = {
  /** Items of one key go together, those of others beside them. */
  keyOf(item: I): string
  organisationOf(item: I): string
  /** It limits a statement, not the rate. */
  itemsMax: number
  one(item: I): Promise<T>
  /** @returns the outcomes in the order of the items */
  several(items: readonly I[]): Promise<readonly T[]>
}

type Waiting<I, T> = { item: I; resolve(outcome: T): void; reject(error: unknown): void }

/** The server cancelled it, since it took too long: each alone would wait as long. */
const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

export function inGroups<I, T>(
  db: Db,
  { keyOf, organisationOf, itemsMax, one, several }: Grouping<I, T>,
): (item: I) => Promise<T> {
  const queues = new Map<string, Waiting<I, T>[]>()

  const settle = async (part: readonly Waiting<I, T>[]): Promise<void> => {
    const outcomes =
      part.length === 1 ? [await one(part[0].item)] : await several(part.map(({ item }) => item))
    for (const [at, { resolve }] of part.entries()) resolve(outcomes[at])
  }
  const settleAlone = (waiting: Waiting<I, T>): Promise<void> => settle([waiting]).catch(waiting.reject)

  const settleNext = async (queue: Waiting<I, T>[]): Promise<void> => {
    const parts = await writeTogether(
      db,
      queue.splice(0, itemsMax),
      ({ item }) => organisationOf(item),
      settle,
    )
    for (const { rows, error } of parts) {
      if (error === undefined) continue
      // Those behind them have waited as long, and would each in turn wait so long again.
      const behind = isUnconnected(error) ? queue.splice(0) : []
      for (const { reject } of behind) reject(error)
      if (rows.length > 1 && !isUnavailable(error) && !isCancelled(error))
        await Promise.all(rows.map(settleAlone))
      else for (const { reject } of rows) reject(error)
    }
  }

  const work = async (key: string, queue: Waiting<I, T>[]): Promise<void> => {
    while (queue.length > 0) await settleNext(queue)
    queues.delete(key)
  }

  return (item) =>
    new Promise<T>((resolve, reject) => {
      const key = keyOf(item)
      const queue = queues.get(key)
      const waiting = { item, resolve, reject }
      if (queue) return void queue.push(waiting)
      const made = [waiting]
      queues.set(key, made)
      void work(key, made)
    })
}
