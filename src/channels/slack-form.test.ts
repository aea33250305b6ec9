/** What a message in Slack holds of each type, and what a submission of it says. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { unitOf } from '../../contract/form-items.ts'
import type { FormQuestion, FormType } from '../../contract/questions.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { checkAnswers } from '../collection/answers.ts'
import { partsOf } from '../questions/questions.ts'
import { answersIn, formBlocks, placeOf, slackTypes } from './slack-form.ts'

const labels = {
  yes: 'Yes',
  no: 'No',
  choose: 'Choose',
  send: 'Send',
  comment: 'Comment (optional)',
  here: 'Answer here',
  hintOf: () => null,
}

/** Where the type is answered; null: the message has the link alone. */
const placeOfType: Record<FormType, 'message' | 'window' | null> = {
  scale: 'message',
  enps: 'message',
  mood: 'message',
  slider: 'message',
  icons: 'message',
  yes_no: 'message',
  single_choice: 'message',
  multi_choice: 'message',
  date: 'message',
  text: 'message',
  matrix: 'message',
  statement: 'message',
  number: 'window',
  ranking: null,
}

type Block = {
  type: string
  block_id?: string
  text?: { text: string }
  label?: { text: string }
  element?: {
    type: string
    max_selected_items?: number
    options?: { value: string; text: { text: string } }[]
  }
}

const blocksOf = (item: FormQuestion): Block[] =>
  formBlocks({ place: 'message', link: 'token', questions: [item], labels }).slice(0, -1) as Block[]

/** What Slack sends for the first choice of an input, or for words. */
function stateOf({ element }: Block): object {
  switch (element?.type) {
    case 'plain_text_input':
      return { value: 'Words' }
    case 'number_input':
      return { value: '12.5' }
    case 'datepicker':
      return { selected_date: '2026-03-01' }
    case 'checkboxes':
    case 'multi_static_select':
      return { selected_options: element.options?.slice(0, 1) }
    default:
      return { selected_option: element?.options?.[0] }
  }
}

for (const item of everyForm)
  test(`${item.type}, ${item.id}: is answered ${placeOfType[item.type] ?? 'by the link'}`, () => {
    assert.equal(placeOf([item]), placeOfType[item.type])
    assert.equal(slackTypes[item.type].by, placeOfType[item.type] ?? 'link')
    assert.ok(slackTypes[item.type].control.length > 5)
    if (placeOfType[item.type] === null) return
    const blocks = blocksOf(item)
    if (item.type === 'statement')
      return assert.deepEqual(blocks, [
        { type: 'section', text: { type: 'plain_text', text: item.text, emoji: false } },
      ])
    assert.deepEqual(
      blocks.map(({ block_id: id }) => id),
      partsOf(item).map(({ id }) => id),
    )
    const [part] = partsOf(item)
    assert.equal(blocks[0].label?.text, unitOf(item) ? `${part.text} (${unitOf(item)})` : part.text)
    const values = Object.fromEntries(
      blocks.map((block) => [block.block_id ?? '', { answer: stateOf(block) }]),
    )
    const answers = answersIn([item], values)
    assert.deepEqual(
      answers.map(({ question_id: id }) => id),
      partsOf(item).map(({ id }) => id),
    )
    assert.deepEqual(checkAnswers([item], answers), answers, 'and the answers are valid')
  })

test('the table of the guide has every type, with its place and its control', async () => {
  const guide = await readFile(new URL('../../docs/guides/slack.md', import.meta.url), 'utf8')
  const words = { message: 'in the message', window: 'in a window', link: 'by the link' }
  for (const [type, { by, control }] of Object.entries(slackTypes))
    assert.ok(guide.includes(`| \`${type}\` | ${words[by]} | ${control} |`), type)
})

test('many questions, and many texts, are in a window, and what is too large for one by the link', () => {
  const texts = (count: number): FormQuestion[] =>
    Array.from({ length: count }, (_, at) => ({ id: `t${at}`, type: 'text', text: 'Why?' }))
  const moods = (count: number): FormQuestion[] =>
    Array.from({ length: count }, (_, at) => ({ id: `m${at}`, type: 'mood', text: 'How?' }))
  assert.equal(placeOf([...moods(2), ...texts(1)]), 'message')
  assert.equal(placeOf(moods(4)), 'window')
  assert.equal(placeOf(texts(2)), 'window')
  assert.equal(placeOf(moods(45)), 'window')
  assert.equal(placeOf(moods(91)), null)
  const options = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `o${at}`, text: 'A' }))
  const many: FormQuestion = {
    id: 'many',
    type: 'multi_choice',
    text: 'Which?',
    options: options(11),
    max_picks: 3,
  }
  assert.deepEqual(
    blocksOf(many).map(({ element }) => [element?.type, element?.max_selected_items]),
    [['multi_static_select', 3]],
  )
  assert.equal(placeOf([{ ...many, options: options(101) }]), null)
  assert.equal(placeOf([{ ...many, other: true }]), null, 'other words have no field in Slack')
})

test('what is larger than a message or a window takes is answered there or by the link', () => {
  const statements = Array.from({ length: 45 }, (_, at): FormQuestion => ({
    id: `s${at}`,
    type: 'statement',
    text: 'So.',
  }))
  const mood: FormQuestion = { id: 'mood', type: 'mood', text: 'How?' }
  assert.equal(placeOf([mood, ...statements.slice(0, 30)]), 'message')
  assert.equal(placeOf([mood, ...statements]), 'window', 'a message takes 50 blocks')
  const options = Array.from({ length: 100 }, (_, at) => ({ id: `o${at}`, text: 'あ'.repeat(75) }))
  const choices = (count: number) =>
    Array.from({ length: count }, (_, at): FormQuestion => ({
      id: `c${at}`,
      type: 'single_choice',
      text: 'One?',
      options,
    }))
  assert.equal(placeOf(choices(4)), 'window')
  assert.equal(placeOf(choices(20)), null, 'a window takes 250 kB')
})

test('picks that are no texts are none', () => {
  const multi = everyForm.filter(({ type }) => type === 'multi_choice')
  for (const selected of [null, 'a', [{}], [{ value: 7 }], [null]])
    assert.deepEqual(answersIn(multi, { multi: { answer: { selected_options: selected } } }), [])
})

test('choices read as their authors wrote them, and a comment has its own name', () => {
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

test('a matrix with many rows is in a window, and a statement that only some see has the link alone', () => {
  const tools = everyForm.find(({ type }) => type === 'matrix')
  assert.ok(tools?.type === 'matrix')
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }))
  assert.equal(placeOf([{ ...tools, rows }]), 'window')
  const shown = { question_id: 'yes', any_of: [true] }
  assert.equal(placeOf([tools, { id: 's', type: 'statement', text: 'So?', show_if: shown }]), null)
})
