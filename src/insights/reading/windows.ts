/**
 * Windows: several instances of one check-in added up for one group. A window is a list of instances, and a sum only where each
 * instance that shows the group adds whole released cells to it; the others are left out and counted. The same people answer
 * several instances, so a window has no interval: one as if all were strangers would be too narrow.
 *
 * A window is a sum of what its instances tell by themselves, and of nothing else: two windows that differ by one instance tell
 * of that one what it tells itself. So a topic counts in the instances in which enough of the group name it.
 */
import { limits } from '../../../contract/limits.ts'
import { type FigureWindow } from '../../../contract/figures.ts'
import { type Question } from '../../../contract/questions.ts'
import { type Actor } from '../../actor.ts'
import { everyone } from '../../cells/cells.ts'
import { type Released, releasedTo } from '../../confidentiality/confidentiality.ts'
import { type Tx } from '../../db/db.ts'
import { isAlike } from '../../questions/questions.ts'
import { type Asked, closedOf, type FigureKind } from '../collection-store.ts'
import { sum, version } from '../finding.ts'
import { auditFigures, type FigureQuery, measuresOf } from './groups.ts'
import { driversMeasure, type TopicsCell } from '../measures.ts'
import { type Around } from './group-figures.ts'

export const windowInstancesMax = 100

type Figure = { interval: unknown; method: { name: string; version: string } }

/** @returns null but on the first page of one check-in */
export async function windowFor<F extends object>(
  tx: Tx,
  actor: Actor,
  operation: string,
  kind: FigureKind,
  query: FigureQuery,
  tell: (around: Around) => F[],
  now: Date,
): Promise<FigureWindow<F> | null> {
  if (!query.check_in_id || query.cursor !== undefined) return null
  const group = query.team_id ?? everyone
  const asked = await closedOf(tx, actor, query, windowInstancesMax)
  await auditFigures(tx, actor, operation, kind, asked, now)
  const rows = await releasedTo<unknown>(
    tx,
    actor.organisationId,
    asked.map(({ id }) => ({ collection_id: id, team_id: group })),
    [...new Set(asked.flatMap((one) => measuresOf(kind, one)))],
  )
  const added = Map.groupBy(rows, ({ measure }) => measure)
  const released = [...added].map(([measure, some]): Released<unknown> => ({
    measure,
    teamId: group,
    n: some.reduce((n, one) => n + one.n, 0),
    cells: some.flatMap(({ cells }) => (measure === driversMeasure ? namedIn(cells as TopicsCell[]) : cells)),
  }))
  const around = {
    questions: questionsOf(asked),
    at: { group, name: group === everyone ? 'Everyone' : 'This team' },
    released,
    above: [],
    seed: 'window',
  }
  return {
    from: query.from ?? null,
    to: query.to ?? null,
    team_id: query.team_id ?? null,
    instances: asked.length,
    shown: new Set(rows.map(({ collection_id }) => collection_id)).size,
    figures: tell(around).map(asSum) as F[],
  }
}

/** One group of one instance: without topics that fewer than three of its people name. */
function namedIn(cells: readonly TopicsCell[]): TopicsCell[] {
  const peopleOf = (topic: string): number => sum(cells.map(({ topics }) => topics[topic]?.people ?? 0))
  return cells.map(({ n, topics }) => ({
    n,
    topics: Object.fromEntries(
      Object.entries(topics).filter(([topic]) => peopleOf(topic) >= limits.themePeopleMin),
    ),
  }))
}

/** As the newest instance words them; one that changed its type is another question, and its cells are no sum with the old. */
function questionsOf(asked: readonly Asked[]): Question[] {
  const found = new Map<string, Question | null>()
  for (const { questions } of asked) {
    for (const question of questions) {
      const newer = found.get(question.id)
      if (newer === undefined) found.set(question.id, question)
      else if (newer && !(isAlike(newer, question) && newer.driver === question.driver))
        found.set(question.id, null)
    }
  }
  return [...found.values()].filter((question) => question !== null)
}

const method = {
  name: 'sum of instances; the same people may stand in several, so there is no interval',
  version,
}

/** Wherever a figure stands in another one. */
function asSum<T>(value: T): T {
  if (Array.isArray(value)) return value.map(asSum) as T
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asSum(one)]))
  const own = value as Partial<Figure>
  return {
    ...inner,
    ...(own.interval !== undefined && { interval: null }),
    ...(own.method && { method }),
    ...('skipped' in value && { skipped: null }),
    ...('agreement' in value && { agreement: 'not enough data to tell' }),
  } as T
}
