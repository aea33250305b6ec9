/**
 * Groups with their released figures: a page of (collection, group) pairs, each with its own figures, those of the teams above it
 * and everyone's. Nothing but what the gate stored: sums over whole cells.
 */
import * as contract from '../../../contract/figures.ts'
import { listTrends } from '../../../contract/trends.ts'
import type { ApplicationActor } from '../../actor.ts'
import type { Call } from '../../call.ts'
import { resultsIdOf } from '../../collection/collection.ts'
import {
  auditReading,
  type GroupOf,
  participationMeasure,
  partialTo,
  type Released,
  releasedGroups,
  releasedTo,
} from '../../confidentiality/confidentiality.ts'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import type { Tx } from '../../db/db.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { readerOf } from '../../directory/directory.ts'
import { isAveraged, measureOf } from '../../questions/questions.ts'
import {
  collectionsInScope,
  type CollectionSummary,
  type FigureKind,
  summariesOf,
  teamsWithAncestors,
} from '../collection-store.ts'
import { groupName } from '../finding.ts'
import {
  coverageMeasure,
  driversMeasure,
  requestsMeasure,
  sentimentMeasure,
  textQuestions,
  themesMeasure,
} from '../measures.ts'
import type { Around } from './group-figures.ts'

/** A call that lists figures: all of them take the same query. */
export type FigureCall = Pick<Call<typeof contract.listScores>, 'tx' | 'actor' | 'query' | 'now'>

/** One group of one collection. */
export type GroupFigures = Around & { collection: CollectionSummary }

/** The measures that a kind of figure is made from. */
export function measuresOf(kind: FigureKind, { questions }: Pick<CollectionSummary, 'questions'>): string[] {
  const texts = textQuestions(questions)
  const coverages = texts.map(({ id }) => coverageMeasure(id))
  const scales = questions.filter(isAveraged)
  switch (kind) {
    case 'scores':
      return [participationMeasure, ...scales.map(({ id }) => questionMeasure(id))]
    case 'enps':
      return [
        participationMeasure,
        ...questions
          .filter((question) => measureOf(question) === 'enps')
          .map(({ id }) => questionMeasure(id)),
      ]
    case 'sentiment':
      return texts.flatMap(({ id }) => [sentimentMeasure(id), coverageMeasure(id), requestsMeasure(id)])
    case 'drivers':
      return [
        participationMeasure,
        driversMeasure,
        ...coverages,
        ...scales.filter(({ driver }) => driver).map(({ id }) => questionMeasure(id)),
      ]
    case 'themes':
      return [driversMeasure, themesMeasure, ...coverages]
    case 'participation':
      return [participationMeasure]
  }
}

/** The figures of these groups, by collection. */
async function releasedByCollection(
  tx: Tx,
  organisationId: string,
  groups: readonly GroupOf[],
  measures: readonly string[],
): Promise<Map<string, Released<unknown>[]>> {
  const rows = await releasedTo<unknown>(tx, organisationId, groups, measures)
  const found = new Map<string, Released<unknown>[]>()
  for (const { collection_id, team_id, ...row } of rows) {
    const own = found.get(collection_id)
    const one = { ...row, teamId: team_id }
    if (own) own.push(one)
    else found.set(collection_id, [one])
  }
  return found
}

/** The audit log says whose figures are in the page before it leaves. @throws invalid_cursor */
export async function pageOfGroups(
  { tx, actor, query, now }: FigureCall,
  kind: FigureKind,
): Promise<{ groups: GroupFigures[]; next_cursor: string | null; has_more: boolean }> {
  const { organisationId } = actor
  const paging = paged(`${kind} of ${organisationId}`, query)
  const [collectionId, teamId] = paging.after?.split(' ') ?? []
  const reader = await readerOf(tx, actor)
  const found = await releasedGroups(tx, organisationId, collectionsInScope(reader, query, kind), {
    teamId: query.team_id ?? null,
    after: collectionId === undefined ? null : { collection_id: collectionId, team_id: teamId },
    limit: paging.limit + 1,
  })
  const { groups, ...rest } = pageOf('groups', found, paging, (one) => `${one.collection_id} ${one.team_id}`)
  const collections = await summariesOf(tx, actor, [...new Set(groups.map((one) => one.collection_id))])
  await auditFigures({ tx, actor, now }, kind, collections)
  const measures = [...new Set(collections.flatMap((one) => measuresOf(kind, one)))]
  return { ...rest, groups: await figuresOfGroups({ tx, organisationId, measures }, groups, collections) }
}

