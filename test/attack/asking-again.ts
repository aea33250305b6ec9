/**
 * The roster attacks (rosters.ts) through the API: an author asks the same questions again and again, and in between changes teams and
 * people, or leaves people out. Nobody changes an answer.
 *
 * Everybody's answer is an option of their own, so each published figure names the people it is made of. A few are always silent, at
 * least one in most cells: so an answer that is missing from a cell is not an answer left out at random.
 */
import assert from 'node:assert/strict'
import { scopeNames } from '../../contract/scopes.ts'
import type { CollectionRef } from '../../src/collection-ref.ts'
import { many, only, sql, type Tx } from '../../src/db/db.ts'
import { int4, shape, shapeOf, text } from '../../src/db/shape.ts'
import { collections } from '../../src/db/tables.ts'
import { type Roster, seasons, smallestClass } from '../../src/seats/seats.ts'
import { bodyOf, type Clockwork } from '../support/clockwork.ts'
import { type Client, client, links, newWorld, type World } from '../support/world.ts'
import { Company, type Script } from './rosters.ts'

type Mode = 'anonymous' | 'confidential'

/**
 * How the author asks: in other words each time, which no memory can follow; always in the same; or in the same as a translation, which
 * everybody reads, of other words each time.
 */
type Wording = 'same' | 'other' | 'translated'

export type Attack = { seed: number; script: Script; mode: Mode; wording?: Wording; collections: number }

export type Result = {
  /** The smallest set of people whom no combination of figures tells apart. */
  smallest: number
  figures: number
  refused: number
  /** Figures that had some of the people of a cell and not the others. */
  torn: string[]
  /** How many stretches of time there were, with the quiet time between them. Figures of two may differ by one person. */
  spans: number
  /** The smallest set where figures of all of them are put together. */
  together: number
}

const ownOptions = 45
/** The first option is nobody's: where all people of a cell but one agree, the one is shown as having chosen it. */
const nobodys = 'none'
const others = 4
const questionsCount = 5

/** One question has options of their own for some; all others choose one of four. */
const optionOf = (person: number, question: number): string =>
  Math.floor(person / ownOptions) === question ? `p${person % ownOptions}` : `other${person % others}`

const questionsIn = (wording: string) =>
  Array.from({ length: questionsCount }, (_, at) => ({
    id: `q${at}`,
    type: 'single_choice',
    text: `Which of list ${at + 1}? ${wording}`,
    options: [
      { id: nobodys, text: 'None' },
      ...Array.from({ length: ownOptions }, (_unused, own) => ({ id: `p${own}`, text: `Choice ${own}` })),
      ...Array.from({ length: others }, (_unused, other) => ({
        id: `other${other}`,
        text: `Other ${other}`,
      })),
    ],
  }))

function wordingOf(collection: number, wording: Wording) {
  const again = `Time ${collection}`
  if (wording !== 'translated') return { questions: questionsIn(wording === 'same' ? '' : again) }
  const read = questionsIn('').map(({ id, text }) => [id, { text }])
  const translations = { en: { questions: Object.fromEntries(read) } }
  return { language: 'de', questions: questionsIn(again), translations }
}

/** A company, and what the organisation has of it so far. */
class Attacked {
  readonly company: Company
  readonly api: Client
  readonly world: World
  readonly teams = new Map<string, { id: string; parent: string | null; members: string }>()
  readonly members = new Map<string, string>()
  readonly #erased = new Set<string>()
  #surveys = 0

  constructor(world: World, api: Client, seed: number) {
    this.world = world
    this.api = api
    this.company = new Company(seed)
  }

  /** Makes the organisation what the company is, but for people who are out. */
  async follow(out: ReadonlySet<string> = new Set()): Promise<void> {
    const { api, company } = this
    for (const { id } of company.teams)
      if (!this.teams.has(id)) {
        const team = await bodyOf(api.post('/api/teams', { name: `Team ${id}` }), 201)
        this.teams.set(id, { id: team.id, parent: null, members: '[]' })
      }
    await this.#setParents()
    for (const person of company.homes.keys())
      if (!this.members.has(person))
        this.members.set(person, (await bodyOf(api.post('/api/members', { name: `Name ${person}` }), 201)).id)
    for (const [team, known] of this.teams) {
      const inside = company.membersOf(team).filter((person) => !out.has(person))
      const members = inside.toSorted().map((person) => ({ member_id: this.members.get(person)! }))
      const state = JSON.stringify(members)
      if (state === known.members) continue
      await bodyOf(api.put(`/api/teams/${known.id}/members`, { members }), 200)
      known.members = state
    }
    for (const [team, { id }] of this.teams)
      if (company.teams.every((one) => one.id !== team)) {
        assert.equal((await api.delete(`/api/teams/${id}`)).status, 204)
        this.teams.delete(team)
      }
    for (const person of company.erased)
      if (!this.#erased.has(person)) {
        await bodyOf(api.post(`/api/members/${this.members.get(person)}/erase`), 200)
        this.#erased.add(person)
      }
  }

