/**
 * Rosters of an attacker who acts: an author or admin who asks the same question again and again and chooses whom, adds people, removes,
 * moves and erases them, and rearranges teams. Each attack is a script of roster changes; nobody is assumed to change an answer.
 *
 * The same seed makes the same organisation and the same script on any machine.
 */
import { everyone, type TeamNode } from '../../src/cells/cells.ts'
import type { Roster } from '../../src/seats/seats.ts'
import { type Dice, diceOf } from './organisation.ts'

/** Everything that the attacker may change. */
export class Company {
  readonly dice: Dice
  teams: TeamNode[] = []
  /** The team that each person counts in. */
  readonly homes = new Map<string, string>()
  readonly erased = new Set<string>()
  #added = 0
  #teamsMade = 0

  /** Teams of 4 to 9 people in departments of 3 to 5 teams, with one or two heads each. */
  constructor(seed: number, people?: number) {
    this.dice = diceOf(seed)
    const count = people ?? this.dice.whole(20, 80)
    while (this.homes.size < count) {
      const department = this.addTeam(null)
      this.addPeople(department, this.dice.whole(1, 2))
      for (let teams = this.dice.whole(3, 5); teams > 0 && this.homes.size < count; teams--)
        this.addPeople(this.addTeam(department), Math.min(this.dice.whole(4, 9), count - this.homes.size))
    }
  }

  addTeam(parent: string | null): string {
    const id = `t${String(this.#teamsMade++).padStart(3, '0')}`
    this.teams.push({ id, parent })
    return id
  }

  addPeople(team: string, count: number): string[] {
    const added = Array.from({ length: count }, () => `p${String(this.#added++).padStart(5, '0')}`)
    for (const person of added) this.homes.set(person, team)
    return added
  }

  remove(person: string): void {
    this.homes.delete(person)
  }

  erase(person: string): void {
    this.homes.delete(person)
    this.erased.add(person)
  }

  move(person: string, team: string): void {
    this.homes.set(person, team)
  }

  setParent(team: string, parent: string | null): void {
    this.teams = this.teams.map((one) => (one.id === team ? { ...one, parent } : one))
  }

  /** Its people and the teams below it go to other teams. */
  archive(team: string): void {
    const others = this.teams.filter(({ id }) => id !== team)
    if (others.length === 0) return
    const parent = this.teams.find(({ id }) => id === team)?.parent ?? null
    this.teams = others.map((one) => (one.parent === team ? { ...one, parent } : one))
    for (const person of this.membersOf(team)) this.move(person, this.dice.pick(others).id)
  }

  person(): string {
    return this.dice.pick([...this.homes.keys()])
  }

  team(): string {
    return this.dice.pick(this.teams).id
  }

  /** A team at the bottom, or whatever there is. */
  leaf(): string {
    const parents = new Set(this.teams.map(({ parent }) => parent))
    const leaves = this.teams.filter(({ id }) => !parents.has(id))
    return this.dice.pick(leaves.length > 0 ? leaves : this.teams).id
  }

  /** A team at the bottom other than this one. */
  otherLeaf(than: string): string {
    for (let tries = 20; tries > 0; tries--) {
      const other = this.leaf()
      if (other !== than) return other
    }
    return this.team()
  }

  membersOf(team: string): string[] {
    return [...this.homes].flatMap(([person, home]) => (home === team ? [person] : []))
  }

  homeOf(person: string): string {
    return this.homes.get(person) ?? everyone
  }

  roster(isAsked: (person: string) => boolean = () => true): Roster {
    return { teams: this.teams, homes: new Map([...this.homes].filter(([person]) => isAsked(person))) }
  }
}

/** What the attacker does before each collection, the first one included, and whom they ask then. */
export type Script = (company: Company) => (collection: number) => Roster

/** People come, go and move by chance. @param turnover the share that leaves and is replaced; half as many change teams */
export function turnOver(company: Company, turnover: number): void {
  const { dice } = company
  for (const person of company.homes.keys().toArray()) {
    if (dice.chance(turnover)) {
      company.remove(person)
      company.addPeople(company.leaf(), 1)
    } else if (dice.chance(turnover / 2)) company.move(person, company.leaf())
  }
}

