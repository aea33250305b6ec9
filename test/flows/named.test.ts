/**
 * From comments to the words of an action: what most people say of a driver is in the recommended action, chosen from the part of the
 * driver that they complain about, and in the strength; with as many people as a reader of the comments counts, and never with a name.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hideComments, phrasesMeasure, released } from '../../src/confidentiality/confidentiality.ts'
import { only, sql, transaction } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { insights as insightRows } from '../../src/db/tables.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user({ role: 'admin' })
})

const questions = [
  { id: 'tools', type: 'scale', text: 'My tools help me do my work', min: 1, max: 5, driver: 'tools' },
  { id: 'peers', type: 'scale', text: 'My colleagues help me', min: 1, max: 5, driver: 'peers' },
  { id: 'why', type: 'text', text: 'What is on your mind?' },
]

const places = ['every day', 'each morning', 'in calls', 'all week', 'since May', 'on Mondays', 'at home']
const at = <T>(all: readonly T[], person: number): T => all[person % all.length]

/** Of 40 people 14 write of laptops that crash, 12 of colleagues, two of each of three other things about tools. */
function written(person: number, name: string): string | null {
  if (person < 14) return `We have slow laptops that crash ${at(places, person)}.`
  if (person < 26) return `My colleagues are supportive and give fast replies ${at(places, person)}.`
  if (person < 28) return `${name} broke the printer again and the printer is terrible.`
  if (person < 30) return 'The terrible scanner jams.'
  return null
}

type Survey = { id: string; insights: any[]; actions: any[]; names: string[] }

async function surveyed(mode: string): Promise<Survey> {
  const team = await world.team(`Named ${mode}`, 40)
  const { id } = (
    await author.post('/api/pulses', pulseDraft([team.id], { confidentiality: { mode }, questions }))
  ).body
  const path = `/api/pulses/${id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const names = (await author.get(`/api/members?team_id=${team.id}&limit=100`)).body.members.map(
    ({ name }: { name: string }) => name,
  )
  const recipients = (await links(author, path)).entries()
  for (const [person, { url }] of recipients) {
    const text = written(person, names[0])
    const answers = [
      { question_id: 'tools', value: person < 30 ? 1 : 2 },
      { question_id: 'peers', value: person < 36 ? 5 : 4 },
      ...(text === null ? [] : [{ question_id: 'why', text }]),
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const { insights } = (await author.get(`/api/insights?pulse_id=${id}&limit=100`)).body
  const { actions } = (await author.get(`/api/actions?pulse_id=${id}`)).body
  return { id, insights, actions, names }
}

for (const [mode, off] of [
  ['attributed', 0],
  // In each cell one answer may be left out at random, and one pick less is stored where all agree.
  ['confidential', 4],
] as const)
  test(`an action says what most people complain about, and a strength what they praise (${mode})`, async () => {
    const { insights, actions, names } = await surveyed(mode)
    const action = actions.find((one) => one.driver === 'tools' && one.scope.team_id === null)
    assert.match(action.named.phrase, /laptops/)
    assert.ok(Math.abs(action.named.people - 14) <= off, `${action.named.people} people`)
    const insight = insights.find((one) => one.id === action.insight_id)
    assert.ok(
      insight.statement.includes(
        `Most often in complaints and requests: “${action.named.phrase}” (${action.named.people} people).`,
      ),
      insight.statement,
    )
    const catalogued = insight.value.action
    assert.ok(catalogued.topics.includes('hardware'), `${catalogued.id} fits ${catalogued.topics}`)
    const german = (await author.get(`/api/insights/${insight.id}?language=de`)).body.statement
    assert.match(german, /Am häufigsten in Beschwerden und Bitten: „.*laptops.*“ \(1\d Personen\)\./)
    const catalogue = { de: catalogued.first_step_de, en: catalogued.first_step }
    for (const [language, first_step] of Object.entries(catalogue)) {
      const { body } = await author.get(`/api/actions/${action.id}?language=${language}`)
      assert.equal(body.first_step, first_step)
      assert.equal(body.named.phrase, action.named.phrase)
    }
    const strength = insights.find((one) => one.kind === 'strength' && one.subject === 'peers')
    const [, praising] =
      /Most often praised: “fast replies” \((\d+) people\)\./.exec(strength.statement) ?? []
    // Two of the twelve say when, in words that take the praise away.
    assert.ok(Number(praising) >= 10 - off && Number(praising) <= 12, strength.statement)
    const all = JSON.stringify({ insights, actions }).toLowerCase()
    assert.equal(all.includes(names[0].toLowerCase()), false)
    // Two people write of it: that leaves no trace.
    for (const { kind, statement } of insights)
      if (kind === 'recommended_action') assert.doesNotMatch(statement, /printer|scanner/)
  })

test('phrases go when the answers go', async () => {
  const { id } = await surveyed('anonymous')
  const { tx } = world.running.db
  const { collection_id: collectionId } = await only(
    tx,
    shapeOf(insightRows, ['collection_id']),
    sql`select id as collection_id from collections where owner_id = ${id}`,
  )
  const ref = { organisationId: world.organisationId, collectionId }
  const phrases = () => transaction(tx, (own) => released(own, ref, [phrasesMeasure]))
  assert.ok((await phrases()).length > 0)
  await transaction(tx, (own) => hideComments(own, ref, []))
  assert.deepEqual(await phrases(), [])
})