  /** On the way from one tree to another there may be a circle, so teams that move are first put on top. */
  async #setParents(): Promise<void> {
    const moved = this.company.teams.filter(({ id, parent }) => this.teams.get(id)?.parent !== parent)
    for (const to of ['top', 'parent'] as const)
      for (const { id, parent } of moved) {
        const team = this.teams.get(id)!
        const next = to === 'top' ? null : parent
        if (team.parent === next) continue
        const parentId = next === null ? null : this.teams.get(next)!.id
        await bodyOf(this.api.patch(`/api/teams/${team.id}`, { parent_team_id: parentId }), 200)
        team.parent = next
      }
  }

  /** Opens a survey of these people. @returns its path, or null where it is refused */
  async open(
    asked: ReadonlySet<string>,
    mode: Mode,
    wording: ReturnType<typeof wordingOf>,
  ): Promise<string | null> {
    const { api, company } = this
    const outside = new Set([...company.homes.keys()].filter((person) => !asked.has(person)))
    const homes = new Set([...asked].map((person) => company.homeOf(person)))
    const isOneTeam = homes.size === 1 && outside.size > 0
    const teamIds = [...(isOneTeam ? homes : this.teams.keys())].map((team) => this.teams.get(team)!.id)
    const ask = async (excluded: readonly string[]): Promise<{ path: string; status: number; body: any }> => {
      const pulse = await bodyOf(
        api.post('/api/pulses', {
          title: `Survey ${++this.#surveys}`,
          ...wording,
          recipients: { team_ids: teamIds, excluded_member_ids: excluded },
          confidentiality: { mode },
          channels: ['link'],
        }),
        201,
      )
      const path = `/api/pulses/${pulse.id}`
      return { path, ...(await api.post(`${path}/open`)) }
    }
    const first = await ask([...outside].map((person) => this.members.get(person)!))
    if (first.status === 200) return first.path
    assert.ok(
      ['exclusion_too_small', 'roster_too_small'].includes(first.body.code),
      JSON.stringify(first.body),
    )
    if (first.body.code === 'roster_too_small') return null
    // Anyone who may not be left out leaves for a moment.
    await this.follow(outside)
    const second = await ask([])
    await this.follow()
    if (second.status === 200) return second.path
    assert.equal(second.body.code, 'roster_too_small', JSON.stringify(second.body))
    return null
  }
}

/** One cell of seats of an open survey that takes part: everybody in it is asked. */
type SeatCell = readonly string[]

const seatRow = shape({ member_id: text, cell: int4 })

async function cellsOf(tx: Tx, ref: CollectionRef, personOf: ReadonlyMap<string, string>) {
  const rows = await many(
    tx,
    seatRow,
    sql`
      select member_id, seat_cell as cell
      from recipients
      where organisation_id = ${ref.organisationId} and collection_id = ${ref.collectionId} and seat_cell is not null`,
  )
  return [...Map.groupBy(rows, ({ cell }) => cell).values()].map((cell): SeatCell =>
    cell.map(({ member_id: id }) => personOf.get(id)!),
  )
}

const numberOf = (person: string): number => Number(person.slice(1))

/** Some people never answer. */
const isSilent = (person: string): boolean => numberOf(person) % 5 === 2

/** The people whom one published group is made of. */
function peopleBehind(questions: readonly any[]): Set<string> {
  const people = new Set<string>()
  for (const { id, distribution = [] } of questions)
    for (const { value, count } of distribution) {
      if (count === 0 || value === nobodys || value.startsWith('other')) continue
      assert.equal(count, 1, 'an option that one person has is chosen once')
      const person = Number(id.slice(1)) * ownOptions + Number(value.slice(1))
      people.add(`p${String(person).padStart(5, '0')}`)
    }
  return people
}

type Group = { people: ReadonlySet<string>; isBanded: boolean }

/** Each published group of a closed survey as the people it is made of. */
function groupsIn(results: any): Group[] {
  return [results.questions, ...results.teams.map((team: any) => team.questions ?? [])]
    .map((questions) => ({
      people: peopleBehind(questions),
      isBanded: questions.some(({ banded }: any) => banded === true),
    }))
    .filter(({ people }) => people.size > 0)
}

