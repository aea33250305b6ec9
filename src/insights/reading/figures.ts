/** Figures read by themselves: a page of groups, each with its figures, and beside the first page those of the whole window. */
import { participationMeasure } from '../../confidentiality/confidentiality.ts'
import type { FigureKind } from '../collection-store.ts'
import { cellsOf } from '../finding.ts'
import { type FigureCall, type GroupFigures, measuresOf, pageOfGroups, scopeOf } from './groups.ts'
import * as groupFigures from './group-figures.ts'
import { countedIn } from './group-figures.ts'
import { levelKey, levelsOf } from '../store.ts'
import { windowFor } from './windows.ts'

const headOf = ({ collection, at }: GroupFigures) => ({
  scope: scopeOf(collection, at.group),
  title: collection.title,
  closed_at: collection.closed_at,
  released_at: collection.released_at,
})

/** A response rate beside figures of another kind is no figure of that kind. */
function entryOf(group: GroupFigures, kind: FigureKind) {
  const measures = measuresOf(kind, group.collection).filter(
    (measure) => kind === 'participation' || measure !== participationMeasure,
  )
  const isShown = measures.some((measure) => cellsOf(group.released, group.at.group, measure) !== null)
  return {
    ...headOf(group),
    ...(!isShown && { suppressed: true as const, ...countedIn(group, measures) }),
  }
}

/** @param figuresIn  the figures of a group; the same function makes those of the window */
async function read<F extends object>(
  call: FigureCall,
  kind: FigureKind,
  figuresIn: (around: groupFigures.Around) => F[],
) {
  const { groups, ...page } = await pageOfGroups(call, kind)
  const window = await windowFor(call, kind, figuresIn)
  return {
    rest: { window, ...page },
    groups,
    entries: groups.map((group) => ({ ...entryOf(group, kind), figures: figuresIn(group) })),
  }
}

// Each of these: @throws invalid_cursor

export async function listScores(call: FigureCall) {
  const { entries, rest } = await read(call, 'scores', (around) => groupFigures.scoresIn(around))
  return { scores: entries.map(({ figures, ...entry }) => ({ ...entry, questions: figures })), ...rest }
}

export async function listEnps(call: FigureCall) {
  const { entries, rest } = await read(call, 'enps', groupFigures.enpsIn)
  return { enps: entries.map(({ figures, ...entry }) => ({ ...entry, questions: figures })), ...rest }
}

export async function listSentiment(call: FigureCall) {
  const { entries, rest } = await read(call, 'sentiment', groupFigures.sentimentIn)
  return { sentiment: entries.map(({ figures, ...entry }) => ({ ...entry, questions: figures })), ...rest }
}

export async function listDrivers(call: FigureCall) {
  const { tx, actor } = call
  const { entries, rest, groups } = await read(call, 'drivers', groupFigures.driversIn)
  const levels = await levelsOf(
    tx,
    actor.organisationId,
    groups.map(({ collection }) => collection.id),
  )
  const drivers = entries.map(({ figures, ...entry }, index) => {
    const { collection, at } = groups[index]
    const levelOf = (driver: string) => levels.get(levelKey(collection.id, at.group, driver)) ?? null
    return { ...entry, drivers: figures.map((figure) => ({ ...figure, level: levelOf(figure.driver) })) }
  })
  return { drivers, ...rest }
}

/** Emergent themes belong to one collection, so they have no window. */
export async function listThemes(call: FigureCall) {
  const { groups, ...page } = await pageOfGroups(call, 'themes')
  return {
    themes: groups.map((group) => ({ ...entryOf(group, 'themes'), themes: groupFigures.themesIn(group) })),
    ...page,
  }
}

export async function listParticipation(call: FigureCall) {
  const { entries, rest } = await read(call, 'participation', (around) =>
    [groupFigures.participationIn(around) ?? []].flat(),
  )
  return {
    participation: entries.map(({ figures: [participation = null], ...entry }) => ({
      ...entry,
      participation,
    })),
    ...rest,
  }
}
