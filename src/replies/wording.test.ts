/** What is said to people about a survey in several languages calls it as each of them reads it: in mail, and on the page of replies. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newHouse, type House, questions } from '../../test/attack/acting/acting.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { askedTwoTeams, findingsOf, publishedTo, replier } from '../../test/support/replying.ts'
import { startApp } from '../../test/support/start.ts'

const titles = { en: 'After the move', de: 'Nach dem Umzug', ar: 'بعد الانتقال' }

let house: House
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
  for (const [at, language] of (['de', 'ar', 'en'] as const).entries()) {
    const { id, email } = survey.people[0][at]
    await bodyOf(house.program.patch(`/api/members/${id}`, { locale: language }))
    readers.push({ language, email })
  }
  await publishedTo(admin, findings.everyone, 'We read it.')
  house.world.running.clock!.advance(3_600_000)
  await house.settle()
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
  const mails = await messagesIn(house.world.running.outbox)
  const { link } = mails.find((one) => one.to === readers[0].email && one.link.includes('/replies/'))!
  const { pathname } = new URL(link)
  for (const language of Object.keys(titles)) {
    const reply = await fetch(`${house.world.url}${pathname}?lang=${language}`, {
      headers: { accept: 'text/html' },
    })
    const page = await reply.text()
    for (const [other, text] of Object.entries(titles))
      assert.equal(page.includes(text), other === language, `${other} in ${language}`)
  }
})
