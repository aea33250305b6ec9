/**
 * The report of one collection: from released figures to findings, each with n, interval, method and evidence. Pure: it
 * sees sums over cells and nothing else, so whatever it says could be recomputed from what everyone may read.
 */
import { actions } from './actions.ts'
import { changesOf } from './change.ts'
import { type Figures, type Finding, type Group, nameOf } from './finding.ts'
import { participation, scores, sentiments } from './scores.ts'
import { topics } from './topics.ts'

export { type Figures, type Finding } from './finding.ts'

export function reportOf(figures: Figures): Finding[] {
  const groups = [...new Set(figures.released.map((one) => one.teamId))].toSorted((a, b) => (a < b ? -1 : 1))
  const changes = changesOf(figures, groups)
  return groups.flatMap((group) => {
    const at: Group = { group, name: nameOf(figures, group) }
    return [
      ...participation(figures, at),
      ...scores(figures, at, changes),
      ...sentiments(figures, at),
      ...topics(figures, at),
      ...actions(figures, at, changes),
    ]
  })
}
