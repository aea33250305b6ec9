/** A finding in one short line: what it is called, and where the whole statement stands instead. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatterOf } from '../../locales/format.ts'
import { driverTexts } from '../../web/drivers/driver-texts.ts'
import { findingTexts } from '../../web/insights/finding-texts.ts'
import { findingLine, statementIn, type Words } from '../../web/insights/finding-words.ts'

const wordsIn = async (language: 'en' | 'de'): Promise<Words> =>
  ({
    say: formatterOf(language, (await findingTexts[language]()).texts),
    driver: formatterOf(language, (await driverTexts[language]()).texts),
  }) as unknown as Words

const [english, german] = await Promise.all([wordsIn('en'), wordsIn('de')])

const questions = [
  { id: 'load', text: 'My workload was manageable', driver: 'workload', max: 5 },
  { id: 'goals', text: 'I know what matters', driver: 'clarity', max: 5 },
  { id: 'hours', text: 'Hours of focus', driver: 'autonomy', max: 40, unit: 'hours' },
]

const statement = 'Platform: “My workload was manageable” is still low: 2.1 of 5 (14 answers).'

type Parts = {
  value?: object
  subject?: string
  question_id?: string
  kind?: string
  headline?: string
  evidence?: object[]
}

const line = (
  words: Words,
  { value, subject = 'workload', question_id = 'load', kind = 'level', headline, evidence = [] }: Parts,
  asked = questions,
) =>
  findingLine(
    words,
    {
      kind,
      subject,
      statement,
      headline,
      evidence,
      n: 14,
      scope: { team_id: 'tem_1', team_name: 'Platform', question_id },
      value: { state: 'problem', basis: 'scale', reference: 3, times: 2, mean: 2.071, ...value },
    } as unknown as Parameters<typeof findingLine>[1],
    { team: 'Platform', questions: asked },
  )

const whole = { title: '“My workload was manageable” is still low: 2.1 of 5 (14 answers)', details: [] }

test('a level is named by its driver and figure; its question and what it rests on stand below', () => {
  assert.deepEqual(line(english, {}), {
    title: 'Workload still scores low: 2.1 of 5',
    details: ['“My workload was manageable”', '14 answers', 'second time in a row'],
  })
  assert.deepEqual(line(english, { value: { times: 1 } }), {
    title: 'Workload scores low: 2.1 of 5',
    details: ['“My workload was manageable”', '14 answers'],
  })
  const strong = { state: 'strength', mean: 4.2, times: 12 }
  assert.deepEqual(line(english, { value: strong, subject: 'clarity', question_id: 'goals' }), {
    title: 'Clarity is still a strength: 4.2 of 5',
    details: ['“I know what matters”', '14 answers', 'eighth time in a row, or more'],
  })
  const hours = { reference: 20, mean: 12, times: 1 }
  assert.equal(
    line(english, { value: hours, subject: 'autonomy', question_id: 'hours' }).title,
    'Autonomy scores low: 12.0 of 40\u00a0hours',
  )
  assert.match(line(german, {}).title, /^Arbeitsmenge weiterhin niedrig bewertet: 2.1 von 5$/)
})

test('the whole statement is where a short line would say less or something else', () => {
  // Of which question, if two measure the driver?
  const two = [...questions, { id: 'pace', text: 'The pace is right', driver: 'workload', max: 5 }]
  assert.deepEqual(line(english, {}, two), whole)
  // High values are bad news: “scores low” would be the opposite.
  assert.deepEqual(line(english, { value: { mean: 4.1 } }), whole)
  // 2.96 is written like the middle that it lies below.
  assert.deepEqual(line(english, { value: { mean: 2.96 } }), whole)
  for (const parts of [
    { value: { state: 'unclear' } },
    { value: { basis: 'text', mean: undefined, people: 11 } },
    { value: { mean: undefined, enps: -64 } },
    { kind: 'change' },
    { question_id: 'gone' },
    { subject: 'load' },
  ])
    assert.deepEqual(line(english, parts), whole)
})

test('what is no level of one question is named as on its card, with its figure, and never with a full stop', () => {
  assert.deepEqual(
    line(english, { headline: 'eNPS is low', value: { mean: undefined, enps: -64, reference: 0 } }),
    {
      title: 'eNPS is low: −64',
      details: ['14 answers', '0 is the middle of the scale'],
    },
  )
  const fell = { metric: 'enps', against: 'organisation', direction: 'down', from: 0.34, to: -0.26 }
  assert.deepEqual(line(english, { kind: 'change', headline: 'eNPS is below everyone else', value: fell }), {
    title: 'eNPS is below everyone else: −26',
    details: ['14 answers', 'Everyone else: +34'],
  })
  const people = { mean: undefined, basis: 'text', people: 11 }
  assert.equal(
    line(english, { headline: 'people mention tools, all of them negatively', value: people }).title,
    '11 people mention tools, all of them negatively',
  )
})

test('without the name of its team a statement begins large, except for what begins small on purpose', () => {
  const said = (text: string) => statementIn({ statement: text }, 'Platform')
  assert.equal(said('Platform: eNPS is low: −64 (14 answers).'), 'eNPS is low: −64 (14 answers).')
  assert.equal(said('Platform: the share rose.'), 'The share rose.')
  assert.equal(said('Product: the share rose.'), 'Product: the share rose.')
})
