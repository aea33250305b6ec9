/** The wording of a form in another language: what is translated, what is not, and what a translation lacks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitOf } from '../../contract/form-items.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import { currentTranslations, missingTranslations, textsOf, withText } from '../../contract/wording.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { localise, partsInEveryLanguage, partsOfForm } from './questions.ts'

/** Everything that an author writes, in capitals. */
const shouted = (item: FormQuestion) => ({
  text: item.text.toUpperCase(),
  ...('help' in item && item.help && { help: item.help.toUpperCase() }),
  ...('labels' in item && item.labels && { labels: item.labels.map((one) => one.toUpperCase()) }),
  ...('unit' in item && item.unit && { unit: item.unit.toUpperCase() }),
  ...('options' in item && { options: linesOf(item.options) }),
  ...('rows' in item && { rows: linesOf(item.rows) }),
})
const linesOf = (lines: readonly { id: string; text: string }[]) =>
  Object.fromEntries(lines.map(({ id, text }) => [id, `${text}!`.toUpperCase()]))

const survey = { title: 'A week', description: 'In short', questions: everyForm }
const whole: Translations = {
  de: {
    title: 'EINE WOCHE',
    description: 'KURZ',
    questions: Object.fromEntries(everyForm.map((item) => [item.id, shouted(item)])),
  },
}

test('a translated form has the same ids, types and values, and every text of it in the other language', () => {
  const { written, locale, mainLocale, translated } = localise(
    survey,
    { language: 'en', translations: whole },
    'de',
    'fr',
  )
  assert.deepEqual([locale, mainLocale], ['de', 'en'])
  assert.deepEqual([written.title, written.description], ['EINE WOCHE', 'KURZ'])
  const withoutTexts = (form: readonly FormQuestion[]) =>
    JSON.parse(
      JSON.stringify(form, (name, value) =>
        ['text', 'help', 'labels', 'unit'].includes(name) ? undefined : value,
      ),
    )
  assert.deepEqual(withoutTexts(written.questions), withoutTexts(everyForm))
  assert.deepEqual(
    partsOfForm(written.questions).map(({ id, type }) => [id, type]),
    partsOfForm(everyForm).map(({ id, type }) => [id, type]),
  )
  assert.deepEqual(missingTranslations(survey, whole), [{ language: 'de', missing: [] }])
  for (const item of written.questions) assert.ok(translated.has(item.text), item.id)
})

test('each text falls back to the author’s own, and says that it does', () => {
  const translations: Translations = {
    de: { questions: { scale: { text: 'Wie ruhig?' }, tools: { rows: { mail: 'Post' } } } },
  }
  const { written, translated } = localise(survey, { language: null, translations }, 'de', 'en-GB')
  assert.equal(written.title, 'A week')
  const byId = new Map(written.questions.map((item) => [item.id, item]))
  const [scale, tools] = [byId.get('scale'), byId.get('tools')]
  assert.ok(scale?.type === 'scale' && tools?.type === 'matrix')
  assert.deepEqual([scale.text, scale.labels], ['Wie ruhig?', ['Not at all', 'Completely']])
  assert.deepEqual(
    tools.rows.map(({ text }) => text),
    ['Post', 'The build'],
  )
  assert.deepEqual([...translated].toSorted(), ['Post', 'Wie ruhig?'])
  const [{ missing }] = missingTranslations(survey, translations)
  const matrix = everyForm.findIndex(({ id }) => id === 'tools')
  for (const pointer of [
    '/title',
    '/description',
    '/questions/0/labels/1',
    `/questions/${matrix}/rows/1/text`,
  ])
    assert.ok(missing.includes(pointer), pointer)
  for (const pointer of ['/questions/0/text', `/questions/${matrix}/rows/0/text`])
    assert.ok(!missing.includes(pointer), pointer)
})

test('readers of the main language, and of one without a translation, get what the author wrote', () => {
  for (const [language, main, organisation] of [
    ['en', 'en', 'de'],
    ['ja', null, 'en-US'],
  ] as const) {
    const { written, locale } = localise(
      survey,
      { language: main, translations: whole },
      language,
      organisation,
    )
    assert.equal(written, survey)
    assert.equal(locale, main ?? organisation)
  }
})

test('a translation is read in its language, whatever the organisation’s is', () => {
  const { written } = localise(survey, { language: null, translations: whole }, 'de', 'de-AT')
  assert.equal(written.title, 'EINE WOCHE')
})

test('an id by which every object has something has no translation for that', () => {
  const [option, row] = ['constructor', 'toString'].map((id) => ({ id, text: id.toUpperCase() }))
  const questions: FormQuestion[] = [
    { id: 'valueOf', type: 'statement', text: 'Hello' },
    { id: 'first', type: 'single_choice', text: 'What first?', options: [option, { id: 'b', text: 'B' }] },
    { id: 'tools', type: 'matrix', text: 'How good?', rows: [row] },
  ]
  const translations: Translations = {
    de: { questions: { first: { options: { b: 'Be' } }, tools: { text: 'Wie gut?', rows: {} } } },
  }
  const { written } = localise({ title: 'A', questions }, { language: 'en', translations }, 'de', 'en')
  const [hello, first, tools] = written.questions
  assert.ok(first.type === 'single_choice' && tools.type === 'matrix')
  assert.deepEqual(
    [hello.text, first.options, tools.rows],
    ['Hello', [option, { id: 'b', text: 'Be' }], [row]],
  )
  const [{ missing }] = missingTranslations({ title: 'A', questions }, translations)
  assert.deepEqual(missing, [
    '/title',
    '/questions/0/text',
    '/questions/1/text',
    '/questions/1/options/0/text',
    '/questions/2/rows/0/text',
  ])
})

