/**
 * Every number that a sentence about words states, of everyone and of a team, counted again from the answers as people sent them: of themes by the
 * rule that the insight shows, of tone, drivers, sentiment and requests by reading each answer beside its question. Where every answer counts
 * (attributed), the counts are equal; otherwise a cell may leave one person out.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { contextsOf } from '../../src/confidentiality/analysing.ts'
import { atOnce } from '../../src/in-turns.ts'
import { hideComments, themesOf } from '../../src/confidentiality/confidentiality.ts'
import { only, sql, transaction } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { insights as insightRows } from '../../src/db/tables.ts'
import { forgetQuotes } from '../../src/insights/insights.ts'
import {
  analyseTexts,
  type AnalysedAnswer,
  isRequestIn,
  mulberry32,
  usabilityOf,
} from '../../src/text/text.ts'
import { wilson } from '../../src/statistics/statistics.ts'
import { limits } from '../../contract/limits.ts'
import { isCountable } from '../../contract/theme-counts.ts'
import { matchesRule } from '../../contract/theme-rules.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user({ role: 'admin' })
})

const questions = [
  { id: 'better', type: 'text', text: 'What should the company do better?', intent: 'improve' },
  { id: 'else', type: 'text', text: 'Is there anything else about your tools?' },
]

const subjects = [
  ['Lunch in the canteen is cold', 'The canteen closes too early for lunch', 'More soup in the canteen'],
  ['The parking garage is full at nine', 'Bicycles find no room in the garage', 'Parking costs too much'],
  ['Our laptops crash during calls', 'My laptop is five years old', 'New laptops would save hours'],
  ['Weekly meetings have no agenda', 'Half of the meetings could be a note', 'Shorter meetings, please'],
]
const silent = ['n/a', 'Nothing comes to mind']
const places = ['since spring', 'on Fridays', 'for newcomers', 'in the north building', 'every single week']

/** What one person writes: about one or two subjects, about nothing, or not at all. */
function written(random: () => number): { question_id: string; text: string }[] {
  const draw = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]
  const sentence = (): string => `${draw(draw(subjects))} ${draw(places)}.`
  return questions.flatMap(({ id }) => {
    const chance = random()
    if (chance < 0.2) return []
    if (chance < 0.3) return [{ question_id: id, text: draw(silent) }]
    return [{ question_id: id, text: chance < 0.6 ? `${sentence()} ${sentence()}` : sentence() }]
  })
}

type Survey = {
  id: string
  insights: any[]
  answers: Map<string, { team: string; texts: string[]; byQuestion: Map<string, string> }>
  recipients: Map<string, number>
  teams: string[]
}

