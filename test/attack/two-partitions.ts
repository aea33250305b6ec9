/**
 * What an attacker reads of seasons that are cut in two ways: by teams and by an attribute, and by the ledgers of two questions that were
 * first asked at different times. Both with the rule and without it.
 */
import { cellFor } from '../../src/cells/cells.ts'
import {
  advance,
  attend,
  commonUnions,
  type Crossed,
  crossWithValues,
  groupForValue,
  groupsAsked,
  type Ledger,
  nextSeason,
  type Roster,
  type Seating,
  smallestClass,
} from '../../src/seats/seats.ts'
import { Company, type Script, scripts, turnOver } from './rosters.ts'
import { cellsOfSeating, k } from './seasons.ts'

const collections = 8

/** The people of each part of the cells of participation, by the group that each seat cell or person belongs to. */
function crossingsOf(seating: Seating, groupOf: (member: string, group: string) => string): string[][] {
  const { division } = seating
  if (!division) return []
  const seats = seating.cells.flatMap((cell) =>
    cell.seats.map((member) => ({
      member,
      part: `${cellFor(division, cell.node)} ${groupOf(member, cell.group)}`,
    })),
  )
  return [...Map.groupBy(seats, ({ part }) => part).values()].map((part) => part.map(({ member }) => member))
}

/**
 * Figures by team and by site, while people move between both: the smallest class with crossings as cells, and with each collection's
 * sites as they are.
 */
export function attackByAttribute(seed: number) {
  const company = new Company(seed, 120)
  const { dice } = company
  const sites = new Map<string, string>()
  // A department is at one site, so both can be shown at first. Then people change the site as they change the team.
  const siteOfTeam = new Map<string, string>()
  const settle = ({ teams, homes }: Roster): void => {
    for (const { id, parent } of teams)
      if (!siteOfTeam.has(id))
        siteOfTeam.set(id, siteOfTeam.get(parent ?? '') ?? dice.pick(['north', 'south', 'west']))
    for (const [member, home] of homes)
      if (!sites.has(member) || dice.chance(0.01)) sites.set(member, siteOfTeam.get(home) ?? 'north')
  }
  const next = scripts['all of it at random'](company)
  // The attribute is used from the first collection on, or only later in the season.
  const from = dice.whole(0, 2)
  const published: string[][] = []
  const naive: string[][] = []
  let ledger: Ledger | null = null
  let crossed: Crossed | null = null
  let byAttribute = 0
  for (let collection = 0; collection < collections; collection++) {
    const { teams, homes } = next(collection)
    settle({ teams, homes })
    const groupFor = crossed && ledger ? groupForValue(ledger) : () => ''
    const groups = new Map([...homes.keys()].map((member) => [member, groupFor(sites.get(member) ?? null)]))
    const roster: Roster = { teams, homes, groups }
    ledger ??= nextSeason(roster, k, null)
    let seating: Seating = advance(ledger, roster, k, false)
    if (collection >= from && !crossed) {
      crossed = crossWithValues(seating.ledger, sites, k)
      if (crossed) seating = attend(crossed.ledger, roster, k)
    }
    ledger = seating.ledger
    const shown = crossed && groupsAsked(seating, roster, k)
    if (shown) byAttribute++
    published.push(
      ...(shown ? crossingsOf(seating, (_, group) => shown.get(group) ?? '') : cellsOfSeating(seating)),
    )
    naive.push(...crossingsOf(seating, (member) => sites.get(member) ?? ''))
  }
  return { withSeats: smallestClass(published), alone: smallestClass(naive), byAttribute }
}

/**
 * Two questions with a ledger each: one collection asks the first, the next one the other, and later ones both. Classes are counted within
 * each question, over all collections, and within each collection, over both questions: answers to two questions are two unknowns, but
 * whether somebody answered is one.
 */
export function attackByTwoLedgers(seed: number) {
  const company = new Company(seed)
  const { dice } = company
  const script: Script = (own) => (collection) => {
    if (collection > 0) turnOver(own, 0.03)
    return own.roster()
  }
  const next = script(company)
  const [first, second, naiveSecond]: string[][][] = [[], [], []]
  let least = Infinity
  let alone = Infinity
  let unions = 0
  let p: Ledger | null = null
  let q: Ledger | null = null
  for (let collection = 0; collection < collections; collection++) {
    const roster = next(collection)
    const asksFirst = collection === 0 || collection > 2 || dice.chance(0.3)
    const asksSecond = collection === 1 || collection > 2
    p ??= nextSeason(roster, k, null)
    if (asksSecond) q ??= nextSeason(roster, k, null)
    if (asksFirst) {
      const seating: Seating = advance(p, roster, k, false)
      p = seating.ledger
      const ownCells = cellsOfSeating(seating)
      first.push(...ownCells)
      if (asksSecond && q) {
        const other = attend(q, roster, k)
        const together = commonUnions(seating, other).map(({ ours }) => ours.flatMap(({ seats }) => seats))
        unions += together.length
        second.push(...together)
        naiveSecond.push(...cellsOfSeating(other))
        least = Math.min(least, smallestClass([...seating.cells.map(({ seats }) => seats), ...together]))
        alone = Math.min(alone, smallestClass([...ownCells, ...cellsOfSeating(other)]))
      }
    } else if (q && asksSecond) {
      const seating: Seating = advance(q, roster, k, false)
      q = seating.ledger
      second.push(...cellsOfSeating(seating))
    }
  }
  return {
    withSeats: Math.min(least, smallestClass(first), smallestClass(second)),
    alone,
    unions,
  }
}
