/** Figures read by themselves: a page of groups, each with its figures, and the whole window beside the first page. */
import { type ApplicationActor } from '../../actor.ts'
import { type Tx } from '../../db/db.ts'
import { type FigureKind } from '../collection-store.ts'
import { type FigureQuery, pageOfGroups, scopeOf, type Shown } from './groups.ts'
import * as groupFigures from './group-figures.ts'
import { windowFor } from './windows.ts'

const entryOf = ({ asked, at }: Shown) => ({
  scope: scopeOf(asked, at.group),
  title: asked.title,
  closed_at: asked.closed_at,
})

const aroundOf = (shown: Shown): groupFigures.Around => ({ ...shown, questions: shown.asked.questions })

/** @param tell  what of a group is told; the same of the window */
async function read<F extends object>(
  tx: Tx,
  actor: ApplicationActor,
  operation: string,
  kind: FigureKind,
  query: FigureQuery,
  now: Date,
  tell: (around: groupFigures.Around) => F[],
) {
  const { shown, ...page } = await pageOfGroups(tx, actor, operation, kind, query, now)
  const window = await windowFor(tx, actor, operation, kind, query, tell, now)
  return { page, window, entries: shown.map((one) => ({ ...entryOf(one), figures: tell(aroundOf(one)) })) }
}

type Args = [tx: Tx, actor: ApplicationActor, query: FigureQuery, now: Date]

/** All of them: @throws invalid_cursor */
export async function listScores(...[tx, actor, query, now]: Args) {
  const { page, window, entries } = await read(tx, actor, 'listScores', 'scores', query, now, (around) =>
    groupFigures.scoresIn(around),
  )
  return {
    scores: entries.map(({ figures, ...entry }) => ({ ...entry, questions: figures })),
    window,
    ...page,
  }
}

export async function listEnps(...[tx, actor, query, now]: Args) {
  const { page, window, entries } = await read(tx, actor, 'listEnps', 'enps', query, now, groupFigures.enpsIn)
  return { enps: entries.map(({ figures, ...entry }) => ({ ...entry, questions: figures })), window, ...page }
}

export async function listSentiment(...[tx, actor, query, now]: Args) {
  const { page, window, entries } = await read(
    tx,
    actor,
    'listSentiment',
    'sentiment',
    query,
    now,
    groupFigures.sentimentIn,
  )
  return {
    sentiment: entries.map(({ figures, ...entry }) => ({ ...entry, questions: figures })),
    window,
    ...page,
  }
}

export async function listDrivers(...[tx, actor, query, now]: Args) {
  const { page, window, entries } = await read(
    tx,
    actor,
    'listDrivers',
    'drivers',
    query,
    now,
    groupFigures.driversIn,
  )
  return {
    drivers: entries.map(({ figures, ...entry }) => ({ ...entry, drivers: figures })),
    window,
    ...page,
  }
}

/** Themes that the texts show by themselves are those of one collection: there is no window of them. */
export async function listThemes(...[tx, actor, query, now]: Args) {
  const { shown, ...page } = await pageOfGroups(tx, actor, 'listThemes', 'themes', query, now)
  return { themes: shown.map((one) => ({ ...entryOf(one), themes: groupFigures.themesIn(one) })), ...page }
}

export async function listParticipation(...[tx, actor, query, now]: Args) {
  const { page, window, entries } = await read(
    tx,
    actor,
    'listParticipation',
    'participation',
    query,
    now,
    (around) => [groupFigures.participationIn(around) ?? []].flat(),
  )
  return {
    participation: entries.map(({ figures: [participation], ...entry }) => ({ ...entry, participation })),
    window,
    ...page,
  }
}
