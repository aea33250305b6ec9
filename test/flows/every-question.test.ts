/** Every type of question where its answers are read, and in the invitation: e-mail, CSV, Parquet, insights. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { unitOf } from '../../contract/form-items.ts'
import type { FormQuestion, QuestionType } from '../../contract/questions.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { definitionOf, partsOf, partsOfForm, textWithUnit } from '../../src/questions/questions.ts'
import { everyForm, everyType } from '../support/every-question.ts'
import { exporting } from '../support/exporting.ts'
import { messagesIn } from '../support/outbox.ts'
import { fields, itemsWith } from '../support/question-fields.ts'
import { type Client, client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

let world: World
let author: Client & { userId: string }
let teamId: string
/** A closed survey with every type, answered by twelve people. */
let pulseId: string
let csv: string
let parquet: Row[]
let insights: { scope: { question_id?: string } }[]

const answersTo = (which: 0 | 1) =>
  partsOfForm(everyForm).map((part) => ({
    question_id: part.id,
    ...definitionOf(part).examples(part)[which],
    ...(part.type === 'text' && {
      text: `There are far too many meetings, and the workload is too high. ${which}`,
    }),
  }))

before(async () => {
  world = await newWorld()
  author = await world.user()
  const team = await world.team('Every type', 13)
  teamId = team.id
  const made = await author.post(
    '/api/pulses',
    pulseDraft([team.id], { questions: everyForm, confidentiality: { mode: 'confidential' } }),
  )
  assert.equal(made.status, 201, JSON.stringify(made.body))
  pulseId = made.body.id
  const path = `/api/pulses/${pulseId}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const [at, { url }] of (await links(author, path)).slice(0, 12).entries()) {
    // Most answer alike, so that there is something to say of each.
    const sent = await world.anyone.post(new URL(url).pathname, { answers: answersTo(at < 10 ? 0 : 1) })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    ({ body }) => body.results_status === 'available',
  )
  const program = client(world.url, await world.token({ userId: author.userId, scopes: scopeNames }))
  const { fileOf } = exporting(() => world.url)
  const draft = { dataset: 'results', filter: { pulse_id: pulseId } }
  csv = (await fileOf(program, { ...draft, format: 'csv' })).bytes.toString()
  const { bytes } = await fileOf(program, { ...draft, format: 'parquet' })
  parquet = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer })
})

suite('in an invitation by e-mail', () => {
  const { mood } = everyType
  for (const item of itemsWith('e-mail'))
    test(`${item.type}, ${item.id}`, async () => {
      const title = `Invitation with ${item.id}`
      const draft = pulseDraft([teamId], {
        title,
        channels: ['email'],
        confidentiality: { mode: 'confidential' },
        questions: item.type === 'statement' ? [item, mood] : [item],
      })
      const { body } = await author.post('/api/pulses', draft)
      assert.equal((await author.post(`/api/pulses/${body.id}/send-test`)).status, 204)
      const [mail] = await eventually(
        () => mailsWith(title),
        (mails) => mails.length > 0,
      )
      // The letter asks nothing itself: no answer is in an address. A text is not a question.
      assert.match(mail.text, /^1 question · 1 min$/m)
      assert.equal([...mail.text.matchAll(/https?:\/\//g)].length, 1, mail.text)
      if (item.type !== 'statement') assert.ok(mail.text.includes(textWithUnit(item)), mail.text)
    })
})

async function mailsWith(title: string): Promise<{ subject: string; text: string }[]> {
  return (await messagesIn(world.running.outbox)).filter(({ subject }) => subject.includes(title))
}

const idsOf = (item: FormQuestion): string[] => partsOf(item).map(({ id }) => id)

/** A row of results: for everyone, where it has no team. */
type Row = Record<string, unknown>

/** What ten of one answer and two of the other come to, except for what is zero. */
const figures: Readonly<Record<QuestionType, Record<string, number>>> = {
  scale: { answers: 12, mean: 1.667, 'count 1': 10, 'count 5': 2 },
  enps: { answers: 12, enps: -67, 'count 0': 10, 'count 10': 2 },
  single_choice: { answers: 12, 'count a': 10, 'count b': 2 },
  // Where all picked the same, counts are given in bands.
  multi_choice: { answers: 12, 'count a': 11, 'count b': 2, 'count c': 2 },
  yes_no: { answers: 12, 'count true': 10, 'count false': 2 },
  mood: { answers: 12, mean: 1.667, 'count 1': 10, 'count 5': 2 },
  slider: { answers: 12, mean: 16.667, 'count 0': 10, 'count 100': 2 },
  icons: { answers: 12, mean: 1.5, 'count 1': 10, 'count 4': 2 },
  ranking: { answers: 12, 'count a': 10, 'count c': 2 },
  number: { answers: 12, mean: 6.667 },
  date: { answers: 12 },
  text: { answers: 12 },
}

function assertFigures(rows: readonly Row[], item: FormQuestion): void {
  for (const part of partsOf(item)) {
    const own = rows.filter(({ question_id: id, team_id: team }) => id === part.id && !team)
    const found = own
      .filter(({ value }) => Number(value) !== 0)
      .map(({ measure, option, value }) => [option ? `${measure} ${option}` : measure, Number(value)])
    assert.equal(new Set(found.map(([name]) => name)).size, found.length, `${part.id} has each figure once`)
    assert.deepEqual(Object.fromEntries(found), figures[part.type], part.id)
    for (const { unit } of own) assert.equal(unit || null, unitOf(part) ?? null, part.id)
  }
}

suite('as CSV', () => {
  for (const item of itemsWith('csv'))
    test(`${item.type}, ${item.id}`, () => {
      assertFigures(parse(csv, { columns: true }), item)
    })
})

suite('as Parquet', () => {
  for (const item of itemsWith('parquet'))
    test(`${item.type}, ${item.id}`, () => {
      assertFigures(parquet, item)
    })
})

suite('as an insight', () => {
  before(async () => {
    const { body } = await author.get(`/api/insights?pulse_id=${pulseId}`)
    insights = body.insights
    assert.ok(insights?.length > 0, JSON.stringify(body))
  })
  for (const item of itemsWith('insight'))
    test(`${item.type}, ${item.id}`, () => {
      for (const id of idsOf(item))
        assert.ok(
          insights.some(({ scope }) => scope.question_id === id),
          id,
        )
    })
})

test('every field has a suite that goes through its items', () => {
  for (const [field, file] of Object.entries(fields))
    assert.ok(
      readFileSync(file, 'utf8').includes(`for (const item of itemsWith('${field}'))`),
      `${field} in ${file}`,
    )
})
