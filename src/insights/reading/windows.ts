/**
 * Windows: several instances of one check-in added up for one group. Each instance that shows the group adds whole released
 * cells; the others are left out and counted. The same people answer several instances, so a window has no interval: one that
 * takes them for different people would be too narrow.
 *
 * A window adds up what its instances show by themselves and nothing else: the difference of two windows that differ by one
 * instance is what that instance shows. So a topic counts only in instances in which enough of the group name it, and a language only where enough
 * write in it. What was found in texts is added up only over instances whose texts were read as those of the newest one were.
 */
import type { CoverageCell, TopicsCell } from '../text-cells.ts'
import { limits } from '../../../contract/limits.ts'
import type { Method } from '../../../contract/insights.ts'
import type { FigureWindow } from '../../../contract/figures.ts'
import type { Question } from '../../../contract/questions.ts'
import { everyone } from '../../cells/cells.ts'
import { type Released, releasedTo } from '../../confidentiality/confidentiality.ts'
import { readerOf } from '../../directory/directory.ts'
import { isAlike } from '../../questions/questions.ts'
import { closedCollections, type CollectionSummary, type FigureKind } from '../collection-store.ts'
import { groupName, sum, version } from '../finding.ts'
import { auditFigures, type FigureCall, measuresOf } from './groups.ts'
import { withCommonLanguages } from '../languages.ts'
import { addable, sumOfTopics, told } from '../tone.ts'
import {
  asksMeasure,
  coverageMeasure,
  driversMeasure,
  requestsMeasure,
  sentimentMeasure,
  themesMeasure,
} from '../measures.ts'
import type { Around } from './group-figures.ts'

const windowInstancesMax = 100

/** @returns null except on the first page of one check-in */
export async function windowFor<F extends object>(
  { tx, actor, query, now }: FigureCall,
  kind: FigureKind,
  figuresIn: (around: Around) => F[],
): Promise<FigureWindow<F> | null> {
  if (!query.check_in_id || query.cursor !== undefined) return null
  const group = query.team_id ?? everyone
  const reader = await readerOf(tx, actor)
  const collections = (await closedCollections(tx, reader, query, windowInstancesMax)).filter(
    ({ shared }) => shared === null || shared.includes(group),
  )
  await auditFigures({ tx, actor, now }, kind, collections)
  const rows = await releasedTo<unknown>(
    tx,
    actor.organisationId,
    collections.map(({ id }) => ({ collection_id: id, team_id: group })),
    [...new Set(collections.flatMap((one) => measuresOf(kind, one)))],
  )
  const alike = new Set(
    collections.filter((one) => one.text_version === collections[0].text_version).map(({ id }) => id),
  )
  const added = Map.groupBy(
    rows.filter((row) => alike.has(row.collection_id) || !isOfTexts(row.measure)),
    ({ measure }) => measure,
  )
  const released = [...added].map(([measure, some]): Released<unknown> => ({
    measure,
    teamId: group,
    n: sum(some.map(({ n }) => n)),
    cells: some.flatMap(({ cells }) => asShown(measure, cells)),
  }))
  const around = {
    questions: commonQuestions(collections),
    at: { group, name: groupName(group) },
    released,
    above: [],
    readBy: collections[0]?.text_version,
  }
  return {
    from: query.from ?? null,
    to: query.to ?? null,
    team_id: query.team_id ?? null,
    instances: collections.length,
    shown: new Set(rows.map(({ collection_id }) => collection_id)).size,
    figures: figuresIn(around).map(asSum) as F[],
  }
}

/** As the instance shows it by itself. */
function asShown(measure: string, cells: readonly unknown[]): readonly unknown[] {
  if (measure === driversMeasure || measure === themesMeasure) return [asToldAlone(cells as TopicsCell[])]
  return measure.startsWith(coverageMeasure('')) ? [withCommonLanguages(cells as CoverageCell[])] : cells
}

/** How many were read is told of all instances alike. */
const isOfTexts = (measure: string): boolean =>
  [driversMeasure, themesMeasure, asksMeasure, sentimentMeasure(''), requestsMeasure('')].some((one) =>
    measure.startsWith(one),
  )

/**
 * The cells of one group and instance as one, as that instance tells them by itself: without topics that fewer than three of its people name, and
 * without a tone that is not counted there.
 */
const asToldAlone = (cells: readonly TopicsCell[]): TopicsCell => ({
  n: sum(cells.map(({ n }) => n)),
  topics: Object.fromEntries(
    [...sumOfTopics(cells)]
      .filter(([, { people }]) => people >= limits.themePeopleMin)
      .map(([topic, sums]) => [topic, addable(told(sums))]),
  ),
})

/** As the newest instance words them. A question whose type or driver changed is another question, so it has no sum. */
function commonQuestions(collections: readonly CollectionSummary[]): Question[] {
  const found = new Map<string, Question | null>()
  for (const { questions } of collections) {
    for (const question of questions) {
      const newer = found.get(question.id)
      if (newer === undefined) found.set(question.id, question)
      else if (newer && !(isAlike(newer, question) && newer.driver === question.driver))
        found.set(question.id, null)
    }
  }
  return [...found.values()].filter((question) => question !== null)
}

/** Members of a figure that a sum of instances does not have. */
const ofSums: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['interval', null],
  ['skipped', null],
  ['agreement', 'unclear'],
])

/** The models that read the words of the instances read those of their sum. */
const methodOfSum = ({ models }: Partial<Method>): Method => ({
  name: 'sum of instances; the same people may stand in several, so there is no interval',
  version,
  ...(models && { models }),
})

/** A figure as a sum of instances, with the figures inside of it. */
function asSum(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asSum)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'method' ? methodOfSum(inner as Method) : ofSums.has(name) ? ofSums.get(name) : asSum(inner),
    ]),
  )
}
