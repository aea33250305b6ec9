/** What reminders say of the end: until when, that it is today or tomorrow, and that no other one comes before it, where that is so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { emailBodyOf } from '../channels/email-page.ts'
import { messageCard } from '../channels/adaptive-card.ts'
import { cardText } from '../channels/card-text.ts'
import { footOf, plainText, requestOf } from '../channels/message.ts'
import { header, partsOf, startMail } from '../../test/support/mail.ts'
import { ordinaryInvitation } from '../../test/support/ordinary-invitation.ts'
import { mailAt, peopled } from '../../test/support/peopled.ts'
import { startApp } from '../../test/support/start.ts'
import { contentOf, type ReminderCall } from './invitation.ts'
import { daysUntil } from './sending-time.ts'

const hourMs = 3_600_000
const last = 'This is the last reminder before then.'

/** A survey that closes at a time, and what a reminder of it says that is sent by a call after some hours. */
async function surveyUntil(closesAt: string, mode: string) {
  const mail = await startMail()
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const people = Array.from({ length: 6 }, (_, place) => mailAt(`p${place}`, { time_zone: 'Europe/Berlin' }))
  const { author, api, ids, open, clock } = await peopled(running, people)
  const path = await open({ closes_at: closesAt, confidentiality: { mode } })
  await running.app.due.settle()
  const remindAfter = async (hours: number): Promise<{ subject: string; text: string }> => {
    clock.advance(hours * hourMs)
    mail.taken.length = 0
    assert.equal((await author.post(`${path}/remind`)).status, 200)
    await running.app.due.settle()
    assert.equal(mail.taken.length, people.length)
    const [{ raw }] = mail.taken
    const [plain, html] = partsOf(raw).map(({ text }) => text.replaceAll(/\s+|&nbsp;/g, ' '))
    assert.equal(html.includes(last), plain.includes(last))
    return { subject: header(raw, 'Subject')!, text: plain }
  }
  return { running, author, api, ids, path, clock, mail, remindAfter }
}

test('a reminder on the last day says so, with the time, and is the last where none may follow before the end', async () => {
  const { running, author, path, clock, remindAfter } = await surveyUntil(
    '2026-12-04T16:00:00Z',
    'confidential',
  )
  const early = await remindAfter(1)
  assert.match(early.subject, /^Reminder: After the outage/)
  assert.match(early.text, /^\[Reminder\] Open until Friday 4 December at 17:00 CET\. /)
  assert.ok(!early.text.includes(last))
  const tomorrow = await remindAfter(54)
  assert.match(tomorrow.subject, /^Closes tomorrow at 17:00 CET: After the outage/)
  assert.match(tomorrow.text, /^\[Reminder\] Closes tomorrow, Friday 4 December at 17:00 CET\. /)
  // The author may send a third one, after 20 hours.
  assert.ok(!tomorrow.text.includes(last))
  const today = await remindAfter(21)
  assert.match(today.subject, /^Closes today at 17:00 CET: After the outage/)
  assert.match(
    today.text,
    /^\[Reminder\] Closes today, Friday 4 December at 17:00 CET\. This is the last reminder before then\. /,
  )
  for (const hours of [1, 2]) {
    clock.advance(hours * hourMs)
    assert.equal((await author.post(`${path}/remind`)).body.code, 'reminded_recently')
  }
  await running.stop()
})

test('a first reminder is the last one where the time between two is longer than is left', async () => {
  const { running, remindAfter } = await surveyUntil('2026-12-03T16:00:00Z', 'anonymous')
  const today = await remindAfter(49)
  assert.match(today.subject, /^Closes today at 17:00 CET: /)
  assert.ok(today.text.includes(last))
  await running.stop()
})

test('where names are seen, an author may remind again within the hour, so no reminder on that day is called the last', async () => {
  const { running, remindAfter } = await surveyUntil('2026-12-03T16:00:00Z', 'attributed')
  const today = await remindAfter(49)
  assert.match(today.subject, /^Closes today at 17:00 CET: /)
  assert.ok(!today.text.includes(last))
  assert.ok(!(await remindAfter(1)).text.includes(last))
  assert.ok((await remindAfter(5.9)).text.includes(last))
  await running.stop()
})

test('the last of as many reminders as there may be says so days before the end', async () => {
  const { running, author, path, clock, remindAfter } = await surveyUntil('2026-12-10T16:00:00Z', 'anonymous')
  await remindAfter(1)
  assert.match((await remindAfter(24)).subject, /^Reminder: /)
  const third = await remindAfter(24)
  assert.match(third.subject, /^Last reminder, open until 10 Dec, 17:00 CET: After the outage/)
  assert.ok(third.text.includes(last))
  clock.advance(48 * hourMs)
  assert.equal((await author.post(`${path}/remind`)).body.code, 'reminded_recently')
  await running.stop()
})

test('whoever gets two reminders at once, after an absence, reads in none but the second that it is the last', async () => {
  const { running, author, api, ids, path, clock, mail } = await surveyUntil(
    '2026-12-04T16:00:00Z',
    'anonymous',
  )
  const absence = { from: '2026-12-02', to: '2026-12-03' }
  assert.equal((await api.post(`/api/members/${ids[0]}/absences`, absence)).status, 201)
  for (const hours of [25, 35]) {
    clock.advance(hours * hourMs)
    assert.equal((await author.post(`${path}/remind`)).status, 200)
    await running.app.due.settle()
  }
  mail.taken.length = 0
  clock.advance(12 * hourMs)
  await running.app.due.settle()
  const texts = mail.taken.map(({ to, raw }) => [to, partsOf(raw)[0].text.includes(last)])
  assert.deepEqual(
    texts.map(([to]) => to),
    ['p0@acme.test', 'p0@acme.test'],
  )
  assert.equal(texts[0][1], false)
  await running.stop()
})

test('today and tomorrow are days of the reader’s zone', () => {
  const end = new Date('2026-12-04T00:30:00Z')
  const now = new Date('2026-12-03T22:00:00Z')
  assert.equal(daysUntil(end, now, 'UTC'), 1)
  assert.equal(daysUntil(end, now, 'Europe/Berlin'), 1)
  assert.equal(daysUntil(end, now, 'America/New_York'), 0)
  assert.equal(daysUntil(end, new Date('2026-12-03T23:30:00Z'), 'Europe/Berlin'), 0)
})

const calls: readonly ReminderCall[] = (['today', 'tomorrow', 'later'] as const).flatMap((closes) =>
  [true, false].map((isLast) => ({ closes, isLast })),
)

for (const language of languages)
  test(`in e-mails and chats a reminder begins with until when, once, and what is the last says so: ${language}`, () => {
    const subjects = calls.map((call) => {
      const content = contentOf({ ...ordinaryInvitation({ language }), round: 1, call })
      const { until, subject } = content
      assert.ok(until)
      assert.equal(until.includes(textsOf('messages', language)('last')), call.isLast)
      assert.ok(requestOf(content).startsWith(until))
      assert.ok(!footOf(content).includes(until))
      for (const text of [plainText(content), emailBodyOf(content).text])
        assert.equal(text.split(until).length, 2, text)
      const card = JSON.stringify(messageCard(content, null))
      const spoken = JSON.stringify(cardText(requestOf(content))).slice(1, -1)
      assert.ok(card.includes(spoken))
      assert.ok(subject.includes(content.title))
      return subject
    })
    // On the last two days the subject says when, and the message whether another may come.
    assert.equal(new Set(subjects).size, 4)
    const plain = contentOf({ ...ordinaryInvitation({ language }), round: 0 })
    assert.ok(footOf(plain).startsWith(plain.until!))
  })
