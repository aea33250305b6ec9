/** Past surveys that were asked in several languages: one question, and one option for each choice, whatever the words of an answer. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newHistory } from '../../test/support/past-surveys.ts'

type History = Awaited<ReturnType<typeof newHistory>>
let it: History

before(async () => {
  it = await newHistory()
})

const place = {
  text: 'Where do you eat?',
  type: 'single_choice',
  options: [
    { id: 'canteen', text: 'Canteen' },
    { id: 'desk', text: 'At my desk' },
    { id: 'outside', text: 'Outside' },
  ],
  translations: {
    de: {
      text: 'Wo isst du?',
      options: { canteen: 'Kantine', desk: 'Am Schreibtisch', outside: 'Außer Haus' },
    },
    fr: { text: 'Où manges-tu ?', options: { canteen: 'Cantine' } },
  },
}

const words = {
  en: ['Canteen', 'At my desk', 'Outside'],
  de: ['kantine', 'AM SCHREIBTISCH', 'Außer Haus'],
  ids: ['canteen', 'desk', 'outside'],
} as const

/** 18 people, of whom every second one answered in the other language. */
const answered = (period: string, [one, other]: readonly (keyof typeof words)[]) =>
  Array.from({ length: 18 }, (_, i) => ({
    period,
    respondent: `${period} ${i}`,
    question: 'place',
    choice: words[i % 2 === 0 ? one : other][Math.floor(i / 6)],
  }))

const resultsOn = async (checkInId: string, date: string): Promise<unknown> => {
  const instance = (await it.instances(checkInId)).find(({ local_date }) => local_date === date)
  return (await it.results(instance.id)).questions
}

test('answers in two languages are the same figures as answers in one', async () => {
  const en = { title: 'Lunch', language: 'en' }
  const both = await it.done(it.lines([{ questions: { place } }, ...answered('2021-01', ['en', 'de'])], en))
  const alone = await it.done(
    it.lines([{ questions: { place } }, ...answered('2021-01', ['ids', 'ids'])], { ...en, title: 'Alone' }),
  )
  assert.deepEqual([both.answers, both.left_out], [18, 0])
  const figures = await resultsOn(both.check_in_id, '2021-01-01')
  assert.deepEqual(figures, await resultsOn(alone.check_in_id, '2021-01-01'))
  assert.match(JSON.stringify(figures), /canteen/)
  const { body: checkIn } = await it.author.get(`/api/check-ins/${both.check_in_id}`)
  assert.deepEqual(
    [checkIn.language, checkIn.translations.de.questions.place, Object.keys(checkIn.translations)],
    ['en', place.translations.de, ['de', 'fr']],
  )
})

test('a check-in that is translated reads words of its languages, and its instances of then are translated, too', async () => {
  const { db } = it.world.running
  const { body: checkIn } = await it.author.post('/api/check-ins', {
    title: 'How you eat',
    language: 'en',
    visibility: 'public',
    questions: [{ id: 'place', ...place, translations: undefined }],
    translations: { de: { title: 'Wie du isst', questions: { place: place.translations.de } } },
    recurrence: { rrule: 'FREQ=MONTHLY', starts_on: '2031-01-01', time: '09:00', mode: 'organisation_time' },
    time_zone: 'UTC',
    window: 'P3D',
    recipients: { team_ids: [(await it.world.team('Eaters', 1)).id] },
    confidentiality: { mode: 'confidential' },
    channels: ['email'],
  })
  assert.ok(checkIn.id, JSON.stringify(checkIn))
  const done = await it.done(
    it.lines(answered('2021-02', ['de', 'en']), { check_in_id: checkIn.id, missing_teams: 'none' }),
  )
  assert.deepEqual([done.answers, done.left_out, done.questions[0].id], [18, 0, 'place'])
  const { rows } = await db.pool.query(
    `select language, translations from collections where series_id = $1 and imported_at is not null`,
    [checkIn.id],
  )
  assert.deepEqual(rows, [
    {
      language: 'en',
      translations: { de: { title: 'Wie du isst', questions: { place: place.translations.de } } },
    },
  ])
})

const refused: [string, object, string][] = [
  [
    'an option that the question does not have',
    { de: { options: { home: 'Zu Hause' } } },
    'has no text to translate',
  ],
  [
    'a language that the service does not speak',
    { tlh: { text: 'nuqDaq' } },
    'tlh is not one of the languages',
  ],
  ['the main language', { en: { text: 'Where do you have lunch?' } }, 'is in this language'],
]
for (const [what, translations, detail] of refused)
  test(`a translation of ${what} is refused, and nothing is written`, async () => {
    const questions = { place: { ...place, translations } }
    const { status, body } = await it.lines([{ questions }, ...answered('2021-03', ['en', 'en'])], {
      title: 'Refused',
      language: 'en',
    })
    assert.deepEqual([status, body.code], [422, 'import_refused'], JSON.stringify(body))
    assert.match(body.errors[0].detail, new RegExp(detail))
    const { body: list } = await it.author.get('/api/check-ins?limit=200')
    assert.ok(!list.check_ins.some(({ title }: any) => title === 'Refused'))
  })
