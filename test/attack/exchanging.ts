/**
 * Two people of one cell exchange all they do for a season, and everything that can be read is read again. The same organisation is
 * played twice, with the same surveys, moves, erasures, breakdowns and imported surveys: once as it is, and once with the two people
 * exchanged, what they answer, what they write and when they are silent. Whatever differs tells one of them from the other.
 *
 * The attacker owns the story: they choose whom to ask, who moves, whose attribute changes, what past survey is imported.
 */
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { scopeNames } from '../../contract/scopes.ts'
import { exists, many, sql } from '../../src/db/db.ts'
import { shape, text } from '../../src/db/shape.ts'
import { bodyOf, type Clockwork } from '../support/clockwork.ts'
import { activated, instancesOf } from '../support/recurring.ts'
import { client, eventually, links, newWorld } from '../support/world.ts'
import { anything, erase, hereOf, hire, type Pair, type Played, type Story } from './exchanged-people.ts'
import { diceOf } from './organisation.ts'
import { allReadings } from './exchanged-readings.ts'

const questions = [
  { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5, driver: 'workload' },
  { id: 'again', type: 'enps', text: 'Would you recommend us?' },
  { id: 'fair', type: 'yes_no', text: 'Was it fair?' },
  { id: 'why', type: 'text', text: 'What got in the way?', intent: 'improve' },
]

const words = [
  'There are too many meetings in our week.',
  'The tools are slow, and nobody mends them.',
  'I like my team and what we do.',
  'My salary is too low for what I do.',
  'My lead harasses me.',
  'Nobody tells us why plans change so often.',
]

async function begin(clockwork: Clockwork, story: Story, exchanged: Pair | null): Promise<Played> {
  const world = await newWorld({ running: clockwork.running })
  const { userId } = await world.user({ role: 'admin' })
  const token = await world.token({ userId, scopes: scopeNames, expiresAt: new Date('2100-01-01') })
  const api = client(world.url, token)
  // A person would have to sign in again for each: the story takes weeks.
  const eraser = client(
    world.url,
    await world.token({ scopes: ['directory:admin'], expiresAt: new Date('2100-01-01') }),
  )
  const dice = diceOf(story.seed)
  const team = async (name: string, parent?: string): Promise<string> =>
    (await bodyOf(api.post('/api/teams', { name, ...(parent && { parent_team_id: parent }) }), 201)).id
  const teams: string[] = []
  for (let department = 0; department < 2; department++) {
    const top = await team(`Department ${department}`)
    teams.push(top)
    for (let below = dice.whole(2, 3); below > 0; below--) teams.push(await team(`Team ${teams.length}`, top))
  }
  const played: Played = {
    world,
    api,
    eraser,
    dice,
    story,
    behaviourOf: (person) => {
      const at = exchanged?.indexOf(person) ?? -1
      return at < 0 ? person : exchanged![1 - at]
    },
    teams,
    people: [],
    checkIn: { id: '', path: '' },
    places: [],
    seen: 0,
  }
  for (const [at] of teams.entries())
    for (let more = dice.whole(at % 3 === 0 ? 1 : 5, 10); more > 0; more--) await hire(played, at)
  return played
}

/** By number; people are added team by team. */
export const neverAnswers = (person: number): boolean => person % 4 === 3

/** What somebody who behaves like this says in a round: mostly the same each time. */
function saysOf({ story }: Played, behaviour: number, round: number) {
  const always = diceOf(story.seed * 1000 + behaviour)
  const now = diceOf((story.seed * 1000 + behaviour) * 50 + round)
  // Some never answer, so that in most groups nobody is left out at random: a lot is drawn again in every organisation.
  const isSilent = neverAnswers(behaviour) || now.chance(0.15)
  const mood = always.whole(1, 5)
  const calm = now.chance(0.2) ? now.whole(1, 5) : mood
  const answers = [
    { question_id: 'calm', value: calm },
    { question_id: 'again', value: Math.min(10, calm * 2 + always.whole(0, 1)) },
    ...(always.chance(0.8) ? [{ question_id: 'fair', value: always.chance(0.6) }] : []),
    ...(always.chance(0.85)
      ? [{ question_id: 'why', text: `${always.pick(words)} So it goes in place ${placeName(behaviour)}.` }]
      : []),
  ]
  return isSilent ? null : answers
}

const placeName = (behaviour: number): string =>
  [behaviour % 26, Math.floor(behaviour / 26)].map((at) => String.fromCharCode(97 + at)).join('')

