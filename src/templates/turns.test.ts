/** Rotation in templates: checked against the rules of a check-in, and kept by whatever else is changed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newWorld, type Reply } from '../../test/support/world.ts'

const world = await newWorld()
const author = await world.user({ role: 'member' })

const scale = (id: string, more: object = {}) => ({ id, type: 'scale', text: `How is ${id}?`, ...more })

const file = {
  title: 'How teams work',
  kind: 'check_in',
  questions: [
    scale('tools'),
    { id: 'rows', type: 'matrix', text: 'Support', rows: [{ id: 'people', text: 'People' }] },
  ],
}

const refusalOf = async (reply: Promise<Reply>): Promise<unknown[]> => {
  const { status, body } = await reply
  return [status, body.code, body.errors?.[0].pointer]
}

test('a template keeps which questions take turns, by the rules of a check-in', async () => {
  const rotation = { question_ids: ['tools', 'rows'], per_instance: 1, no_repeat_for: 1 }
  const made = await bodyOf(author.post('/api/templates', { ...file, suggested: { rotation } }), 201)
  assert.deepEqual([made.suggested.rotation, made.suggested.recurrence.time], [rotation, '09:00'])
  const path = `/api/templates/${made.id}`
  const faults = [
    { suggested: { rotation: { ...rotation, question_ids: ['tools', 'gone'] } } },
    { suggested: { rotation: { ...rotation, no_repeat_for: 2 } } },
    { questions: [scale('tools'), scale('more')] },
    {
      questions: [...file.questions, scale('why', { show_if: { question_id: 'tools', any_of: [1] } })],
    },
  ]
  const pointers = []
  for (const fault of faults) pointers.push((await refusalOf(author.patch(path, fault)))[2])
  assert.deepEqual(pointers, [
    '/suggested/rotation/question_ids/1',
    '/suggested/rotation/question_ids',
    '/suggested/rotation/question_ids/1',
    '/questions/2/show_if/question_id',
  ])
  assert.deepEqual(
    await refusalOf(author.post('/api/templates', { ...file, kind: 'pulse', suggested: { rotation } })),
    [422, 'unprocessable', '/suggested/rotation'],
  )
  assert.equal((await bodyOf(author.get(path))).version, 1)
  const daily = await bodyOf(
    author.patch(path, { suggested: { recurrence: { rrule: 'FREQ=DAILY', time: '10:00' } } }),
  )
  assert.deepEqual(daily.suggested.rotation, rotation, 'a change of something else leaves it')
  const { questions, language, translations } = daily
  const checkIn = await bodyOf(
    author.post('/api/check-ins', {
      title: 'From it',
      questions,
      language,
      translations,
      template_id: made.id,
      rotation,
      recipients: { team_ids: [(await world.team('Turns', 5)).id] },
      recurrence: { rrule: 'FREQ=DAILY', starts_on: '2026-03-03' },
      window: 'PT8H',
    }),
    201,
  )
  assert.deepEqual(checkIn.rotation, rotation)
  const none = await bodyOf(author.patch(path, { suggested: { rotation: null } }))
  assert.deepEqual([none.version, none.suggested.rotation], [3, null])
})
