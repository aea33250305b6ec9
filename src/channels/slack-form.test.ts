/** What a message in Slack holds of each type, and what a submission of it says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormQuestion, FormType } from '../../contract/questions.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { partsOf } from '../questions/questions.ts'
import { answersIn, fitsInMessage, formBlocks } from './slack-form.ts'

const labels = { yes: 'Yes', no: 'No', choose: 'Choose', send: 'Send', comment: 'Comment (optional)' }

/** Whether the type is answered in the message; else the message has the link alone. */
const isNative: Record<FormType, boolean> = {
  scale: true,
  enps: true,
  mood: true,
  slider: true,
  icons: true,
  yes_no: true,
  single_choice: true,
  text: true,
  matrix: true,
  statement: true,
  multi_choice: false,
  ranking: false,
  number: false,
  date: false,
}

type Block = {
  type: string
  block_id?: string
  text?: { text: string }
  label?: { text: string }
  element?: { type: string; options?: { value: string; text: { text: string } }[] }
}

const blocksOf = (item: FormQuestion): Block[] =>
  formBlocks({ link: 'token', questions: [item], labels }).slice(0, -1) as Block[]

for (const item of everyForm)
  test(`${item.type}, ${item.id}: is answered ${isNative[item.type] ? 'in the message' : 'by the link'}`, () => {
    assert.equal(fitsInMessage([item]), isNative[item.type])
    if (!isNative[item.type]) return
    const blocks = blocksOf(item)
    if (item.type === 'statement')
      return assert.deepEqual(blocks, [
        { type: 'section', text: { type: 'plain_text', text: item.text, emoji: false } },
      ])
    assert.deepEqual(
      blocks.map(({ block_id: id }) => id),
      partsOf(item).map(({ id }) => id),
    )
    // The first choice of each, or words.
    const values = Object.fromEntries(
      blocks.map(({ block_id: id = '', element }) => [
        id,
        { answer: element?.options ? { selected_option: element.options[0] } : { value: 'Words' } },
      ]),
    )
    const answers = answersIn([item], values)
    assert.deepEqual(
      answers.map(({ question_id: id }) => id),
      partsOf(item).map(({ id }) => id),
    )
    for (const { value, text } of answers) assert.ok(value !== undefined || text === 'Words')
  })

test('choices read as their authors wrote them, and a comment has a name of its own', () => {
  const byId = new Map(everyForm.map((item) => [item.id, item]))
  const textsOf = (id: string): string[] =>
    blocksOf(byId.get(id)!).flatMap(({ element }) => element?.options?.map(({ text }) => text.text) ?? [])
  assert.deepEqual(textsOf('icons'), ['❤️', '❤️❤️', '❤️❤️❤️', '❤️❤️❤️❤️'])
  assert.deepEqual([textsOf('slider')[0], textsOf('slider')[5]], ['0 – Empty', '50'])
  const named = (id: string) => blocksOf(byId.get(id)!).map(({ label }) => label?.text)
  assert.deepEqual(named('rated'), ['How was the meeting?', 'Comment (optional)'])
  assert.deepEqual(named('tools'), [
    'How well do these work? – E-mail',
    'How well do these work? – The build',
  ])
})

test('a form with many rows, or a statement that only some see, has the link alone', () => {
  const tools = everyForm.find(({ type }) => type === 'matrix')
  assert.ok(tools?.type === 'matrix')
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }))
  assert.ok(!fitsInMessage([{ ...tools, rows }]))
  const shown = { question_id: 'yes', any_of: [true] }
  assert.ok(!fitsInMessage([tools, { id: 's', type: 'statement', text: 'So?', show_if: shown }]))
})