/** The whole cells that a group is made of; a group with a part of a cell is put among the torn ones. */
function wholeCells(
  { people: group, isBanded }: Group,
  cells: readonly SeatCell[],
  torn: string[],
): string[] {
  const seated = new Set(cells.flat())
  const strangers = [...group].filter((person) => !seated.has(person))
  if (strangers.length > 0) torn.push(`${strangers.join(' ')} without a seat`)
  return cells.flatMap((cell) => {
    const answering = cell.filter((person) => !isSilent(person))
    const inside = answering.filter((person) => group.has(person))
    // Where everybody answers, the answer of one of them is not counted; where all but one agree, another answer stands for that one's.
    const missing = (answering.length === cell.length ? 1 : 0) + (isBanded ? 1 : 0)
    const isWhole = inside.length >= answering.length - missing
    if (inside.length > 0 && !isWhole)
      torn.push(
        `of ${cell.join(' ')} only ${inside.join(' ')}, without ${answering.filter((one) => !group.has(one)).join(' ')}`,
      )
    return inside.length > 0 ? cell : []
  })
}

/** An organisation of 20 to 80 people under attack, survey by survey. */
class Campaign {
  readonly #world: World
  readonly #attacked: Attacked
  readonly #attack: Attack
  readonly #next: (collection: number) => Roster
  /** The people behind the figures of each season that begins later than the quiet time after the one before. */
  readonly #published: string[][][] = []
  #last: { season: string; at: number } | null = null
  #collection = 0
  #refused = 0
  readonly #torn: string[] = []

  constructor(world: World, api: Client, attack: Attack) {
    this.#world = world
    this.#attack = attack
    this.#attacked = new Attacked(world, api, attack.seed)
    this.#next = attack.script(this.#attacked.company)
  }

  /** @param day  of the campaign */
  async ask(day: number): Promise<void> {
    const attacked = this.#attacked
    const { mode, wording = 'same' } = this.#attack
    const { api } = attacked
    const collection = this.#collection++
    const { homes } = this.#next(collection)
    await attacked.follow()
    const path = await attacked.open(new Set(homes.keys()), mode, wordingOf(collection, wording))
    if (path === null) {
      this.#refused++
      return
    }
    const personOf = new Map([...attacked.members].map(([person, id]) => [id, person]))
    const cells = await this.#cellsOf(path, personOf)
    for (const { member_id: member, url } of await links(api, path)) {
      const person = personOf.get(member)!
      if (isSilent(person)) continue
      const answers = questionsIn('').map((question, at) => ({
        question_id: question.id,
        value: optionOf(numberOf(person), at),
      }))
      await bodyOf(this.#world.anyone.post(new URL(url).pathname, { answers }), 201)
    }
    await bodyOf(api.post(`${path}/close`), 200)
    const results = await bodyOf(api.get(`${path}/results`), 200)
    const season = results.season?.began_at ?? ''
    const isApart =
      this.#last === null ||
      (season !== this.#last.season && day - this.#last.at >= seasons.monthly.quietDays)
    if (isApart) this.#published.push([])
    this.#last = { season, at: day }
    for (const group of groupsIn(results)) this.#published.at(-1)!.push(wholeCells(group, cells, this.#torn))
  }

  async #cellsOf(path: string, personOf: ReadonlyMap<string, string>): Promise<SeatCell[]> {
    const { organisationId, running } = this.#world
    const { id } = await only(
      running.db.tx,
      shapeOf(collections, ['id']),
      sql`select id from collections where owner_id = ${path.slice('/api/pulses/'.length)}`,
    )
    return cellsOf(running.db.tx, { organisationId, collectionId: id }, personOf)
  }

  get result(): Result {
    assert.ok(this.#attacked.members.size <= ownOptions * questionsCount, 'everybody has an option')
    return {
      smallest: Math.min(...this.#published.map(smallestClass)),
      figures: this.#published.flat().length,
      refused: this.#refused,
      torn: this.#torn,
      spans: this.#published.length,
      together: smallestClass(this.#published.flat()),
    }
  }
}

async function campaignIn(running: World['running'], attack: Attack): Promise<Campaign> {
  const world = await newWorld({ running })
  const { userId } = await world.user({ role: 'admin' })
  const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
  return new Campaign(world, client(running.url, token), attack)
}

/** What surveys of one day tell of one organisation. */
export async function askAgain({ running }: Pick<World, 'running'>, attack: Attack): Promise<Result> {
  const campaign = await campaignIn(running, attack)
  for (let collection = 0; collection < attack.collections; collection++) await campaign.ask(0)
  return campaign.result
}

/** The same over weeks or months, of several organisations at once: they share a clock. */
export async function askOverTime(
  { running, setClocks }: Pick<Clockwork, 'running' | 'setClocks'>,
  attacks: readonly Attack[],
  { from, days }: { from: Date; days: number },
): Promise<Result[]> {
  setClocks(from.getTime())
  const campaigns = await Promise.all(attacks.map((attack) => campaignIn(running, attack)))
  for (let collection = 0; collection < Math.max(...attacks.map((one) => one.collections)); collection++) {
    const day = collection * days
    setClocks(from.getTime() + day * 86_400_000)
    await Promise.all(campaigns.map((campaign) => campaign.ask(day)))
  }
  return campaigns.map(({ result }) => result)
}
