/**
 * Every percentage that a sentence about a theme states, counted again from the answers as people sent them, by the rule that the insight
 * shows. Where every answer counts (attributed), the counts are equal; else a cell may leave one person out.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hideComments, themesOf } from '../../src/confidentiality/confidentiality.ts'
import { only, sql, transaction } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { insights as insightRows } from '../../src/db/tables.ts'
import { forgetQuotes } from '../../src/insights/insights.ts'
import { matchesRule, mulberry32, usabilityOf } from '../../src/text/text.ts'
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
  answers: Map<string, { team: string; texts: string[] }>
  teams: string[]
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
    answers.set(member, { team, texts: own.map(({ text }) => text) })
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const { insights } = (await author.get(`/api/insights?pulse_id=${id}&kind=theme&limit=100`)).body
  return { id, insights, answers, teams: ids }
}

/** People who wrote something, and those of them who wrote what the rule matches. */
function recounted({ answers }: Survey, team: string | null, rule: any): { n: number; people: number } {
  const own = [...answers.values()].filter((one) => team === null || one.team === team)
  const wrote = own
    .map(({ texts }) => texts.filter((text) => usabilityOf(text) === 'usable'))
    .filter((texts) => texts.length > 0)
  return {
    n: wrote.length,
    people: wrote.filter((texts) => texts.some((text) => matchesRule(rule, text))).length,
  }
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
      const { n: wrote, people } = recounted(survey, scope.team_id, value.rule)
      // Each cell may leave out one answer, and store one pick less where all agree; a cell has ten people or more.
      const cells = mode === 'attributed' ? 0 : scope.team_id === null ? 10 : 6
      assert.ok(Math.abs(n - wrote) <= cells, `${statement}: of ${n}, not ${wrote}`)
      assert.ok(Math.abs(value.people - people) <= cells, `${statement}: ${value.people}, not ${people}`)
      const [stated, ...more] = [...statement.matchAll(/(\d+)%/g)].map(([, digits]) => Number(digits))
      assert.deepEqual([stated, more], [Math.round((100 * value.people) / n), []], statement)
      if (mode === 'attributed') assert.equal(stated, Math.round((100 * people) / wrote))
      for (const quote of value.quotes)
        assert.ok(matchesRule(value.rule, quote), `“${quote}” of ${statement}`)
      const { body: method } = await author.get(`/api/insights/${id}/method`)
      for (const entry of value.rule.any_of) assert.ok(method.measured.includes(`“${entry}”`), entry)
    }
  })

test('every word or phrase of a rule is used by at least three people', async () => {
  const survey = await surveyed('confidential', 5)
  const rules = survey.insights.flatMap(({ value }) => (value.rule ? [value.rule] : []))
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
    sql`select distinct collection_id from insights where pulse_id = ${id}`,
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