/** People with a link give their usual answers, and in between somebody may be erased. */
async function answer(played: Played, place: string, round: number, withErasure: boolean): Promise<void> {
  const { api, behaviourOf, dice, people, world } = played
  const numberOf = new Map(people.map(({ id }, at) => [id, at]))
  const asked = (await links(api, place)).toSorted((a, b) => (a.member_id < b.member_id ? -1 : 1))
  const erased = withErasure ? dice.pick(hereOf(played)) : -1
  for (const { member_id: member, url } of asked) {
    const at = numberOf.get(member)!
    const answers = at === erased ? null : saysOf(played, behaviourOf(at), round)
    if (answers) await bodyOf(world.anyone.post(new URL(url).pathname, { answers }), 201)
  }
  if (erased >= 0) await erase(played, erased)
}

const breakdowns = [
  null,
  { attribute: 'site' },
  { attribute: 'level' },
  { attribute: 'site', instead_of_teams: true },
]

/** Asks as a pulse, by some breakdown or none. */
async function askPulse(played: Played, round: number): Promise<void> {
  const { api, dice, story, teams } = played
  const wanted = dice.pick(breakdowns)
  const without = dice.chance(0.3) ? [played.people[dice.pick(hereOf(played))].id] : []
  const isOneDepartment = dice.chance(0.25)
  const withErasure = dice.chance(0.2)
  const draft = {
    title: `Survey ${round}`,
    visibility: 'public',
    questions,
    recipients: {
      team_ids: isOneDepartment ? [teams[0]] : teams,
      excluded_member_ids: without,
    },
    confidentiality: { mode: story.mode },
    channels: ['link'],
  }
  for (const breakdown of wanted ? [wanted, null] : [null])
    for (const excluded_member_ids of [without, []]) {
      const recipients = { ...draft.recipients, excluded_member_ids }
      const { id } = await bodyOf(api.post('/api/pulses', { ...draft, recipients, breakdown }), 201)
      const place = `/api/pulses/${id}`
      const { status, body } = await api.post(`${place}/open`)
      if (status !== 200) {
        const codes = [body.code, ...(body.errors ?? []).map(({ code }: any) => code)]
        assert.ok(
          ['exclusion_too_small', 'breakdown_impossible'].some((code) => codes.includes(code)),
          JSON.stringify(body),
        )
        continue
      }
      await answer(played, place, round, withErasure)
      await closed(played, place)
      return
    }
}

async function closed(played: Played, place: string): Promise<void> {
  await bodyOf(played.api.post(`${place}/close`), 200)
  played.places.push(place)
  await analysed(played)
}

/** Lists are in the order in which surveys were analysed, and so are the cuts between their pages: one after the other. */
const analysed = ({ world }: Played): Promise<boolean> =>
  eventually(
    () =>
      exists(
        world.running.db.tx,
        sql`select 1 from collections where organisation_id = ${world.organisationId} and results_status = 'analysing'`,
      ),
    (isUnderWay) => !isUnderWay,
  )

const dayMs = 86_400_000
const starts = new Date('2026-03-02T09:00:00Z').getTime()

/** A past survey about the same people, in the attacker's words. */
async function importPast(played: Played, date: string): Promise<void> {
  const { api, checkIn, dice, people, teams } = played
  const rows = people.flatMap(({ id, home, state }, at) =>
    state === 'gone'
      ? []
      : [
          {
            period: date,
            respondent: `p${at}@${teams[0].slice(4)}.example`,
            team: `Team ${home}`,
            question: 'calm',
            rating: dice.whole(1, 5),
            scale: 5,
          },
          {
            period: date,
            respondent: `p${at}@${teams[0].slice(4)}.example`,
            team: null,
            question: 'why',
            text: dice.pick(words),
          },
        ].filter(() => id !== ''),
  )
  const known = rows.map((row) => ({ ...row, team: null }))
  const { status, body } = await api.post(`/api/imports/responses?check_in_id=${checkIn.id}`, { rows: known })
  assert.equal(status, 200, JSON.stringify(body))
  await analysed(played)
}

const seatRow = shape({ member_id: text, ledgers: text })

/** The people whom all ledgers of the season keep together, those who were erased among them. */
async function cellsOf({ world, people }: Played): Promise<number[][]> {
  const rows = await many(
    world.running.db.tx,
    seatRow,
    sql`
      select member_id, string_agg(ledger_id || ' ' || cell, ',' order by ledger_id) as ledgers
      from seats
      where organisation_id = ${world.organisationId}
      group by member_id`,
  )
  const numberOf = new Map(people.map(({ id }, at) => [id, at]))
  return [...Map.groupBy(rows, ({ ledgers }) => ledgers).values()].map((cell) =>
    cell.flatMap(({ member_id: id }) => numberOf.get(id) ?? []).toSorted((a, b) => a - b),
  )
}

