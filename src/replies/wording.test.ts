/** What is said to people about a survey in several languages calls it as each of them reads it: in mail, and on the page of replies. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newHouse, type House, questions } from '../../test/attack/acting/acting.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { askedTwoTeams, findingsOf, publishedTo, replier } from '../../test/support/replying.ts'
import { browse } from '../../test/support/browse.ts'
import { startApp } from '../../test/support/start.ts'
import { json, run, sql } from '../db/db.ts'

const titles = { en: 'After the move', de: 'Nach dem Umzug', ar: 'بعد الانتقال' }

let house: House
let finding: string
/** Of replies, by the address in the message. */
let page: string
const readers: { language: keyof typeof titles; email: string }[] = []

before(async () => {
  house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  const survey = await askedTwoTeams(house, {
    title: titles.en,
    language: 'en',
    translations: {
      de: { title: titles.de, questions: { calm: { text: 'Ich konnte ruhig arbeiten' } } },
      ar: { title: titles.ar },
    },
  })
  const admin = await replier(house, [], 'admin')
  const findings = await findingsOf(house, survey, admin)
  finding = findings.everyone
  for (const [at, language] of (['de', 'ar', 'en'] as const).entries()) {
    const { id, email } = survey.people[0][at]
    await bodyOf(house.program.patch(`/api/members/${id}`, { locale: language }))
    readers.push({ language, email })
  }
  await publishedTo(admin, findings.everyone, 'We read it.')
  house.world.running.clock!.advance(3_600_000)
  await house.settle()
  const mails = await messagesIn(house.world.running.outbox)
  const mail = mails.find((one) => one.to === readers[0].email && one.link.includes('/replies/'))!
  page = `${house.world.url}${new URL(mail.link).pathname}`
})

test('the message about a reply', async () => {
  const mails = await messagesIn(house.world.running.outbox)
  for (const { language, email } of readers) {
    const mail = mails.find((one) => one.to === email && one.link.includes('/replies/'))
    assert.ok(mail, language)
    const said = textsOf('replies', language)
    assert.ok(mail.subject.startsWith(said('heading', { title: titles[language] })), language)
    // The question, who, and what they say.
    const about = said('about', {
      question: language === 'de' ? 'Ich konnte ruhig arbeiten' : questions[0].text,
    })
    assert.match(mail.text, new RegExp(`\n${about}\n.+\nWe read it.\n`), language)
    for (const [other, title] of Object.entries(titles))
      assert.equal(
        `${mail.subject} ${mail.text}`.includes(title),
        other === language,
        `${other} in ${language}`,
      )
  }
})

test('the page of replies, by the address in the message and in the language that its reader chooses', async () => {
  for (const language of Object.keys(titles)) {
    const { html } = await browse(`${page}?lang=${language}`)
    for (const [other, text] of Object.entries(titles))
      assert.equal(html.includes(text), other === language, `${other} in ${language}`)
  }
})

const working = { id: 'tools', type: 'scale', text: 'My tools are right', driver: 'tools_and_workplace' }
const improve = { id: 'improve', type: 'text', text: 'What should be better?' }
const more = { id: 'more', type: 'text', text: 'And what else?' }
const rows = {
  id: 'rows',
  type: 'matrix',
  text: 'How is it?',
  rows: [{ id: 'pc', text: 'My computer', driver: 'tools_and_workplace' }],
}
const calm = { id: 'calm', type: 'scale', text: 'I could work calmly' }

for (const { about, kind, subject, asked, heading } of [
  {
    about: 'an action, by the question about the same',
    kind: 'recommended_action',
    subject: 'tools_and_workplace',
    asked: [calm, working, improve],
    heading: working.text,
  },
  {
    about: 'an action, by the row about the same',
    kind: 'recommended_action',
    subject: 'tools_and_workplace',
    asked: [calm, rows],
    heading: 'How is it? – My computer',
  },
  {
    about: 'an action from comments',
    kind: 'recommended_action',
    subject: 'workload',
    asked: [working, improve],
    heading: improve.text,
  },
  {
    about: 'comments on a driver that a question asks about',
    kind: 'theme',
    subject: 'tools_and_workplace',
    asked: [working, improve],
    heading: improve.text,
  },
  {
    about: 'comments on a rating',
    kind: 'theme',
    subject: 'night-shifts',
    asked: [{ ...calm, allow_comment: true }, working],
    heading: calm.text,
  },
  {
    about: 'comments under two questions',
    kind: 'theme',
    subject: 'night-shifts',
    asked: [improve, more],
    heading: null,
  },
  { about: 'participation', kind: 'participation', subject: null, asked: [working, improve], heading: null },
])
  test(`a reply to ${about} is headed by ${heading ?? 'the survey'}`, async () => {
    const { db } = house.world.running
    await run(
      db.tx,
      sql`update insights set question_id = null, kind = ${kind}, subject = ${subject} where id = ${finding}`,
    )
    await run(
      db.tx,
      sql`update collections set questions = ${json(asked)} where id = (select collection_id from insights where id = ${finding})`,
    )
    const { html } = await browse(`${page}?lang=en`)
    assert.equal(
      /<h2>([^]*?)<\/h2>/
        .exec(html)![1]
        .replace(/<[^>]+>/g, '')
        .trim(),
      `On “${heading ?? titles.en}”`,
    )
    assert.equal(/tools_and_workplace|night-shifts/.test(html), false)
  })
