/**
 * The report of one collection: from released figures to findings, each with n, interval, method and evidence. Pure: it sees sums
 * over cells and nothing else, so everything in it can be computed again from figures that everyone may read.
 */
import { actions } from '../recommend/actions.ts'
import { changesByGroup } from './change.ts'
import { type Figures, type Finding, type Group, nameOf } from '../finding.ts'
import { levels, movements } from './levels.ts'
import { participation, scores, sentiments } from './scores.ts'
import { topics } from './topics.ts'

export const reportOf = (figures: Figures): Finding[] => [...partsOf(figures)].flat()

/** One part at a time, so that other work can run in between. */
export function* partsOf(figures: Figures): Generator<Finding[], void> {
  const groups = [...new Set(figures.released.map((one) => one.teamId))].toSorted((a, b) => (a < b ? -1 : 1))
  const changes = yield* between(changesByGroup(figures, groups))
  for (const group of groups) {
    const at: Group = { group, name: nameOf(figures, group) }
    yield participation(figures, at)
    yield scores(figures, at, changes)
    yield sentiments(figures, at, changes)
    yield* topics(figures, at, changes)
    const place = { figures, changes, at }
    yield levels(place)
    yield movements(place)
    yield actions(place)
  }
}

/** Pauses like a part, with no findings yet. */
function* between<T>(steps: Generator<unknown, T>): Generator<Finding[], T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield []
  }
}
