/** The library of questions: kept as templates of one question, put into surveys with their ids, and counted by those who may see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templateFile } from '../../contract/template-file.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newId } from '../ids.ts'
import { type Client, newWorld, pulseDraft, type Reply } from '../../test/support/world.ts'

const world = await newWorld()
const author = await world.user({ role: 'member' })
const colleague = await world.user({ role: 'member' })

let serial = 0
/** A question of an id that no other test has. */
const fresh = (more: object = {}) => ({
  id: `calm${++serial}`,
  type: 'scale',
  text: 'I could work calmly',
  ...more,
})
const refusalOf = async (reply: Promise<Reply>): Promise<unknown[]> => {
  const { status, body } = await reply
  return [status, body.errors?.[0].pointer, body.errors?.[0].code]
}
const listed = async (by: Client, query = ''): Promise<any[]> =>
  (await bodyOf(by.get(`/api/templates?origin=own&limit=200${query}`))).templates
const keep = (survey: string, question: string, by: Client = author) =>
  by.post('/api/templates/from-survey', { survey_id: survey, question_id: question })
const asking = async (questions: object[], more: object = {}): Promise<any> =>
  bodyOf(author.post('/api/pulses', pulseDraft([], { questions, ...more })), 201)
const inLibrary = (question: object) => ({ title: 'Calm', kind: 'question', questions: [question] })

test('a question of a survey is kept alone, in every language, and listed apart from templates', async () => {
  const first = fresh({ id: 'first' })
  const question = fresh({ show_if: { question_id: 'first', any_of: [1, 2] }, driver: 'workload' })
  const { id } = await asking([first, question], {
    language: 'en',
    translations: {
      de: { title: 'Woche', questions: { [question.id]: { text: 'Ruhig?' }, first: { text: 'Zuerst?' } } },
    },
  })
  const kept = await bodyOf(keep(id, question.id), 201)
  const { show_if: _condition, ...alone } = question as any
  assert.deepEqual(
    kept.questions.map(({ id: one, text, driver }: any) => [one, text, driver]),
    [[alone.id, alone.text, alone.driver]],
  )
  assert.ok(!JSON.stringify(kept).includes('first'), 'nothing of other questions')
  assert.deepEqual([kept.kind, kept.title, kept.description], ['question', question.text, null])
  assert.deepEqual(kept.translations, { de: { questions: { [question.id]: { text: 'Ruhig?' } } } })
  const idsOf = (rows: any[]) => rows.map((row) => row.id)
  assert.ok(!idsOf(await listed(colleague)).includes(kept.id))
  assert.ok(idsOf(await listed(colleague, '&kind=question')).includes(kept.id))
  assert.deepEqual(await refusalOf(keep(id, 'nothing')), [422, '/question_id', 'unknown'])
  assert.deepEqual(await refusalOf(keep(id, question.id)), [422, '/question_id', 'taken'])
  const told = await asking([fresh(), { id: 'hello', type: 'statement', text: 'Hello.' }])
  assert.deepEqual(await refusalOf(keep(told.id, 'hello')), [422, '/question_id', 'not_a_question'])
  assert.deepEqual(await refusalOf(keep(newId('pulse'), 'hello')), [422, '/survey_id', 'unknown'])
})

test('usage counts the surveys that ask it and that the reader sees, and no others', async () => {
  const question = fresh()
  const { id } = await asking([question])
  const kept = await bodyOf(keep(id, question.id), 201)
  await asking([fresh(), kept.questions[0]], { visibility: 'private' })
  await asking([fresh()])
  const usedBy = async (by: Client): Promise<number> =>
    (await bodyOf(by.get(`/api/templates/${kept.id}`))).usage.surveys
  assert.deepEqual([await usedBy(author), await usedBy(colleague)], [2, 1], 'a private survey is not told of')
})

test('one id stands for one question, whoever saves it at the same time', async () => {
  const question = fresh()
  const saved = await Promise.all(
    Array.from({ length: 5 }, () => author.post('/api/templates', inLibrary(question))),
  )
  assert.equal(saved.filter(({ status }) => status === 201).length, 1)
  const taken = [422, '/questions/0/id', 'taken']
  assert.deepEqual(
    await refusalOf(colleague.post('/api/templates', inLibrary({ ...question, max: 7 }))),
    taken,
  )
  const { id } = saved.find(({ status }) => status === 201)!.body
  assert.equal((await author.delete(`/api/templates/${id}`)).status, 204)
  const again = await bodyOf(author.post('/api/templates', inLibrary(question)), 201)
  assert.deepEqual(await refusalOf(author.post(`/api/templates/${id}/restore`)), [422, '', 'taken'])
  const other = await bodyOf(author.post('/api/templates', inLibrary(fresh())), 201)
  assert.deepEqual(
    await refusalOf(author.patch(`/api/templates/${other.id}`, { questions: [question] })),
    taken,
  )
  // Another scale under the same id is said to be not comparable.
  const { comparison } = await bodyOf(
    author.patch(`/api/templates/${again.id}`, { questions: [{ ...question, max: 7 }] }),
  )
  assert.deepEqual(
    [comparison.comparable, comparison.questions],
    [false, [{ question_id: question.id, reason: 'scale' }]],
  )
})

test('the library takes single questions, and no survey begins as one', async () => {
  const question = fresh()
  const made = await bodyOf(author.post('/api/templates', inLibrary(question)), 201)
  const path = `/api/templates/${made.id}`
  const turns = { question_ids: ['a', 'b'], per_instance: 1, no_repeat_for: 0 }
  assert.deepEqual(
    await Promise.all(
      [
        author.post('/api/templates', { ...inLibrary(fresh()), questions: [fresh(), fresh()] }),
        author.post('/api/templates', inLibrary({ id: 'hello', type: 'statement', text: 'Hello.' })),
        author.patch(path, { questions: [question, fresh()] }),
        author.patch(path, { kind: 'pulse' }),
        author.post('/api/templates', { ...inLibrary(fresh()), suggested: { rotation: turns } }),
        author.post('/api/pulses', pulseDraft([], { template_id: made.id })),
      ].map(async (reply) => (await refusalOf(reply))[1]),
    ),
    ['/questions', '/questions', '/questions', '/kind', '/suggested/rotation', '/template_id'],
  )
  assert.equal((await colleague.patch(path, { title: 'Mine' })).body.code, 'not_the_author')
})

test('a file of it goes into another organisation and comes out the same', async () => {
  const made = await bodyOf(
    author.post('/api/templates', { ...inLibrary(fresh()), purpose: 'For teams on call' }),
    201,
  )
  const elsewhere = await (await newWorld()).user()
  assert.equal((await elsewhere.get(`/api/templates/${made.id}`)).status, 404)
  const brought = await bodyOf(elsewhere.post('/api/templates', templateFile(made)), 201)
  assert.deepEqual(templateFile(brought), templateFile(made))
})
