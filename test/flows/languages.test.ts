/** One survey in several languages: whom it speaks to how, and that its figures know nothing of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { run, sql, textArray } from '../../src/db/db.ts'
import { browse, unescaped } from '../support/browse.ts'
import { header, partsOf, startMail } from '../support/mail.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { type Running, startApp } from '../support/start.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../support/world.ts'

const questions = [
  { id: 'hello', type: 'statement', text: 'Think of this week.' },
  {
    id: 'calm',
    type: 'scale',
    text: 'How calm was it?',
    labels: ['Not at all', 'Very'],
    allow_comment: true,
  },
  {
    id: 'tools',
    type: 'matrix',
    text: 'How well do these work?',
    rows: [
      { id: 'mail', text: 'E-mail' },
      { id: 'build', text: 'The build' },
    ],
  },
  {
    id: 'first',
    type: 'single_choice',
    text: 'What first?',
    options: [
      { id: 'sleep', text: 'Sleep' },
      { id: 'focus', text: 'Focus' },
    ],
  },
]
const translations = {
  de: {
    title: 'Deine Woche',
    description: 'Zwei Minuten',
    questions: {
      hello: { text: 'Denken Sie an diese Woche.' },
      calm: { text: 'Wie ruhig war sie?', labels: ['Gar nicht', 'Sehr'] },
      tools: { text: 'Wie gut läuft das?', rows: { mail: 'Post', build: 'Der Build' } },
      first: { text: 'Was zuerst?', options: { sleep: 'Schlaf', focus: 'Ruhe' } },
    },
  },
  // Whatever it lacks is read in English.
  ar: {
    title: 'أسبوعك',
    questions: { calm: { text: 'ما مدى هدوئه؟' }, first: { options: { sleep: 'النوم' } } },
  },
}
const survey = { title: 'Your week', description: 'Two minutes', questions }

const mail = await startMail()
let running: Running

before(async () => {
  running = await startApp({ at: '2026-11-02T08:00:00Z', env: mail.env })
})

after(() => mail.close())

const locales = ['de-AT', 'en', 'ar']

/** Three teams, each with members of one locale. */
async function worldOf(localeOf: (team: number) => string) {
  const world = await newWorld({ running })
  const teams = []
  for (const [at, name] of ['North', 'East', 'South'].entries()) {
    const team = await world.team(name, 7)
    await run(
      running.db.tx,
      sql`update members set locale = ${localeOf(at)} where organisation_id = ${world.organisationId} and id = any (${textArray(team.members)})`,
    )
    teams.push(team)
  }
  return { world, teams }
}

/** Six people of each team answer, by their place in it. */
async function answered(world: World, path: string, author: Client, members: readonly string[][]) {
  const urls = new Map(
    (await links(author, path)).map((link) => [link.member_id, new URL(link.url).pathname]),
  )
  for (const [team, ids] of members.entries())
    for (const [place, id] of ids.slice(0, 6).entries()) {
      const answers = [
        { question_id: 'calm', value: 1 + ((team + place) % 5) },
        { question_id: 'calm.comment', text: `The meetings of day ${place} were far too long` },
        { question_id: 'tools.mail', value: 1 + (place % 4) },
        { question_id: 'tools.build', value: 2 + (place % 3) },
        { question_id: 'first', value: place % 2 === 0 ? 'sleep' : 'focus' },
      ]
      const reply = await world.anyone.post(urls.get(id)!, { answers })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
    }
}

