/**
 * Groups with what was released of them, ready to be told: a page of (collection, group) pairs, each with its own figures, those
 * of the asked teams above it and everyone's. Only what the gate stored: whole cells, as sums.
 */
import { type FigureScope } from '../../../contract/figures.ts'
import { type Actor } from '../../actor.ts'
import {
  auditReading,
  type GroupOf,
  participationMeasure,
  type Released,
  releasedGroups,
  releasedTo,
} from '../../confidentiality/confidentiality.ts'
import { everyone, questionMeasure } from '../../cells/cells.ts'
import { type Tx } from '../../db/db.ts'
import { paged, pageOf } from '../../db/paging.ts'
import { isAveraged, measureOf } from '../../questions/questions.ts'
import {
  type Asked,
  type AskedFilter,
  askedOf,
  type FigureKind,
  lookedFor,
  teamsAbove,
} from '../collection-store.ts'
import { type Group } from '../finding.ts'
import {
  driversMeasure,
  requestsMeasure,
  sentimentMeasure,
  textQuestions,
  themesMeasure,
} from '../measures.ts'

/** One group of one collection. `above`: asked teams over it, the nearest first; without everyone. */
export type Shown = {
  asked: Asked
  at: Group
  released: readonly Released<unknown>[]
  above: readonly string[]
  seed: string
}

export type FigureQuery = AskedFilter & { limit?: number; cursor?: string; team_id?: string }

/** The measures that a kind of figure is made from. */
export function measuresOf(kind: FigureKind, { questions }: Pick<Asked, 'questions'>): string[] {
  const texts = textQuestions(questions)
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
      return texts.flatMap(({ id }) => [sentimentMeasure(id), requestsMeasure(id)])
    case 'drivers':
      return [
        participationMeasure,
        driversMeasure,
        ...scales.filter(({ driver }) => driver).map(({ id }) => questionMeasure(id)),
      ]
    case 'themes':
      return [driversMeasure, themesMeasure]
    case 'participation':
      return [participationMeasure]
  }
}

/** What was asked alone, and where: the same under whatever ids. */
export const seedOfAsked = ({ title, questions }: Pick<Asked, 'title' | 'questions'>): string =>
  JSON.stringify([title, questions])

/** The figures of these groups, of all above them and of everyone, by collection. */
export async function releasedAround(
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

/** Whose figures are in the page is written down before it leaves. @throws invalid_cursor */
export async function pageOfGroups(
  tx: Tx,
  actor: Actor,
  operation: string,
  kind: FigureKind,
  query: FigureQuery,
  now: Date,
) {
  const { organisationId } = actor
  const paging = paged(`${kind} of ${organisationId}`, query)
  const [collectionId, teamId] = paging.after?.split(' ') ?? []
  const found = await releasedGroups(tx, organisationId, lookedFor(actor, query, kind), {
    teamId: query.team_id ?? null,
    after: collectionId === undefined ? null : { collection_id: collectionId, team_id: teamId },
    limit: paging.limit + 1,
  })
  const { groups, ...rest } = pageOf('groups', found, paging, (one) => `${one.collection_id} ${one.team_id}`)
  const asked = await askedOf(tx, actor, [...new Set(groups.map((one) => one.collection_id))])
  await auditFigures(tx, actor, operation, kind, asked, now)
  return { ...rest, shown: await shownOf(tx, organisationId, kind, groups, asked) }
}

export async function shownOf(
  tx: Tx,
  organisationId: string,
  kind: FigureKind,
  groups: readonly GroupOf[],
  asked: readonly Asked[],
): Promise<Shown[]> {
  const teams = new Map(
    (await teamsAbove(tx, organisationId, groups)).map((team) => [`${team.collection_id} ${team.id}`, team]),
  )
  const aboveOf = (group: GroupOf): string[] => {
    const found: string[] = []
    for (let id = group.team_id; ;) {
      const parent = teams.get(`${group.collection_id} ${id}`)?.parent ?? null
      if (parent === null || !teams.has(`${group.collection_id} ${parent}`)) return found
      found.push(parent)
      id = parent
    }
  }
  const around = groups.flatMap((group) =>
    [group.team_id, ...aboveOf(group), everyone].map((team_id) => `${group.collection_id} ${team_id}`),
  )
  const released = await releasedAround(
    tx,
    organisationId,
    [...new Set(around)].map((key) => {
      const [collection_id, team_id] = key.split(' ')
      return { collection_id, team_id }
    }),
    [...new Set(asked.flatMap((one) => measuresOf(kind, one)))],
  )
  const askedOf = new Map(asked.map((one) => [one.id, one]))
  return groups.flatMap((group) => {
    const one = askedOf.get(group.collection_id)
    if (!one) return []
    const name =
      group.team_id === everyone
        ? 'Everyone'
        : (teams.get(`${group.collection_id} ${group.team_id}`)?.name ?? 'This team')
    return [
      {
        asked: one,
        at: { group: group.team_id, name },
        released: released.get(one.id) ?? [],
        above: aboveOf(group),
        seed: seedOfAsked(one),
      },
    ]
  })
}

export const scopeOf = (
  { pulse_id, check_in_id, check_in_instance_id }: Asked,
  group: string,
): FigureScope => ({
  ...(pulse_id !== null && { pulse_id }),
  ...(check_in_id !== null && { check_in_id }),
  ...(check_in_instance_id !== null && { check_in_instance_id }),
  team_id: group === everyone ? null : group,
})

const audited: Record<Exclude<FigureKind, 'participation'> | 'trends', readonly string[]> = {
  scores: [questionMeasure('')],
  enps: [questionMeasure('')],
  sentiment: [sentimentMeasure(''), requestsMeasure('')],
  drivers: [questionMeasure(''), driversMeasure],
  themes: [driversMeasure, themesMeasure],
  trends: [questionMeasure(''), sentimentMeasure(''), driversMeasure],
}

/** How many took part is no figure of their answers. */
export const auditFigures = async (
  tx: Tx,
  actor: Actor,
  operation: string,
  kind: FigureKind | 'trends',
  asked: readonly Asked[],
  now: Date,
): Promise<void> => {
  if (kind === 'participation') return
  await auditReading(
    tx,
    actor,
    {
      operation,
      collections: asked.map(({ id, pulse_id, check_in_instance_id }) => ({
        collectionId: id,
        target: (pulse_id ?? check_in_instance_id)!,
      })),
      measures: audited[kind],
    },
    now,
  )
}