/** One step of any kind, at random. */
function anything(company: Company): void {
  const { dice } = company
  const step = dice.pick([
    () => company.remove(company.person()),
    () => company.erase(company.person()),
    () => company.addPeople(company.team(), dice.whole(1, 6)),
    () => company.move(company.person(), company.team()),
    () => company.archive(company.team()),
    () => putBelowAnother(company),
    () => splitElsewhere(company, dice.whole(1, 6)),
    () => turnOver(company, 0.05),
  ])
  step()
}

function putBelowAnother(company: Company): void {
  const [team, parent] = [company.team(), company.team()]
  for (
    let at: string | null = parent;
    at !== null;
    at = company.teams.find(({ id }) => id === at)?.parent ?? null
  )
    if (at === team) return
  company.setParent(team, parent)
}

function splitElsewhere(company: Company, people: number): void {
  const from = company.leaf()
  const to = company.addTeam(company.teams.find(({ id }) => id === from)?.parent ?? null)
  for (const person of company.membersOf(from).slice(0, people)) company.move(person, to)
}

export const scripts: Readonly<Record<string, Script>> = {
  'leave out one': (company) => {
    const target = company.person()
    return (collection) => company.roster((person) => collection === 0 || person !== target)
  },
  'leave out one at first, ask later': (company) => {
    const target = company.person()
    return (collection) => company.roster((person) => collection > 0 || person !== target)
  },
  'leave out another one each time': (company) => () => {
    const target = company.person()
    return company.roster((person) => person !== target)
  },
  'move one': (company) => {
    const target = company.person()
    return (collection) => {
      if (collection === 1) company.move(target, company.otherLeaf(company.homeOf(target)))
      return company.roster()
    }
  },
  'move one back and forth': (company) => {
    const target = company.person()
    const places = [company.homeOf(target), company.otherLeaf(company.homeOf(target))]
    return (collection) => {
      company.move(target, places[collection % 2])
      return company.roster()
    }
  },
  'swap two': (company) => (collection) => {
    const [one, other] = [company.person(), company.person()]
    const [here, there] = [company.homeOf(one), company.homeOf(other)]
    if (collection > 0) {
      company.move(one, there)
      company.move(other, here)
    }
    return company.roster()
  },
  'remove one, restore later': (company) => {
    const target = company.person()
    const home = company.homeOf(target)
    return (collection) => {
      if (collection === 2) company.remove(target)
      if (collection === 5) company.move(target, home)
      return company.roster()
    }
  },
  'all of it at random': (company) => (collection) => {
    if (collection > 0) for (let steps = company.dice.whole(1, 3); steps > 0; steps--) anything(company)
    const hidden = company.dice.chance(0.3) ? company.person() : undefined
    return company.roster((person) => person !== hidden)
  },
  'add one person each time': (company) => {
    const team = company.leaf()
    return (collection) => {
      if (collection > 0) company.addPeople(team, 1)
      return company.roster()
    }
  },
  'five newcomers, remove one': (company) => {
    const team = company.leaf()
    let newcomers: string[] = []
    return (collection) => {
      if (collection === 1) newcomers = company.addPeople(team, 5)
      if (collection === 3) company.remove(newcomers[0])
      return company.roster()
    }
  },
  'split one person off a team': (company) => (collection) => {
    if (collection === 1) splitElsewhere(company, 1)
    return company.roster()
  },
  'split a team elsewhere each time': (company) => (collection) => {
    if (collection > 0) splitElsewhere(company, company.dice.whole(2, 6))
    return company.roster()
  },
  'put a team below another': (company) => (collection) => {
    if (collection > 0) putBelowAnother(company)
    return company.roster()
  },
  'archive a team, spread its people': (company) => (collection) => {
    if (collection > 0 && collection < 4) company.archive(company.leaf())
    return company.roster()
  },
  'ask one team, then it less two': (company) => {
    const team = company.teams
      .map(({ id }) => company.membersOf(id))
      .toSorted((a, b) => b.length - a.length)[0]
    return (collection) => {
      const asked = new Set(collection % 2 === 0 ? team : team.slice(2))
      return company.roster((person) => asked.has(person))
    }
  },
  'erase one': (company) => {
    const target = company.person()
    return (collection) => {
      if (collection === 2) company.erase(target)
      return company.roster()
    }
  },
}
