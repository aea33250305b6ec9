/** In how many languages a group is said to have written: whoever speaks one is known to more readers than whether they comment. */
import { limits } from '../../contract/limits.ts'
import { type Around, toldTogether } from '../cells/cells.ts'
import type { CoverageCell } from './text-cells.ts'

/** Languages of too few people, and answers whose language is not clear. */
export const otherLanguages = 'other'

const isNamed = (language: string): boolean => ![otherLanguages, 'unknown'].includes(language)

/** People who wrote in each language, read or not. */
function peopleByLanguage(cells: readonly CoverageCell[]): Map<string, number> {
  const people = new Map<string, number>()
  for (const { counts } of cells)
    for (const [status, count] of Object.entries(counts)) {
      const [, language] = status.split(' ')
      if (language !== undefined) people.set(language, (people.get(language) ?? 0) + count)
    }
  return people
}

/**
 * The cells of one group and question as one, with languages of at least ten people, and all others as "other". Fewer than ten others are
 * counted with the language of most people: "three in Polish" would reveal that a team’s three Poles commented.
 * @param isTold  of a language of ten people; of `other`, whether it may stand by itself
 */
export function withCommonLanguages(
  cells: readonly CoverageCell[],
  isTold: (language: string) => boolean = () => true,
): CoverageCell {
  const people = peopleByLanguage(cells)
  const common = [...people]
    .filter(([language, count]) => isNamed(language) && count >= limits.kCommentMin && isTold(language))
    .toSorted(([one, a], [another, b]) => b - a || (one < another ? -1 : 1))
    .map(([language]) => language)
  const rest = [...people].reduce(
    (sum, [language, count]) => sum + (common.includes(language) ? 0 : count),
    0,
  )
  const restName =
    rest < limits.kCommentMin || !isTold(otherLanguages) ? (common[0] ?? otherLanguages) : otherLanguages
  const shown: Record<string, number> = {}
  for (const cell of cells)
    for (const [status, count] of Object.entries(cell.counts)) {
      const [state, language] = status.split(' ')
      const name = language === undefined || common.includes(language) ? status : `${state} ${restName}`
      shown[name] = (shown[name] ?? 0) + count
    }
  return { n: cells.reduce((n, cell) => n + cell.n, 0), counts: shown }
}

/**
 * What each group tells, so that no difference of groups names a language of fewer than ten people: of the groups for which it would, the smallest
 * counts them with the language of most people. The language of most people overall is told everywhere.
 * @param groups  each with its cells
 */
export function toldLanguages(groups: readonly (readonly unknown[])[], around: Around): CoverageCell[] {
  const cells = groups.map((one) => one as readonly CoverageCell[])
  const people = cells.map((one) => peopleByLanguage([withCommonLanguages(one)]))
  const most = [...(people[around.indexOf(null)] ?? [])]
    .filter(([language]) => isNamed(language))
    .toSorted(([one, a], [another, b]) => b - a || (one < another ? -1 : 1))[0]?.[0]
  const told = new Map(
    [...new Set(people.flatMap((one) => [...one.keys()]))]
      .filter((language) => language !== most)
      .map((language) => {
        const parts = people.map((one) => {
          const count = one.get(language) ?? 0
          return count >= limits.kCommentMin ? [count] : null
        })
        return [language, toldTogether(around, parts, limits.kCommentMin)] as const
      }),
  )
  return cells.map((one, place) =>
    withCommonLanguages(one, (language) => language === most || told.get(language)?.has(place) === true),
  )
}
