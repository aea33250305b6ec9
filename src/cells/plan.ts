/**
 * Cells as they are stored: numbered, and each shown team with the numbers of its cells. A cell's number is the place of its team in
 * the order of ids, so it reveals nothing else.
 */
import { cellsOfShown, type Division, everyone, partialGroups, type TeamNode } from './division.ts'

/** partial: the team is hidden, and these are the cells of the shown teams inside it. */
export type CellGroup = { team: string; cells: number[]; partial: boolean }

/** nodes: for each cell the team in which it counts. */
export type NumberedCells = { nodes: string[]; groups: CellGroup[] }

/** @param inhabited  the cells in which somebody counts */
export function numberedCells(
  teams: readonly TeamNode[],
  division: Division,
  inhabited: Iterable<string>,
): NumberedCells {
  const nodes = [...new Set(inhabited)].toSorted(byId)
  const numberOf = new Map(nodes.map((node, cell) => [node, cell]))
  const shown = cellsOfShown(teams, division, nodes)
  const groupOf = (team: string, inside: readonly string[], partial: boolean): CellGroup[] => {
    const cells = new Set(inside.flatMap((node) => numberOf.get(node) ?? []))
    return cells.size === 0 ? [] : [{ team, cells: [...cells].toSorted((a, b) => a - b), partial }]
  }
  const partial = [...partialGroups(teams, division)].flatMap(([team, parts]) =>
    groupOf(
      team,
      parts.flatMap((part) => shown.get(part) ?? []),
      true,
    ),
  )
  const whole = [...new Set([everyone, ...division.shown])].flatMap((team) =>
    groupOf(team, shown.get(team) ?? [], false),
  )
  return { nodes, groups: [...whole, ...partial].toSorted((a, b) => byId(a.team, b.team)) }
}

const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