/** How many surveys show figures of a team, how many of a value, and whether a lot was drawn in any, or a lone answer not counted. */
async function shownIn({ api, places, people }: Played) {
  const shown = { byTeam: 0, byValue: 0, isBanded: false }
  for (const place of places) {
    const { response_summary: counts, teams, breakdown } = await bodyOf(api.get(`${place}/results`))
    if (teams.some((team: any) => team.questions)) shown.byTeam++
    if (breakdown?.groups.length > 0) shown.byValue++
    if (counts.responded < counts.responded_max) shown.isBanded = true
  }
  return { ...shown, erased: people.flatMap(({ state }, at) => (state === 'gone' ? [at] : [])) }
}

export type Ending = {
  readings: Map<string, string>
  cells: number[][]
  /** People who were erased: a reply says of them alone what was erased. */
  erased: number[]
  byTeam: number
  byValue: number
  /** In every organisation other lots are drawn, so two of them differ where one was. */
  isBanded: boolean
}

/** Plays the stories side by side: they share a clock. Each with its people as they are, or with two of them exchanged. */
export async function play(
  clockwork: Clockwork,
  stories: readonly { story: Story; exchanged: Pair | null }[],
): Promise<Ending[]> {
  await clockwork.turnTo(starts - 3 * dayMs)
  const all: Played[] = []
  for (const { story, exchanged } of stories) all.push(await begin(clockwork, story, exchanged))
  for (const played of all) {
    const { api, dice, story, teams } = played
    played.checkIn = await activated(api, {
      title: 'Weekly',
      visibility: 'public',
      questions,
      recipients: { team_ids: teams },
      confidentiality: { mode: story.mode },
      channels: ['link'],
      time_zone: 'UTC',
      recurrence: {
        rrule: `FREQ=WEEKLY;BYDAY=MO;COUNT=${story.rounds}`,
        starts_on: '2026-03-02',
        time: '09:00',
      },
      window: 'P4D',
      ...(dice.chance(0.3) && { breakdown: { attribute: 'site', instead_of_teams: true } }),
    })
  }
  const rounds = Math.max(...stories.map(({ story }) => story.rounds))
  for (let round = 0; round < rounds; round++) {
    for (const played of all)
      if (round > 0) for (let steps = played.dice.whole(1, 2); steps > 0; steps--) await anything(played)
    await clockwork.turnTo(starts + round * 7 * dayMs)
    for (const played of all) {
      const instance = (await instancesOf(played.api, played.checkIn.path)).find(
        ({ state }: any) => state === 'open',
      )
      if (instance) {
        await answer(played, `/api/check-in-instances/${instance.id}`, round, played.dice.chance(0.15))
        await closed(played, `/api/check-in-instances/${instance.id}`)
      }
    }
    await clockwork.turnTo(starts + (round * 7 + 3) * dayMs)
    await clockwork.settle()
    for (const played of all) await askPulse(played, round)
    await clockwork.settle()
    for (const played of all)
      if (played.story.mode === 'confidential' && round === 1) await importPast(played, '2026-03-04')
    await clockwork.settle()
  }
  const endings: Ending[] = []
  for (const played of all) {
    const { api, checkIn, people, places, teams, world } = played
    const known = {
      api,
      db: world.running.db,
      organisationId: world.organisationId,
      teams,
      people: people.map(({ id }) => id),
      places,
      checkInId: checkIn.id,
      rounds: Array.from({ length: rounds }, (_, round) => starts + (round * 7 - 1) * dayMs),
    }
    endings.push({
      readings: await allReadings(known),
      cells: await cellsOf(played),
      ...(await shownIn(played)),
    })
    await setImmediate()
  }
  return endings
}

/** What differs between two endings, by address, with the place where each begins to. */
export const differences = (one: Ending, other: Ending): string[] =>
  [...new Set([...one.readings.keys(), ...other.readings.keys()])].flatMap((path) => {
    const [before = '', after = ''] = [one.readings.get(path), other.readings.get(path)]
    return before === after ? [] : [`${path}: ${around(before, after)}`]
  })

const around = (before: string, after: string): string => {
  let at = 0
  while (before[at] === after[at]) at++
  const near = (text: string): string => text.slice(Math.max(0, at - 300), at + 100)
  return `\n  was   ${near(before)}\n  is    ${near(after)}\n`
}
