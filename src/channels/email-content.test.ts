/** What an e-mail says, in which order, as text and as HTML. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { header, partsOf, startMail } from '../../test/support/mail.ts'
import { openMailed } from '../../test/support/mailed.ts'
import { startApp } from '../../test/support/start.ts'

test('a message names the sender, the survey, who sees the answers and the deadline, with one link in text and in HTML', async () => {
  const mail = await startMail(() => undefined)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const pulse = await openMailed(running, 'Mailed', 2, {
    closes_at: '2026-12-03T17:00:00Z',
    description: 'Four hours without orders.',
  })
  await running.app.due.settle()
  assert.equal(mail.taken.length, 2)
  const { body: promise } = await pulse.author.get(`${pulse.path}/confidentiality`)
  // With the whole promise on the page: how long answers are kept.
  const rows: { about: string; text: string }[] = promise.summary
  const promised = [promise.headline, ...rows.filter(({ about }) => about !== 'kept').map((row) => row.text)]
  const urls = new Set(pulse.links.map((one) => one.url))
  for (const { raw } of mail.taken) {
    assert.match(header(raw, 'Subject')!, /^Größe – what now\? – Test \d+$/)
    assert.match(header(raw, 'Message-ID')!, /^<[0-9a-f]{32}@sonde>$/)
    assert.match(header(raw, 'Content-Type')!, /^multipart\/alternative/)
    assert.equal(header(raw, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    assert.equal(header(raw, 'Auto-Submitted'), 'auto-generated')
    assert.equal(header(raw, 'Content-Language'), 'en')
    assert.equal(header(raw, 'In-Reply-To'), undefined)
    const parts = partsOf(raw)
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['text/plain', 'text/html'],
    )
    for (const { text } of parts) {
      const found = [...new Set(text.match(/https?:\/\/[^\s"<]+/g)!)]
      assert.ok(urls.has(found[0]))
      assert.deepEqual(
        found,
        [found[0], `${found[0]}/unsubscribe`],
        'the survey link and the link to unsubscribe, and no other',
      )
      assert.equal(header(raw, 'List-Unsubscribe'), `<${found[1]}>`)
      const sentences = ['Größe – what now?', 'question', 'Thu 3 Dec', 'UTC', 'included you in']
      // A day and its month stay on one line.
      const plain = text.replaceAll('\u00a0', ' ')
      for (const sentence of [...promised, ...sentences]) assert.ok(plain.includes(sentence), sentence)
      assert.ok(!/<img|<script|track/i.test(text), 'no tracking')
    }
    const { text: page } = parts[1]
    assert.match(
      page,
      /<meta name="viewport"[^]*prefers-color-scheme: dark[^]*display:none[^>]*>\d+ questions? from Test/,
    )
    assert.equal(page.match(/<a\s+class="button"/g)?.length, 1, 'one button')
    // How long it takes and until when, why it is asked, who sees the answers, what is asked first, and the button: in this order in both parts.
    for (const { text } of parts) {
      const places = [
        ' min',
        'until ',
        'Four hours without orders.',
        ...promised.slice(0, 1),
        ...promised.slice(-1),
        'The first question',
        'I could work calmly',
        'Answer with my name',
        'This link is personal',
      ].map((what) => text.replaceAll('\u00a0', ' ').lastIndexOf(what))
      assert.ok(!places.includes(-1), text)
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      )
    }
    assert.match(page, /Button not working\?[^<]*<div[^>]*>\s*http/)
    assert.ok(!/Reminder/.test(raw), 'it is the first message')
    // Outlook for Windows knows no padding and no background but those of cells.
    for (const cell of ['button', 'strip', 'bar'])
      assert.match(
        page,
        new RegExp(`<td[^>]*class="${cell}[ "][^>]*bgcolor="#[0-9a-f]{6}"[^>]*style="[^"]*(padding|height)`),
        cell,
      )
  }
  await running.stop()
})

test('a long description comes after the button, in both parts, and a text that asks nothing is not a first question', async () => {
  const mail = await startMail(() => undefined)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const description = `${'It was a long week. '.repeat(20)}So we ask.`
  const questions = [
    { id: 'intro', type: 'statement', text: 'Think of Thursday.' },
    { id: 'calm', type: 'scale', text: 'I could work calmly' },
  ]
  await openMailed(running, 'Long', 1, { description, questions })
  await running.app.due.settle()
  for (const { text } of partsOf(mail.taken[0].raw)) {
    assert.ok(text.lastIndexOf('So we ask.') > text.lastIndexOf('Answer with my name'))
    assert.match(text, /The first question:?\s[^]*I could work calmly/)
    assert.ok(!text.includes('Think of Thursday'))
  }
  await running.stop()
})

test('an attributed message names who will see the answer', async () => {
  const mail = await startMail(() => undefined)
  const running = await startApp({ at: '2026-12-01T08:00:00Z', env: mail.env })
  const pulse = await openMailed(running, 'Attributed', 1, { confidentiality: { mode: 'attributed' } })
  await running.app.due.settle()
  const { body: promise } = await pulse.author.get(`${pulse.path}/confidentiality`)
  assert.match(promise.sentence, /^User .* will see your answer/)
  for (const { text } of partsOf(mail.taken[0].raw))
    for (const said of [promise.headline, 'Answers with your name']) assert.ok(text.includes(said), said)
  assert.match(partsOf(mail.taken[0].raw)[1].text, /Answer with my name\s*<\/a/)
  await openMailed(running, 'Anonymous', 5, { confidentiality: { mode: 'anonymous' } })
  await running.app.due.settle()
  assert.equal(mail.taken.length, 6)
  for (const { raw } of mail.taken.slice(1))
    for (const { text } of partsOf(raw))
      assert.ok(!/with (?:your|my) name/i.test(text.replace(/stored\s+without your name/, '')))
  await running.stop()
})