async function allInsights(pulse: string): Promise<any[]> {
  const all: any[] = []
  for (let cursor = ''; ;) {
    const { body } = await author.get(`/api/insights?pulse_id=${pulse}&limit=100${cursor}`)
    all.push(...body.insights)
    if (!body.has_more) return all
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

async function surveyed(mode: string, seed: number): Promise<Survey> {
  const random = mulberry32(seed)
  const teams = await Promise.all(
    [40, 60].map((size, i) => world.team(`Recounted ${mode} ${seed} ${i}`, size)),
  )
  const ids = teams.map(({ id }) => id)
  const { id } = (await author.post('/api/pulses', pulseDraft(ids, { confidentiality: { mode }, questions })))
    .body
  const path = `/api/pulses/${id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const answers: Survey['answers'] = new Map()
  for (const { member_id: member, url } of await links(author, path)) {
    const own = random() < 0.1 ? [] : written(random)
    if (own.length === 0) continue
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers: own })).status, 201)
    const team = teams.find(({ members }) => members.includes(member))!.id
    answers.set(member, {
      team,
      texts: own.map(({ text }) => text),
      byQuestion: new Map(own.map(({ question_id, text }) => [question_id, text])),
    })
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const insights = await allInsights(id)
  const recipients = new Map(teams.map((team) => [team.id, team.members.length]))
  return { id, insights, answers, recipients, teams: ids }
}

/** The answers of a survey, each read beside its question: what is in many answers to a question, or in the question, names no driver. */
function readingsOf(survey: Survey): (text: string) => AnalysedAnswer {
  const known = readings.get(survey) ?? readAll(survey)
  readings.set(survey, known)
  return known
}

const readings = new WeakMap<Survey, (text: string) => AnalysedAnswer>()

function readAll({ answers }: Survey): (text: string) => AnalysedAnswer {
  const written = [...answers.values()].flatMap(({ byQuestion }) =>
    questions.flatMap(({ id }, question) => {
      const text = byQuestion.get(id)
      return text === undefined ? [] : [{ text, question }]
    }),
  )
  const texts = [...new Set(written.map(({ text }) => text))].toSorted()
  const plain = new Map(texts.map((text) => [text, text]))
  const contexts = atOnce(contextsOf(written, { plain, texts }, questions))
  const read = analyseTexts(texts, undefined, contexts).answers
  const places = new Map(texts.map((text, place) => [text, place]))
  return (text) => read[places.get(text)!]
}

const mean = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0) / values.length

const answersOf = ({ answers }: Survey, team: string | null) =>
  [...answers.values()].filter((one) => team === null || one.team === team)

type Recount = { n: number; people: number; negative: number }

/** People who wrote something, those of them who wrote what the rule matches, and those who did so negatively. */
function recounted(survey: Survey, team: string | null, rule: any): Recount {
  const own = answersOf(survey, team)
  const reading = readingsOf(survey)
  const wrote = own
    .map(({ texts }) => texts.filter((text) => usabilityOf(text) === 'usable'))
    .filter((texts) => texts.length > 0)
  const matched = wrote
    .map((texts) => texts.filter((text) => matchesRule(rule, text)))
    .filter((texts) => texts.length > 0)
  return {
    n: wrote.length,
    people: matched.length,
    negative: matched.filter((texts) => isNegative(texts.map((text) => reading(text).score ?? 0))).length,
  }
}

const isNegative = (scores: readonly number[]): boolean => mean(scores) <= -0.05

/** The same of a driver: the sentiment is that of the clauses that name it. */
function recountedDriver(survey: Survey, team: string | null, driver: string): Recount {
  const reading = readingsOf(survey)
  const wrote = answersOf(survey, team)
    .map(({ texts }) => texts.map(reading).filter(({ score }) => score !== null))
    .filter((all) => all.length > 0)
  const named = wrote
    .map((all) =>
      all
        .flatMap(({ clauses }) => clauses)
        .filter(({ drivers }) => drivers.some((one) => one === driver))
        .map(({ score }) => score),
    )
    .filter((scores) => scores.length > 0)
  return { n: wrote.length, people: named.length, negative: named.filter(isNegative).length }
}

/** The sentence of a topic, without its team, from counts alone; one or two people are not counted. */
function sentenceOf({ n, people, negative }: Recount, about: string): string {
  const share = Math.round((100 * people) / n)
  const tone =
    negative === 0
      ? 'none of them negatively'
      : negative === people
        ? 'all of them negatively'
        : Math.min(negative, people - negative) < 3
          ? `${amountOf(negative < 3 ? 2 : people - 2, people)} of them negatively`
          : 2 * negative > people
            ? `${amountOf(negative, people)} of them negatively (${negative})`
            : `${negative} of them negatively`
  return `${share}% of people who commented mention ${about} (${people} of ${n}), ${tone}.`
}

/** “Most” is more than half even at the lower end of Wilson's interval. */
function amountOf(negative: number, people: number): string {
  if ((wilson(negative, people)?.interval[0] ?? 0) > 0.5) return 'most'
  return 2 * negative > people && negative >= limits.themePeopleMin ? 'more than half' : 'some'
}

/** A team leaves out one or two people where one or two outside of it would stand out (src/insights/measures/topics.ts). */
const isAtMostTwoFewer = (value: any, people: number, statement: string): void =>
  assert.ok(
    value.people <= people && value.people >= people - 2,
    `${statement}: ${value.people}, not ${people}`,
  )

/** Not counted, and what is said of the tone nevertheless is true. */
function isSuppressed(
  { rated, tone }: any,
  statement: string,
  truth: Pick<Recount, 'people' | 'negative'> | null,
): void {
  assert.deepEqual([rated, tone === 'negative', tone === 'positive'], [null, false, false], statement)
  assert.doesNotMatch(statement, /negatively \(|\d of them|all of them|none of them/)
  if (!truth) return
  if (/(most|half) of them negatively/.test(statement))
    assert.ok(2 * truth.negative > truth.people, statement)
  if (/some of them negatively/.test(statement)) assert.ok(truth.negative > 0, statement)
}

for (const [mode, seed] of [
  ['attributed', 1],
  ['attributed', 2],
  ['confidential', 3],
  ['anonymous', 4],
] as const)
  test(`what is said of themes is what a recount finds, ${mode} (seed ${seed})`, async () => {
    const survey = await surveyed(mode, seed)
    const themes = survey.insights.filter(({ value }) => value.source === 'emergent')
    assert.ok(
      themes.some(({ scope }) => scope.team_id === null),
      'a theme of everyone',
    )
    assert.ok(
      themes.some(({ scope }) => scope.team_id !== null),
      'a theme of a team',
    )
    for (const { scope, statement, value, n, id } of themes) {
      const { n: wrote, people, negative } = recounted(survey, scope.team_id, value.rule)
      // Each cell may leave out one answer, and store one pick less where all agree; a cell has ten people or more.
      const cells = mode === 'attributed' ? 0 : scope.team_id === null ? 10 : 6
      assert.ok(Math.abs(n - wrote) <= cells, `${statement}: of ${n}, not ${wrote}`)
      if (mode === 'attributed' && value.negative === null) isAtMostTwoFewer(value, people, statement)
      else
        assert.ok(
          Math.abs(value.people - people) <= cells + 2,
          `${statement}: ${value.people}, not ${people}`,
        )
      if (mode === 'attributed' && value.negative !== null) assert.equal(value.people, people, statement)
      const [stated, ...more] = [...statement.matchAll(/(\d+)%/g)].map(([, digits]) => Number(digits))
      assert.deepEqual([stated, more], [Math.round((100 * value.people) / n), []], statement)
      if (value.negative === null)
        isSuppressed(value, statement, mode === 'attributed' ? { people, negative } : null)
      else
        assert.ok(
          Math.abs(value.negative - negative) <= cells,
          `${statement}: ${value.negative}, not ${negative}`,
        )
      if (mode === 'attributed' && !isCountable({ people, negative, rated: people }))
        assert.equal(value.negative, null)
      if (mode === 'attributed' && value.negative !== null)
        assert.ok(statement.endsWith(sentenceOf({ n: wrote, people, negative }, value.label)), statement)
      for (const quote of value.quotes)
        assert.ok(matchesRule(value.rule, quote), `“${quote}” of ${statement}`)
      const { body: method } = await author.get(`/api/insights/${id}/method`)
      for (const entry of value.rule.any_of) assert.ok(method.measured.includes(`“${entry}”`), entry)
    }
  })

test('what is said of drivers, sentiment, requests and participation is what a recount finds, of everyone and of teams', async () => {
  const survey = await surveyed('attributed', 7)
  const seen = new Set<string>()
  for (const { kind, scope, statement, subject, value } of survey.insights) {
    const team: string | null = scope.team_id
    const expected = sentencesOf(survey, { kind, team, subject, statement, value })
    for (const sentence of expected) {
      seen.add(`${kind} of ${team === null ? 'everyone' : 'a team'}`)
      assert.ok(statement.includes(sentence), `“${statement}” does not say “${sentence}”`)
    }
  }
  for (const kind of ['theme', 'sentiment_signal', 'participation'])
    for (const group of ['everyone', 'a team'])
      assert.ok(seen.has(`${kind} of ${group}`), `${kind} of ${group}`)
})

type Stated = { kind: string; team: string | null; subject: string; statement: string; value: any }

function sentencesOf(survey: Survey, { kind, team, subject, statement, value }: Stated): string[] {
  if (kind === 'theme' && value.source === 'driver') {
    const counts = recountedDriver(survey, team, subject)
    if (value.negative === null) {
      isSuppressed(value, statement, counts)
      isAtMostTwoFewer(value, counts.people, statement)
      const told = { ...counts, people: value.people }
      return [sentenceOf(told, '').split('mention ')[0], `(${value.people} of ${counts.n})`]
    }
    return [sentenceOf(counts, '').split('mention ')[0], sentenceOf(counts, '').split('mention ')[1].trim()]
  }
  if (kind === 'participation') {
    const asked = [...survey.recipients].filter(([id]) => team === null || id === team)
    const recipients = asked.reduce((all, [, count]) => all + count, 0)
    const responded = answersOf(survey, team).length
    return [`${Math.round((100 * responded) / recipients)}% answered, ${responded} of ${recipients}.`]
  }
  if (kind !== 'sentiment_signal') return []
  const reading = readingsOf(survey)
  const texts = answersOf(survey, team).flatMap(({ byQuestion }) => byQuestion.get(subject) ?? [])
  const read = texts.filter((text) => reading(text).score !== null)
  const tenths = read.map((text) => Math.round((reading(text).score! + 1) * 10) / 10 - 1)
  const negative = tenths.filter((score) => score <= -0.05).length
  const positive = tenths.filter((score) => score >= 0.05).length
  const asking = read.filter((text) => isRequestIn('en', text)).length
  const share = Math.round((100 * asking) / read.length)
  return [
    `Of ${read.length} answers to`,
    `${negative} ${negative === 1 ? 'is' : 'are'} negative and ${positive} positive`,
    ...(subject === 'better'
      ? [`${asking} of ${read.length} people who wrote ask for something in so many words (${share}%).`]
      : []),
  ]
}

test('every word or phrase of a rule is used by at least three people', async () => {
  const survey = await surveyed('confidential', 5)
  const rules = survey.insights.flatMap(({ kind, value }) =>
    kind === 'theme' && value.rule ? [value.rule] : [],
  )
  assert.ok(rules.length > 0)
  for (const { any_of: entries, language } of rules)
    for (const entry of entries) {
      const { people } = recounted(survey, null, { any_of: [entry], language })
      assert.ok(people >= 3, `${entry}: ${people}`)
    }
})

test('the words of a rule go when the answers go, and the figures stay', async () => {
  const { id, insights } = await surveyed('confidential', 6)
  const themes = insights.filter(({ value }) => value.source === 'emergent')
  assert.ok(themes.length > 0)
  const { tx } = world.running.db
  const { collection_id: collectionId } = await only(
    tx,
    shapeOf(insightRows, ['collection_id']),
    sql`select id as collection_id from collections where owner_id = ${id}`,
  )
  const ref = { organisationId: world.organisationId, collectionId }
  assert.ok((await transaction(tx, (own) => themesOf(own, ref))).length >= 4)
  await transaction(tx, async (own) => {
    await hideComments(own, ref, [{ id: 'better', type: 'text', text: '' }])
    await forgetQuotes(own, ref)
  })
  assert.deepEqual(await transaction(tx, (own) => themesOf(own, ref)), [])
  for (const { id: insightId, value } of themes) {
    const { rule: _rule, quotes: _quotes, ...figures } = value
    const { body } = await author.get(`/api/insights/${insightId}`)
    assert.deepEqual(body.value, { ...figures, quotes: [] })
    const { body: method } = await author.get(`/api/insights/${insightId}/method`)
    assert.equal(method.measured.includes('“'), false)
  }
})
