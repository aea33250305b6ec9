/** The tree of teams as rows, in the order in which they are shown, and what its sizes mean. Pure. */
import { locale } from '../messages.ts'
import type { Team, TeamTree } from './directory-queries.ts'

export type TeamRow = { team: Team; depth: number; isOpen: boolean | null; place: number; siblings: number }

/** For an array that stays the same, computed once: there can be thousands of teams, and a tree is drawn with every key. */
function once<T>(of: (teams: readonly Team[]) => T): (teams: readonly Team[]) => T {
  const known = new WeakMap<readonly Team[], T>()
  return (teams) => {
    const found = known.get(teams) ?? of(teams)
    known.set(teams, found)
    return found
  }
}

const byIdOf = once((teams) => new Map(teams.map((team) => [team.id, team])))

const collator = new Intl.Collator(locale, { numeric: true })

/** Teams by their parent. One whose parent is not among them, as it is archived or not seen, is at the top. */
const childrenOf = once((teams): Map<string | null, Team[]> => {
  const known = byIdOf(teams)
  const parentOf = ({ parent_team_id: parent }: Team): string | null =>
    parent !== null && known.has(parent) ? parent : null
  return Map.groupBy(
    teams.toSorted((a, b) => collator.compare(a.name, b.name)),
    parentOf,
  )
})

/** Every open team's children follow it. */
export function rowsOf(teams: readonly Team[], isOpen: (id: string, depth: number) => boolean): TeamRow[] {
  const children = childrenOf(teams)
  const below = (parent: string | null, depth: number): TeamRow[] =>
    (children.get(parent) ?? []).flatMap((team, at, siblings) => {
      const open = children.has(team.id) ? isOpen(team.id, depth) : null
      const row = { team, depth, isOpen: open, place: at + 1, siblings: siblings.length }
      return [row, ...(open ? below(team.id, depth + 1) : [])]
    })
  return below(null, 0)
}

/** From the top to the team itself; without those that are not seen. */
export function pathOf(teams: readonly Team[], id: string): Team[] {
  const byId = byIdOf(teams)
  const path: Team[] = []
  for (let team = byId.get(id); team && !path.includes(team); team = byId.get(team.parent_team_id ?? ''))
    path.unshift(team)
  return path
}

/** People are in it, and too few ever to be shown by themselves. */
export const isSmall = (
  { people_count: people }: Team,
  { k_score: least }: Pick<TeamTree, 'k_score'>,
): boolean => people > 0 && people < least
