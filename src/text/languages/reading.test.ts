import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, needsContext, readDraft, type Reading, usualLanguage } from './reading.ts'
import { languageTag } from './tags.ts'

const read = (text: string, declared?: string, usual?: string): Reading =>
  readDraft(draftOf(text, declared), usual ?? null)

const praise: [string, string][] = [
  ['de', 'Die Kollegen sind super und sehr hilfsbereit'],
  ['fr', "L'ambiance est excellente et mes collègues sont formidables"],
  ['es', 'El ambiente es muy bueno y los compañeros son geniales'],
  ['pt', 'O ambiente é muito bom e os colegas são ótimos'],
  ['it', 'I colleghi sono bravissimi e il clima è ottimo'],
  ['ar', 'الفريق رائع وأحب العمل هنا كثيرا'],
  ['hi-Latn', 'Team bahut acchi hai aur kaam me maza aata hai'],
]
const complaint: [string, string][] = [
  ['de', 'Die Überlastung ist furchtbar und der Chef ist unfair'],
  ['fr', 'La charge de travail est insupportable, je suis épuisé et déçu'],
  ['es', 'La carga de trabajo es horrible y el jefe es injusto'],
  ['pt', 'A carga de trabalho é horrível e o chefe é injusto'],
  ['it', 'Il carico di lavoro è terribile e il capo è ingiusto'],
  ['ar', 'الإدارة سيئة جدا والعمل متعب وممل'],
  ['hi-Latn', 'Management bahut kharab hai aur kaam ka stress zyada hai, bekar company'],
]
for (const [language, text] of praise)
  test(`praise in ${language} is good`, () => {
    const reading = read(text)
    assert.deepEqual([reading.language, reading.label], [language, 'positive'])
    assert.ok((reading.score ?? 0) > 0)
  })
for (const [language, text] of complaint)
  test(`a complaint in ${language} is bad`, () => {
    const reading = read(text)
    assert.deepEqual([reading.language, reading.label], [language, 'negative'])
    assert.ok((reading.score ?? 0) < 0)
  })

test('each clause has its own sentiment, in other languages too', () => {
  const { clauses } = read('Das Gehalt ist schlecht, aber die Kollegen sind toll')
  assert.deepEqual(
    clauses.map(({ text, label }) => [text, label]),
    [
      ['Das Gehalt ist schlecht', 'negative'],
      ['aber die Kollegen sind toll', 'positive'],
    ],
  )
})

test('a mixed answer keeps every sentence in its language, and a sentence without a model is left out', () => {
  const mixed = read('Everything okay. Die Führung hört uns nicht zu. Team.')
  assert.deepEqual(
    mixed.clauses.map(({ language }) => language),
    ['en', 'de', 'de'],
  )
  assert.equal(mixed.language_from, 'text')
  const partly = read('The team is great and I like the work a lot. 給料が低い。')
  assert.deepEqual(
    partly.clauses.map(({ text }) => text),
    ['The team is great and I like the work a lot.'],
  )
})

test('an answer that is mostly in a language without a model is not read', () => {
  const { language, reason } = read('Great. Het team is goed maar er is echt veel te veel werk voor ons')
  assert.deepEqual([language, reason], ['nl', 'unsupported_language'])
})

test('a declared language is taken where a text tells none, and gives every text a label', () => {
  for (const text of ['Management', 'Ok so.', 'Hmm, ja', 'Kubernetes', '@user http lol']) {
    const reading = read(text, 'de')
    assert.deepEqual([reading.language, reading.language_from], ['de', 'declared'], text)
    assert.ok(reading.label)
  }
  assert.equal(read('Salary', 'en-GB').language, 'en')
  assert.equal(read('mera kaam', 'hi').language, 'hi-Latn')
})

test('a declared language yields to a longer sentence in another one, and to another script', () => {
  assert.equal(read('The meetings are far too long and useless', 'de').language, 'en')
  assert.equal(read('टीम अच्छी है', 'hi').reason, 'unsupported_language')
  assert.equal(read('給料が低い', 'de').language, 'ja')
  assert.equal(read('I think this movie is great yaar', 'hi').language, 'hi-Latn')
})

test('a declared language without a model is an honest null', () => {
  assert.deepEqual(read('Kinderen', 'nl'), {
    language: 'nl',
    language_from: 'declared',
    score: null,
    label: null,
    reason: 'unsupported_language',
    clauses: [],
  })
})

test('the usual language is taken only where the words could be of it', () => {
  assert.deepEqual(
    [read('Salary', undefined, 'en').language_from, needsContext(draftOf('Salary')!)],
    ['context', true],
  )
  assert.equal(read('Transparenz', undefined, 'en').reason, 'unknown_language')
  assert.equal(read('Transparenz', undefined, 'de').language, 'de')
  assert.equal(read('Werkdruk', undefined, 'nl').reason, 'unsupported_language')
})

test('a short answer whose words are of several languages is in the one of what stands around it', () => {
  assert.deepEqual([read('la cantine').language_from, read('Ambiente').language_from], ['text', 'text'])
  for (const [text, around] of [
    ['la cantine', 'fr'],
    ['Ambiente', 'pt'],
  ]) {
    const { language, language_from } = read(text, undefined, around)
    assert.deepEqual(
      [language, language_from],
      [around, read(text).language === around ? 'text' : 'context'],
      text,
    )
  }
  assert.equal(read('Le salaire', undefined, 'de').language, 'fr')
})

test('a language is usual when at least 60 % of the answers that tell one are in it', () => {
  assert.equal(usualLanguage(new Map()), null)
  assert.equal(usualLanguage(new Map([['en', 5], ['de', 5]])), null) // prettier-ignore
  assert.equal(usualLanguage(new Map([['en', 3], ['de', 7]])), 'de') // prettier-ignore
})

test('tags are read as BCP 47 has them', () => {
  assert.deepEqual(['de-AT', 'pt_BR', 'hi', 'hi-Latn-IN', 'EN', 'no such tag', ''].map(languageTag), [
    'de',
    null,
    'hi',
    'hi-Latn',
    'en',
    null,
    null,
  ])
})

for (const text of [
  'keine Ahnung',
  'Rien à dire.',
  'nada',
  'Não sei',
  'niente',
  'لا شيء',
  'kuch nahi',
  '特になし',
])
  test(`says nothing: ${text}`, () => assert.equal(read(text).reason, 'empty'))
