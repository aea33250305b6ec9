/** Previews over HTTP: what recipients will see of a pulse or a check-in, before they are asked. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { minutesToAnswer } from '../../contract/answering-time.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { activated, weekly } from '../../test/support/recurring.ts'
import { everyForm } from '../../test/support/every-question.ts'
import { messagesIn } from '../../test/support/outbox.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import type { OutboxMessage } from '../channels/outbox.ts'
import { templates } from '../templates/templates.ts'

let world: World
let author: Client & { userId: string }
let team: string

const created = async (more: object = {}, kind = 'pulses'): Promise<string> => {
  const draft = kind === 'pulses' ? pulseDraft([team]) : weekly([team])
  const reply = await author.post(`/api/${kind}`, { ...draft, ...more })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body.id
}

const preview = async (id: string, query = '', kind = 'pulses', by = author) => {
  const reply = await by.get(`/api/${kind}/${id}/preview${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

/** What was sent to an address that begins so, and says this somewhere. */
const mailTo = (address: string, count: number, said = ''): Promise<OutboxMessage[]> =>
  eventually(
    async () =>
      (await messagesIn(world.running.outbox)).filter(
        (mail) => mail.to.startsWith(address) && JSON.stringify(mail).includes(said),
      ),
    (mails) => mails.length >= count,
  )

/** The items of a page's form, without what differs by visit, or by script: a preview shows the line of a slider that only script can use, and no hint at it. */
const questionsIn = (html: string): string[] =>
  html
    .split('<div class="actions">')[0]
    .split(/(?=<(?:fieldset|div)\s+class="(?:question|statement)")/)
    .slice(1)
    .map((part) =>
      part
        .replaceAll(/\s+/g, ' ')
        .replace('class="unset"', 'hidden')
        .replace(/<p class="line-hint" aria-hidden="true" hidden>.*?<\/p> /, '')
        .trim(),
    )