test('the parts in every language are those that each reader gets, a translated row with its matrix', () => {
  const translations: Translations = {
    ...whole,
    fr: { questions: { tools: { rows: { mail: 'Le courrier' } } } },
  }
  const readIn = (language: string) =>
    partsOfForm(localise(survey, { language: 'en', translations }, language, 'en').written.questions)
  assert.deepEqual(partsInEveryLanguage(everyForm, translations), ['en', 'de', 'fr'].flatMap(readIn))
  assert.ok(readIn('fr').some(({ text }) => text.endsWith(' – Le courrier')))
  assert.deepEqual(partsInEveryLanguage(everyForm, {}), partsOfForm(everyForm))
})

test('translations lose what the survey has no more: a question, an option, a help, the labels of another scale', () => {
  const [scale, ...rest] = everyForm
  assert.ok(scale.type === 'scale')
  const questions = rest
    .filter(({ id }) => id !== 'tools')
    .map((item): FormQuestion =>
      item.type === 'single_choice' ? { ...item, options: item.options.slice(1) } : item,
    )
  const changed = {
    title: 'A week',
    description: null,
    questions: [{ ...scale, labels: ['a', 'b', 'c', 'd', 'e'] }, ...questions],
  }
  const { de } = currentTranslations(changed, whole)
  assert.deepEqual([de.title, de.description], ['EINE WOCHE', undefined])
  assert.equal(de.questions?.tools, undefined)
  assert.deepEqual(de.questions?.scale, { text: 'HOW CALM?' })
  assert.deepEqual(de.questions?.single.options, { b: 'B!', c: 'C!' })
})

test('a unit is a text of its own, and one without letters is the same in every language', () => {
  const slider = everyForm.find(({ type }) => type === 'slider')!
  const number = everyForm.find(({ type }) => type === 'number')!
  assert.ok(slider.type === 'slider' && number.type === 'number')
  assert.deepEqual([slider.unit, number.unit], ['%', 'hours'])
  const asked = { title: 'A week', questions: [slider, number] }
  const unitsIn = (translations: Translations) =>
    localise(asked, { language: 'en', translations }, 'de', 'en').written.questions.map(unitOf)
  const [{ missing }] = missingTranslations(asked, { de: {} })
  assert.ok(missing.includes('/questions/1/unit') && !missing.includes('/questions/0/unit'))
  assert.deepEqual(unitsIn({ de: {} }), ['%', 'hours'])
  const translated: Translations = {
    de: { questions: { slider: { unit: 'Prozent' }, number: { unit: ' Stunden ' } } },
  }
  assert.deepEqual(unitsIn(translated), ['Prozent', 'Stunden'])
  const of = textsOf(asked, translated.de).filter(({ path }) => path[2] === 'unit')
  assert.deepEqual(
    of.map(({ text, translated: own }) => [text, own]),
    [
      ['%', 'Prozent'],
      ['hours', ' Stunden '],
    ],
  )
  assert.deepEqual(withText({}, of[1], 'Stunden').questions, { number: { unit: 'Stunden' } })
  const { unit: _unit, ...bare } = number
  const without = currentTranslations({ ...asked, questions: [slider, bare] }, translated)
  assert.deepEqual(without.de.questions, { slider: { unit: 'Prozent' }, number: {} })
})

test('a translation is written text by text, and an empty text is none', () => {
  let translation: Translations[string] = {}
  const labelCountOf = (id: string) => {
    const item = everyForm.find((one) => one.id === id)
    return item && 'labels' in item ? item.labels?.length : undefined
  }
  const all = textsOf(survey, whole.de)
  for (const one of all)
    translation = withText(translation, one, one.translated ?? '', labelCountOf(String(one.path[1])))
  assert.deepEqual(translation, whole.de)
  const [title] = all
  assert.equal(withText(translation, title, ' ').title, undefined)
  const first = all.find(({ path }) => path[1] === 'single' && path[2] === 'options')!
  assert.deepEqual(withText({}, first, 'Ein A').questions, { single: { options: { a: 'Ein A' } } })
  const label = all.find(({ path }) => path[1] === 'scale' && path[2] === 'labels')!
  const one = withText({}, label, 'Nie', 2)
  assert.deepEqual(one.questions?.scale.labels, ['Nie', null])
  const [{ missing }] = missingTranslations(survey, { de: one })
  assert.ok(missing.includes('/questions/0/labels/1') && !missing.includes('/questions/0/labels/0'))
  const { written } = localise(survey, { language: 'en', translations: { de: one } }, 'de', 'en')
  const [scale] = written.questions
  assert.ok(scale.type === 'scale')
  assert.deepEqual(scale.labels, ['Nie', 'Completely'])
  assert.deepEqual(withText(one, label, '', 2).questions?.scale, {})
})
