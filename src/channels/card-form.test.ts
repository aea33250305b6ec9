/** What a card in Microsoft Teams holds of each type, and what a card says that somebody sends. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { unitOf } from '../../contract/form-items.ts'
import type { FormQuestion, FormType } from '../../contract/questions.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { checkAnswers } from '../collection/answers.ts'
import { partsOf } from '../questions/questions.ts'
import { answersOnCard, cardInputs, cardTypes, placeOnCard } from './card-form.ts'

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
const placeOfType: Record<FormType, 'message' | null> = {
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
  number: 'message',
  ranking: null,
}

type Input = {
  type: string
  id?: string
  text?: string
  label?: string
  value?: unknown
  style?: string
  isMultiSelect?: boolean
  maxLength?: number
  choices?: { title: string; value: string }[]
}

const inputsOf = (item: FormQuestion, sent: object = {}): Input[] =>
  (cardInputs({ questions: [item], labels }, sent) as Input[]).filter(({ type }) => type !== 'TextBlock')

/** What Teams sends for the first choice of an input, or for words. */
const sentFor = ({ type, choices }: Input): string | undefined =>
  type === 'Input.Text'
    ? 'Words'
    : type === 'Input.Number'
      ? '12.5'
      : type === 'Input.Date'
        ? '2026-03-01'
        : choices?.[0].value

for (const item of everyForm)
  test(`${item.type}, ${item.id}: is answered ${placeOfType[item.type] ?? 'by the link'}`, () => {
    assert.equal(placeOnCard([item]), placeOfType[item.type])
    assert.equal(cardTypes[item.type].by, placeOfType[item.type] === null ? 'link' : 'card')
    if (placeOfType[item.type] === null) return
    const inputs = inputsOf(item)
    if (item.type === 'statement') return assert.deepEqual(inputs, [])
    assert.deepEqual(
      inputs.map(({ id }) => id),
      partsOf(item).map(({ id }) => `answer.${id}`),
    )
    const [part] = partsOf(item)
    assert.equal(inputs[0].label, unitOf(item) ? `${part.text} (${unitOf(item)})` : part.text)
    const data = Object.fromEntries(inputs.map((input) => [input.id ?? '', sentFor(input)]))
    const answers = answersOnCard([item], { link: 'token', ...data })
    assert.deepEqual(
      answers.map(({ question_id: id }) => id),
      partsOf(item).map(({ id }) => id),
    )
    assert.deepEqual(checkAnswers([item], answers), answers, 'and the answers are valid')
    const again = inputsOf(item, { sent: data })
    assert.deepEqual(
      again.map(({ value }) => value),
      inputs.map(sentFor),
      'what was sent is there when something does not fit',
    )
  })

test('the table of the guide has every type, with its place and its control', async () => {
  const guide = await readFile(new URL('../../docs/guides/microsoft-teams.md', import.meta.url), 'utf8')
  const words = { card: 'on the card', link: 'by the link' }
  for (const [type, { by, control }] of Object.entries(cardTypes))
    assert.ok(guide.includes(`| \`${type}\` | ${words[by]} | ${control} |`), type)
})

test('many questions, and many texts, are on a card of their own, and what is too large for one by the link', () => {
  const texts = (count: number): FormQuestion[] =>
    Array.from({ length: count }, (_, at) => ({ id: `t${at}`, type: 'text', text: 'Why?' }))
  const moods = (count: number): FormQuestion[] =>
    Array.from({ length: count }, (_, at) => ({ id: `m${at}`, type: 'mood', text: 'How?' }))
  const options = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `o${at}`, text: 'あ'.repeat(75) }))
  const many: FormQuestion = { id: 'many', type: 'multi_choice', text: 'Which?', options: options(11) }
  assert.equal(placeOnCard([...moods(2), ...texts(1)]), 'message')
  assert.equal(placeOnCard(moods(4)), 'window')
  assert.equal(placeOnCard(texts(2)), 'window')
  assert.equal(placeOnCard(moods(30)), null, 'a card takes 50 parts and texts')
  assert.equal(placeOnCard([{ ...many, options: options(101) }]), null)
  assert.equal(placeOnCard([{ ...many, other: true }]), null, 'other words have no field on a card')
  assert.equal(placeOnCard([{ ...many, options: options(100) }]), null, 'a card takes 25 kB')
  const shown = { question_id: 'm0', any_of: ['4'] }
  assert.equal(placeOnCard([...moods(1), { id: 's', type: 'statement', text: 'So?', show_if: shown }]), null)
})

test('what is no answer is none, and no question takes the place of what a button sends', () => {
  const form: FormQuestion[] = [
    { id: 'link', type: 'text', text: 'Which link?' },
    { id: 'constructor', type: 'mood', text: 'How?' },
    {
      id: 'which',
      type: 'multi_choice',
      text: 'Which?',
      options: [
        { id: 'a', text: 'A' },
        { id: 'b', text: 'B' },
      ],
    },
  ]
  for (const data of [null, 'x', 7, [], { link: 'token' }, { 'answer.link': {}, 'answer.which': ['a'] }])
    assert.deepEqual(answersOnCard(form, data), [])
  assert.deepEqual(answersOnCard(form, { link: 'token', 'answer.link': 'Mine', 'answer.which': 'a,,b,a' }), [
    { question_id: 'link', text: 'Mine' },
    { question_id: 'which', value: ['a', 'b'] },
  ])
})

test('choices read as their authors wrote them, long lists open, and texts are no Markdown', () => {
  const byId = new Map(everyForm.map((item) => [item.id, item]))
  const titles = (id: string): string[] =>
    inputsOf(byId.get(id)!).flatMap(({ choices }) => choices?.map(({ title }) => title) ?? [])
  assert.deepEqual(titles('icons'), ['❤️', '❤️❤️', '❤️❤️❤️', '❤️❤️❤️❤️'])
  const labelled = (id: string) => inputsOf(byId.get(id)!).map(({ label }) => label)
  assert.deepEqual(labelled('rated'), ['How was the meeting?', 'Comment (optional)'])
  const enps = everyForm.find(({ type }) => type === 'enps')!
  assert.equal(inputsOf(enps)[0].style, 'compact')
  const [text] = cardInputs(
    { questions: [{ id: 's', type: 'statement', text: '*Not* [bold](x)' }], labels },
    {},
  ) as Input[]
  assert.equal(text.text, String.raw`\*Not\* \[bold\]\(x\)`)
})