suite('previews', () => {
  before(async () => {
    world = await newWorld()
    author = await world.user()
    team = (await world.team('Platform', 8)).id
  })

  test('a draft is shown as its recipients then get it, question by question, under the same promise', async () => {
    const questions = [...everyForm]
    const id = await created({
      title: 'After the <rota> change',
      description: 'Four minutes',
      questions,
      channels: ['link'],
      confidentiality: { mode: 'attributed' },
    })
    const { html, confidentiality, minutes } = await preview(id)
    assert.equal(minutes, minutesToAnswer(questions))
    assert.ok(html.includes('After the &lt;rota&gt; change') && html.includes('Four minutes'))
    assert.equal((await author.post(`/api/pulses/${id}/open`)).status, 200)
    const [{ url }] = await links(author, `/api/pulses/${id}`)
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    assert.equal(questionsIn(html).length, questions.length)
    assert.deepEqual(questionsIn(html), questionsIn(page))
    for (const { text } of confidentiality.summary)
      assert.ok(page.includes(text) && html.includes(text), text)
    // Once open it shows what was promised, with its hash.
    const opened = await preview(id)
    assert.deepEqual([confidentiality.hash, opened.confidentiality.frozen], [null, true])
    assert.ok(opened.html.includes(opened.confidentiality.hash))
  })

  test('nothing in it can be sent, followed or run', async () => {
    const rest = { question_id: 'yes', any_of: [true] }
    const last: FormQuestion = { id: 'last', type: 'statement', text: 'That is all.', show_if: rest }
    const { html } = await preview(await created({ questions: [...everyForm, last] }))
    assert.match(html, /<p class="only-if">Only if you answered Yes to [^<]+<\/p>\s+<p>That is all\./)
    assert.doesNotMatch(html, /<script|<a[ >]|action=|href="(?!\/assets\/)|src=|\son\w+=|data-save|_attempt/)
    assert.match(html, /<button type="submit" disabled>/)
  })

  test('it speaks the language that is asked for, from right to left too, and the author’s own in another', async () => {
    const id = await created()
    const german = await preview(id, '?language=de-AT')
    const english = await preview(id)
    assert.deepEqual([german.language, english.language], ['de', 'en'])
    assert.notEqual(german.confidentiality.headline, english.confidentiality.headline)
    assert.ok(german.html.includes(german.confidentiality.headline))
    assert.match(german.html, /<html\s+lang="de"\s+dir="ltr"\s*>/)
    assert.match(german.html, /<span lang="en" dir="auto">/)
    assert.match((await preview(id, '?language=ar')).html, /lang="ar"\s+dir="rtl"/)
    const unknown = await preview(id, '?language=tlh&theme=dark')
    assert.equal(unknown.language, 'en')
    assert.ok(unknown.languages.includes('hi'))
    assert.match(unknown.html, /data-theme="dark"/)
    assert.equal((await author.get(`/api/pulses/${id}/preview?theme=pink`)).status, 400)
  })

  test('of a check-in it is the page of the next occurrence, with its end', async () => {
    const id = await created({ title: 'How was the week?' }, 'check-ins')
    const shown = await preview(id, '', 'check-ins')
    assert.ok(shown.html.includes('How was the week?'))
    const { body: schedule } = await author.get(`/api/check-ins/${id}/schedule?count=1`)
    assert.equal(shown.closes_at, schedule.openings[0].closes_at)
    assert.equal(shown.confidentiality.mode, 'confidential')
    const over = await created(
      { recurrence: { rrule: 'FREQ=DAILY;COUNT=1', starts_on: '2020-01-06' } },
      'check-ins',
    )
    assert.equal((await preview(over, '', 'check-ins')).closes_at, null)
    const { id: active } = await activated(author, weekly([team]))
    assert.equal((await preview(active, '', 'check-ins')).confidentiality.frozen, false)
    // In the zone of its schedule, and not in that of the organisation.
    assert.match(shown.html, /\b(CES?T|GMT\+[12])\b/)
  })

  test('a private survey is previewed by its author alone, and by nobody of another organisation', async () => {
    const colleague = await world.user({ role: 'admin' })
    const stranger = await (await newWorld()).user()
    for (const kind of ['pulses', 'check-ins']) {
      const hidden = await created({ visibility: 'private' }, kind)
      await preview(hidden, '', kind)
      const open = await created({}, kind)
      await preview(open, '', kind, colleague)
      const refused = [
        await colleague.get(`/api/${kind}/${hidden}/preview`),
        await stranger.get(`/api/${kind}/${open}/preview`),
      ]
      assert.deepEqual(
        refused.map(({ status, body }) => [status, body.code]),
        [
          [404, 'not_found'],
          [404, 'not_found'],
        ],
      )
    }
  })

  test('a test is the invitation, to whoever asks for it, and opens nothing', async () => {
    const description = 'Four minutes'
    // A title of its own: all files of a process write to one outbox.
    const title = 'Before the <rota> change'
    const id = await created({ title, description, channels: ['email'] })
    assert.equal((await author.post(`/api/pulses/${id}/send-test`, { language: 'de' })).status, 204)
    assert.equal((await author.post(`/api/pulses/${id}/send-test`)).status, 204)
    const drafted = (await preview(id)).confidentiality
    const own = `${author.userId}@test.example`
    const tests = await mailTo(own, 2)
    const english = tests.find(({ subject }) => subject.startsWith('Test: Before'))!
    const german = tests.find((one) => one !== english)!
    assert.match(german.text, /Das ist ein Test, den nur Sie erhalten/)
    assert.ok(english.link.endsWith(`/app/pulses/${id}/edit`), english.link)
    assert.equal((await author.get(`/api/pulses/${id}`)).body.state, 'draft')

    await author.post(`/api/pulses/${id}/open`)
    const [real] = await mailTo('platform-1', 1, title)
    assert.equal(english.subject, `Test: ${real.subject}`)
    const [head, , told, headline, rows] = english.text.split('\n\n')
    const [headThen, , toldThen, headlineThen, , rowsThen] = real.text.split('\n\n')
    // A draft has no end yet.
    assert.deepEqual([toldThen, headThen.slice(0, head.length)], [told, head])
    assert.match(headThen.slice(head.length), /^ · until \w+ \d+ \w+, \d+:\d+ UTC$/)
    // Who was added recently is known when it opens. Both say what the page says at that time.
    const opened = (await preview(id)).confidentiality
    assert.deepEqual([headline, headlineThen], [drafted.headline, opened.headline])
    assert.ok(rows.startsWith('Your name: ') && rows.endsWith(rowsThen), `${rows} ${rowsThen}`)
    assert.ok(rowsThen.startsWith('Results: '), rowsThen)
  })

  test('page, invitation, reminder and test say the same length, also of a survey that opened before it was stored', async () => {
    const title = 'How long it takes'
    const ifYes = { question_id: 'yes', any_of: [true] }
    const questions: FormQuestion[] = [
      { id: 'intro', type: 'statement', text: 'Before you begin.' },
      { id: 'yes', type: 'yes_no', text: 'Was it hard?' },
      { id: 'why', type: 'text', text: 'Why?', show_if: ifYes },
      { id: 'more', type: 'text', text: 'What else?', required: true },
      { id: 'last', type: 'text', text: 'What next?', required: true },
    ]
    const id = await created({ title, questions, channels: ['email', 'link'] })
    await author.post(`/api/pulses/${id}/send-test`)
    assert.equal((await author.post(`/api/pulses/${id}/open`)).status, 200)
    const [{ url }] = await links(author, `/api/pulses/${id}`)
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const short = '3 questions · 3 min'
    assert.ok(page.includes(short) && (await preview(id)).html.includes(short))
    const { question_count: count, conditional_count: more } = await preview(id)
    assert.deepEqual([count, more], [3, 1])
    // Before script counts what is asked, the number beside a question says the same.
    const numbers = [...page.matchAll(/class="number"[^>]*>\s*<span>([^<]*)</g)].map(([, text]) => text)
    assert.deepEqual(numbers, ['Question 1 of 3', '', 'Question 2 of 3', 'Question 3 of 3'])
    for (const address of ['platform-1', `${author.userId}@test.example`])
      for (const { text } of await mailTo(address, 1, title)) assert.ok(text.includes(short), text)
    await world.running.db.pool.query(
      'update collections set question_count = null, minutes = null where organisation_id = $1 and owner_id = $2',
      [world.organisationId, id],
    )
    assert.equal((await author.post(`/api/pulses/${id}/remind`)).status, 200)
    const [reminder] = await mailTo('platform-1', 1, '[Reminder]')
    assert.ok(reminder.text.includes(title) && reminder.text.includes(short), reminder.text)
  })

  test('of a check-in it is a test too, and of a private one for its author alone', async () => {
    const colleague = await world.user({ role: 'admin' })
    const hidden = await created({ visibility: 'private' }, 'check-ins')
    const refused = await colleague.post(`/api/check-ins/${hidden}/send-test`)
    assert.deepEqual([refused.status, refused.body.code], [404, 'not_found'])
    assert.equal((await author.post(`/api/check-ins/${hidden}/send-test`)).status, 204)
    const [mail] = await mailTo(`${author.userId}@test.example`, 1, '/check-ins/')
    assert.ok(mail.link.endsWith(`/app/check-ins/${hidden}/edit`))
  })

  test('the minutes of each template are those that its questions take', () => {
    assert.deepEqual(
      templates.filter(({ questions, minutes }) => Math.abs(minutesToAnswer(questions) - minutes) > 1),
      [],
    )
  })

  test('channels by which nobody is reached are named', async () => {
    const id = await created()
    const others = ['microsoft_teams', 'teams', 'chat', 'sms']
    assert.deepEqual((await preview(id)).channels_not_set_up, ['slack', ...others], 'the outbox keeps e-mail')
    assert.deepEqual(
      (await preview(id)).channels_for_operator,
      ['slack', ...others],
      'no app of theirs to connect',
    )
  })
})
