/** Every type of question, and what else a form has: asked, answered as JSON and on the page, closed, read as results. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionType } from '../../contract/questions.ts'
import { definitionOf, partsOfForm } from '../../src/questions/questions.ts'
import { formOf } from '../../src/respond/form.ts'
import { browse, formOf as pageForm, submit } from '../support/browse.ts'
import { everyForm, everyType } from '../support/every-question.ts'
import { eventually, links, newWorld, pulseDraft } from '../support/world.ts'

const parts = partsOfForm(everyForm)

const answersTo = (which: 0 | 1) =>
  parts.map((question) => ({
    question_id: question.id,
    ...definitionOf(question).examples(question)[which],
  }))

/** The results beside the number of answers, when six gave the first example and six the second. */
const expected: { [T in QuestionType]: object } = {
  scale: { mean: 3 },
  enps: { enps: 0 },
  single_choice: { distribution: [6, 6, 0] },
  // All of them picked the first option, which is not shown.
  multi_choice: { distribution: [11, 6, 6], banded: true },
  yes_no: { distribution: [6, 6] },
  mood: { mean: 3 },
  slider: { mean: 50, distribution: [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6] },
  icons: { mean: 2.5 },
  ranking: { distribution: [6, 0, 6] },
  number: { mean: 20 },
  date: {},
  text: {},
}

test('every type of question is asked, answered as JSON and on the page, closed, and read as results', async () => {
  const world = await newWorld()
  const author = await world.user()
  const team = await world.team('Platform', 13)
  const created = await author.post(
    '/api/pulses',
    pulseDraft([team.id], {
      questions: everyForm,
      confidentiality: { mode: 'confidential' },
    }),
  )
  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.deepEqual(created.body.questions, everyForm)
  const path = `/api/pulses/${created.body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)

  for (const [at, { url }] of (await links(author, path)).slice(0, 12).entries()) {
    const link = new URL(url).pathname
    if (at % 2 === 0) {
      assert.equal((await world.anyone.post(link, { answers: answersTo(0) })).status, 201)
      continue
    }
    const { action, sent, names } = pageForm((await browse(world.url + link)).html)
    const fields = [...formOf(everyForm, answersTo(1))]
    for (const [name] of fields) assert.ok(names.has(name), `the page has a field ${name}`)
    const reply = await submit(world.url + action, [
      ...sent.filter(([name]) => name === '_attempt'),
      ...fields.flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
    ])
    assert.equal(reply.status, 303, reply.html)
  }

  assert.equal((await author.post(`${path}/close`)).status, 200)
  const { body: results } = await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  for (const figure of results.questions) {
    assert.equal(figure.n, 12, figure.type)
    const { distribution, mean, enps, banded } = figure
    const wanted = expected[figure.type as QuestionType]
    const counts = distribution?.map(({ count }: { count: number }) => count)
    const shown = { mean, enps, banded, distribution: counts }
    assert.deepEqual(shown, { ...shown, banded: undefined, ...wanted }, figure.type)
  }
  assert.deepEqual(
    results.questions.map(({ id }: { id: string }) => id),
    parts.map(({ id }) => id),
  )
  assert.deepEqual(results.asked, parts)
})

const refused: [string, object, string, string][] = [
  ['has no type', {}, 'type', 'missing'],
  ['is of no type that there is', { type: 'stairs' }, 'type', 'enum'],
  ['lacks a member of its type', { type: 'ranking' }, 'options', 'missing'],
  ['has a member of another type', { type: 'mood', max_picks: 1 }, 'max_picks', 'unknown'],
  ['has a member that its type has otherwise', { type: 'scale', other: true }, 'other', 'const'],
]

test('a question with members of another type is refused, with a pointer to them', async () => {
  const world = await newWorld()
  const author = await world.user()
  const team = await world.team('Platform', 1)
  for (const [what, members, member, code] of refused) {
    const question = { id: 'q', text: 'What?', ...members }
    const { status, body } = await author.post(
      '/api/pulses',
      pulseDraft([team.id], { questions: [question] }),
    )
    assert.deepEqual(
      [status, body.code, body.errors[0].pointer, body.errors[0].code],
      [400, 'invalid_request', `/questions/0/${member}`, code],
      `${what}: ${body.detail}`,
    )
  }
  const off = { ...everyType.yes_no, other: false }
  const taken = await author.post('/api/pulses', pulseDraft([team.id], { questions: [off] }))
  assert.equal(taken.status, 201, 'a switch that is off says nothing')
})