async function resultsOf(localeOf: (team: number) => string, more: object) {
  const { world, teams } = await worldOf(localeOf)
  const author = await world.user()
  const draft = weekly(
    teams.map(({ id }) => id),
    { ...survey, ...more, channels: ['email', 'link'], confidentiality: { mode: 'confidential' } },
  )
  const { path } = await activated(author, draft)
  const [{ id }] = await instancesOf(author, path)
  const instance = `/api/check-in-instances/${id}`
  assert.equal((await author.post(`${instance}/open`)).status, 200)
  await answered(
    world,
    instance,
    author,
    teams.map(({ members }) => members),
  )
  assert.equal((await author.post(`${instance}/close`)).status, 200)
  const { body } = await eventually(
    () => author.get(`${instance}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const byName = body.teams.toSorted((a: any, b: any) => (a.name < b.name ? -1 : 1))
  return {
    everyone: body.questions,
    teams: byName.map(({ name, questions: figures }: any) => [name, figures]),
    asked: body.asked,
  }
}

test('a check-in in three languages for three teams gives the figures of one in one language', async () => {
  const several = await resultsOf((team) => locales[team], { language: 'en', translations })
  const one = await resultsOf(() => 'en', {})
  assert.deepEqual(several, one)
  assert.equal(several.everyone[0].n, 18)
  assert.deepEqual(
    several.asked.map(({ id, text }: any) => [id, text]),
    [
      ['calm', 'How calm was it?'],
      ['calm.comment', 'How calm was it?'],
      ['tools.mail', 'How well do these work? – E-mail'],
      ['tools.build', 'How well do these work? – The build'],
      ['first', 'What first?'],
    ],
  )
  assert.ok(!/translations|language|locale/.test(JSON.stringify(several)), 'figures know no languages')
})

test('page, JSON and e-mail are in the recipient’s language, and single texts in the main one', async () => {
  const { world, teams } = await worldOf((team) => locales[team])
  const author = await world.user()
  const sent = mail.taken.length
  const draft = pulseDraft(
    teams.map(({ id }) => id),
    {
      ...survey,
      language: 'en',
      translations,
      channels: ['email', 'link'],
      confidentiality: { mode: 'confidential' },
    },
  )
  const { body } = await author.post('/api/pulses', draft)
  assert.deepEqual([body.language, body.translations], ['en', translations])
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const urls = new Map((await links(author, path)).map((link) => [link.member_id, link.url]))
  const [german, english, arabic] = teams.map(({ members }) => urls.get(members[0])!)

  const { html } = await browse(german)
  for (const text of [
    'Deine Woche',
    'Zwei Minuten',
    'Denken Sie an diese Woche.',
    'Gar nicht',
    'Der Build',
    'Schlaf',
  ])
    assert.ok(html.includes(text), text)
  assert.ok(!html.includes('How calm') && !/lang="en"/.test(html.split('<main>')[1]), 'no word of English')
  assert.ok((await browse(english)).html.includes('How calm was it?'))
  const { html: mixed } = await browse(arabic)
  assert.ok(mixed.includes('<h1>أسبوعك</h1>') && mixed.includes('ما مدى هدوئه؟'))
  assert.ok(mixed.includes('<span lang="en" dir="auto">The build</span>'), 'what is in English says so')
  assert.ok(
    (await browse(`${english}?lang=de`)).html.includes('Wie ruhig war sie?'),
    'the switch switches all',
  )

  const read = async (url: string) => (await world.anyone.get(new URL(url).pathname)).body
  assert.deepEqual(
    [await read(german), await read(english), await read(arabic)].map((one) => [
      one.title,
      one.questions_locale,
    ]),
    [
      ['Deine Woche', 'de'],
      ['Your week', 'en'],
      ['أسبوعك', 'ar'],
    ],
  )
  await running.app.due.settle()
  const subjects = new Map(
    mail.taken.slice(sent).map(({ to, raw }) => [to.split('-')[0].replace('<', ''), header(raw, 'Subject')]),
  )
  assert.match(subjects.get('north')!, /^Deine Woche/)
  assert.match(subjects.get('east')!, /^Your week/)
  assert.match(subjects.get('south')!, /أسبوعك/)
  const german_mail = mail.taken.slice(sent).find(({ to }) => to.includes('north'))!
  for (const { text } of partsOf(german_mail.raw)) assert.ok(text.includes('Zwei Minuten'))

  // What follows an e-mail has the title of that e-mail.
  const { html: unsubscribing } = await browse(`${german}/unsubscribe`)
  assert.ok(unsubscribing.includes('Deine Woche') && !unsubscribing.includes('Your week'))

  // What somebody answered is read back in their language too.
  const reply = await world.anyone.post(new URL(german).pathname, {
    answers: [{ question_id: 'calm', value: 4 }],
  })
  const receipt = `${world.url}/receipts/${reply.body.receipt}`
  assert.ok(unescaped((await browse(`${receipt}?lang=de`)).html).includes('Wie ruhig war sie?'))
  const own = await world.anyone.get(new URL(receipt).pathname, { 'accept-language': 'ar' })
  assert.deepEqual([own.body.title, own.body.questions_locale], ['أسبوعك', 'ar'])
  assert.equal((await author.post(`${path}/close`)).status, 200)
  const proof = await browse(`${receipt}?lang=de`)
  assert.ok(proof.html.includes('<span>Deine Woche'), 'the proof after close, too')
})

test('a survey that is open keeps its language, whatever that of the organisation becomes', async () => {
  const { world, teams } = await worldOf(() => 'sv')
  const author = await world.user()
  const draft = { ...survey, language: null, translations: { ar: translations.ar }, channels: ['link'] }
  const { body } = await author.post('/api/pulses', pulseDraft([teams[0].id], draft))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const [{ url }] = await links(author, path)
  const read = async () => {
    const { title, questions_locale } = (await world.anyone.get(new URL(url).pathname)).body
    return { title, questions_locale }
  }
  const before = await read()
  await run(running.db.tx, sql`update organisations set locale = 'ar' where id = ${world.organisationId}`)
  assert.equal(before.title, 'Your week')
  const english = await world.anyone.get(new URL(url).pathname, { 'accept-language': 'en' })
  assert.deepEqual({ title: english.body.title, questions_locale: english.body.questions_locale }, before)
})

test('what a translation lacks is listed before opening, and what the survey lacks is refused', async () => {
  const world = await newWorld({ running })
  const author = await world.user()
  const team = await world.team('Platform', 6)
  const draft = (more: object) => pulseDraft([team.id], { ...survey, ...more })
  const refused: [object, string, string][] = [
    [{ language: 'xx' }, '/language', 'unknown_language'],
    [{ translations: { sv: {} } }, '/translations/sv', 'unknown_language'],
    [{ language: 'de', translations: { de: {} } }, '/translations/de', 'main_language'],
    [{ translations: { de: { title: '\u202Eevil' } } }, '/translations/de/title', 'invalid_characters'],
    [
      { translations: { de: { questions: { none: { text: 'Was?' } } } } },
      '/translations/de/questions/none/text',
      'no_such_text',
    ],
    [
      { translations: { de: { questions: { calm: { labels: ['1', '2', '3'] } } } } },
      '/translations/de/questions/calm/labels',
      'no_such_text',
    ],
    [
      { translations: { de: { questions: { calm: { unit: 'Grad' } } } } },
      '/translations/de/questions/calm/unit',
      'no_such_text',
    ],
    [
      { translations: { de: { questions: { first: { options: { none: 'Nichts' } } } } } },
      '/translations/de/questions/first/options/none',
      'no_such_text',
    ],
  ]
  for (const [more, pointer, code] of refused) {
    const { status, body } = await author.post('/api/pulses', draft(more))
    assert.equal(status, 422, pointer)
    assert.deepEqual([body.errors[0].pointer, body.errors[0].code], [pointer, code])
  }

  const measured = { id: 'far', type: 'number', text: 'How far?', unit: 'miles' }
  const withUnit = (unit: string) => ({
    questions: [measured],
    translations: { de: { questions: { far: { unit } } } },
  })
  for (const unit of ['x'.repeat(21), ' ', '\u202Em', 'a\nb', '', ' 0 km']) {
    const { status, body } = await author.post('/api/pulses', draft(withUnit(unit)))
    assert.deepEqual([status, body.errors?.[0].pointer], [400, '/translations/de/questions/far/unit'], unit)
  }
  const { body: far } = await author.post('/api/pulses', draft(withUnit('Meilen')))
  const { body: read } = await author.get(`/api/pulses/${far.id}/preview?language=de`)
  assert.match(read.html, /id="far-unit">Meilen</)

  const { body: pulse } = await author.post('/api/pulses', draft({ translations }))
  const path = `/api/pulses/${pulse.id}`
  const { body: preview } = await author.get(`${path}/preview?language=de`)
  assert.ok(preview.html.includes('Deine Woche'))
  const [arabic, german] = preview.translations
  assert.deepEqual(german, { language: 'de', missing: [] })
  assert.equal(arabic.language, 'ar')
  assert.ok(
    arabic.missing.includes('/questions/2/rows/1/text') && !arabic.missing.includes('/questions/1/text'),
  )

  // A question that goes takes its translations with it; a patch of nothing else keeps the others.
  const patched = await author.patch(path, { questions: questions.slice(0, 3) }, { 'if-match': '*' })
  assert.equal(patched.status, 200, JSON.stringify(patched.body))
  assert.deepEqual(Object.keys(patched.body.translations.de.questions).toSorted(), ['calm', 'hello', 'tools'])
  assert.equal(patched.body.translations.de.title, 'Deine Woche')
  const both = { language: 'en', questions: questions.slice(0, 2) }
  const again = await author.patch(path, both, { 'if-match': '*' })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.deepEqual(Object.keys(again.body.translations.de.questions).toSorted(), ['calm', 'hello'])
  const undone = { language: null, questions: questions.slice(0, 3), translations: patched.body.translations }
  assert.equal((await author.patch(path, undone, { 'if-match': '*' })).status, 200)
  const copy = await author.post(`${path}/duplicate`)
  assert.deepEqual(copy.body.translations, patched.body.translations)
})