async function figuresOfGroups(
  { tx, organisationId, measures }: { tx: Tx; organisationId: string; measures: readonly string[] },
  groups: readonly GroupOf[],
  collections: readonly CollectionSummary[],
): Promise<GroupFigures[]> {
  const keyOf = (collectionId: string, teamId: string): string => `${collectionId} ${teamId}`
  const rows = await teamsWithAncestors(tx, organisationId, groups)
  const teams = new Map(rows.map((team) => [keyOf(team.collection_id, team.id), team]))
  const ancestorsOf = (group: GroupOf): string[] => {
    const found: string[] = []
    for (let id = group.team_id; ;) {
      const parent = teams.get(keyOf(group.collection_id, id))?.parent ?? null
      if (parent === null || !teams.has(keyOf(group.collection_id, parent))) return found
      found.push(parent)
      id = parent
    }
  }
  const around = groups.flatMap((group) =>
    [group.team_id, ...ancestorsOf(group), everyone].map(
      (team_id) => [keyOf(group.collection_id, team_id), { ...group, team_id }] as const,
    ),
  )
  const released = await releasedByCollection(tx, organisationId, [...new Map(around).values()], measures)
  const partial = Map.groupBy(await partialTo<unknown>(tx, organisationId, groups, measures), (row) =>
    keyOf(row.collection_id, row.team_id),
  )
  const collectionOf = new Map(collections.map((one) => [one.id, one]))
  return groups.flatMap((group) => {
    const collection = collectionOf.get(group.collection_id)
    if (!collection) return []
    const team = teams.get(keyOf(group.collection_id, group.team_id))
    const full = released.get(collection.id) ?? []
    const own = (partial.get(keyOf(group.collection_id, group.team_id)) ?? []).map(
      ({ measure, n, cells, team_id: teamId }) => ({ measure, n, cells, teamId }),
    )
    return [
      {
        collection,
        questions: collection.questions,
        at: {
          group: group.team_id,
          name: groupName(group.team_id, team?.name),
        },
        // A partial figure counts for this group alone: teams inside it do not see it, and the group above is hidden from them.
        released: own.length === 0 ? full : [...full, ...own],
        partial: new Set(own.map(({ measure }) => measure)),
        sitsOut: team?.sits_out ?? false,
        above: ancestorsOf(group),
        readBy: collection.text_version,
      },
    ]
  })
}

/** The survey and the team that a figure is about, by the ids that callers know. */
export const scopeOf = (
  { pulse_id, check_in_id, check_in_instance_id }: CollectionSummary,
  group: string,
): contract.FigureScope => ({
  ...(pulse_id !== null && { pulse_id }),
  ...(check_in_id !== null && { check_in_id }),
  ...(check_in_instance_id !== null && { check_in_instance_id }),
  team_id: group === everyone ? null : group,
})

/** The beginning of the names of all measures of questions, for the audit log, which records no single question. */
const questionMeasures = questionMeasure('')

/** What the audit log says of a reading. A response rate reveals nothing about answers, so reading one is not audited. */
const readings: Record<FigureKind | 'trends', { operation: string; measures: readonly string[] } | null> = {
  scores: { operation: contract.listScores.id, measures: [questionMeasures] },
  enps: { operation: contract.listEnps.id, measures: [questionMeasures] },
  sentiment: {
    operation: contract.listSentiment.id,
    measures: [sentimentMeasure(''), coverageMeasure(''), requestsMeasure('')],
  },
  drivers: { operation: contract.listDrivers.id, measures: [questionMeasures, driversMeasure] },
  themes: { operation: contract.listThemes.id, measures: [driversMeasure, themesMeasure] },
  trends: {
    operation: listTrends.id,
    measures: [questionMeasures, sentimentMeasure(''), driversMeasure],
  },
  participation: null,
}

/** Records in the audit log that figures of these collections were read. */
export async function auditFigures(
  { tx, actor, now }: { tx: Tx; actor: ApplicationActor; now: Date },
  kind: FigureKind | 'trends',
  collections: readonly CollectionSummary[],
): Promise<void> {
  const reading = readings[kind]
  if (!reading) return
  const { operation, measures } = reading
  const read = collections.map((one) => ({ collectionId: one.id, target: resultsIdOf(one) }))
  await auditReading(tx, actor, { operation, collections: read, measures }, now)
}
