/** The link and the receipt, as a page and as JSON. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  browse as browseAt,
  formOf,
  submit as submitTo,
  submitAndFollow,
  unescaped,
} from '../../test/support/browse.ts'
import { type Client, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'

let world: World
let author: Client

before(async () => {
  world = await newWorld()
  author = await world.user()
})

type Asked = { id: string; path: string; links: string[] }

async function ask(count: number, more: Record<string, unknown> = {}): Promise<Asked> {
  const team = await world.team('People', Math.max(5, count), { email: false })
  const { body, status } = await author.post('/api/pulses', pulseDraft([team.id], more))
  assert.equal(status, 201, JSON.stringify(body))
  const path = `/api/pulses/${body.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  return {
    id: body.id,
    path,
    links: (await links(author, path)).slice(0, count).map(({ url }) => new URL(url).pathname),
  }
}

const browse = (path: string, init?: RequestInit) => browseAt(world.url + path, init)
const submit = (path: string, fields: [string, string][] | Record<string, string>) =>
  submitTo(world.url + path, fields)
const follow = (path: string, fields: Record<string, string>) => submitAndFollow(world.url + path, fields)

const responses = async ({ id }: Asked): Promise<number> => {
  const { rows } = await world.running.db.pool.query<{ count: number }>(
    `select count(*) as count
     from responses r
     join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
     where c.owner_id = $1
       and not r.repeats`,
    [id],
  )
  return rows[0].count
}

const options = ['one', 'two', 'three'].map((id) => ({ id, text: id.toUpperCase() }))

const everyType = [
  { id: 'scale', type: 'scale', text: 'Scale', labels: ['low', 'high'] },
  { id: 'enps', type: 'enps', text: 'eNPS' },
  { id: 'mood', type: 'mood', text: 'Mood' },
  { id: 'yes', type: 'yes_no', text: 'Yes?' },
  { id: 'single', type: 'single_choice', text: 'One of them', options, other: true },
  { id: 'multi', type: 'multi_choice', text: 'Some of them', options },
  { id: 'ranking', type: 'ranking', text: 'In order', options },
  { id: 'number', type: 'number', text: 'How many?' },
  { id: 'date', type: 'date', text: 'When?' },
  { id: 'text', type: 'text', text: 'Why?', help: 'As you like.' },
]

/** Each way to read once by either method. */
const rounds = 8

test('reading changes nothing, however often and with whatever headers a robot reads', async () => {
  const pulse = await ask(5)
  await Promise.all(
    pulse.links.flatMap((link, index) =>
      Array.from({ length: rounds }, async (_, round) => {
        const reply = await fetch(world.url + link, {
          method: round % 4 === 0 ? 'HEAD' : 'GET',
          headers: { accept: (round + index) % 2 === 0 ? 'text/html' : '*/*', 'user-agent': 'Scanner' },
        })
        assert.equal(reply.status, 200)
        const text = await reply.text()
        if (round % 4 === 0) assert.equal(text, '')
      }),
    ),
  )
  assert.equal(await responses(pulse), 0)
  for (const link of pulse.links) {
    assert.equal((await world.anyone.get(link)).body.state, 'open')
    const { status, body } = await world.anyone.post(link, { answers: [{ question_id: 'calm', value: 4 }] })
    assert.equal(status, 201)
    const receipt = `/receipts/${body.receipt}`
    const own = (await world.anyone.get(receipt)).body
    for (let round = 0; round < rounds; round++)
      assert.equal((await browse(receipt, { method: round % 4 === 0 ? 'HEAD' : 'GET' })).status, 200)
    assert.deepEqual((await world.anyone.get(receipt)).body, own)
  }
})

test('the page has every question in one form and takes the answer without script', async () => {
  const pulse = await ask(1, { questions: everyType, confidentiality: { mode: 'confidential' } })
  const page = await browse(pulse.links[0])
  assert.equal(page.status, 200)
  assert.ok(
    !/<script(?! type="module" src="\/assets\/respond.js"><)|<style|javascript:|\son\w+=|\sstyle=/i.test(
      page.html,
    ),
    'no script and no style of its own',
  )
  const { headline, summary, details } = (await world.anyone.get(pulse.links[0])).body.confidentiality
  // A warning has no label: it is in its headline.
  const rows = summary.flatMap((row: any) => (row.about === 'new' ? [row.text] : [row.label, row.text]))
  // Days are marked, so that no line divides them.
  const written = unescaped(page.html).replaceAll(/<span class="whole-day">(.*?)<\/span>/g, '$1')
  for (const words of [headline, ...rows, ...details]) assert.ok(written.includes(words), words)
  assert.ok(page.html.indexOf('class="promise"') < page.html.indexOf('<form'))
  const form = formOf(page.html)
  assert.deepEqual(
    new Set([
      ...everyType.map((question) => question.id).filter((id) => id !== 'ranking'),
      ...options.map(({ id }) => `ranking.rank.${id}`),
      '_attempt',
      'single.text',
      'text.unquoted',
    ]),
    form.names,
  )
  for (const { tag, type } of form.fields) assert.ok(type === 'hidden' || /aria-label|id="|<input/.test(tag))

  const answered = await submit(form.action, [
    ...form.sent.filter(([name]) => name === '_attempt'),
    ['scale', '4'],
    ['enps', '10'],
    ['mood', '5'],
    ['yes', 'false'],
    ['single.text', 'Something else'],
    ['multi', 'one'],
    ['multi', 'three'],
    ['ranking.rank.one', '2'],
    ['ranking.rank.two', '3'],
    ['ranking.rank.three', '1'],
    ['number', '2.5'],
    ['date', '2026-12-24'],
    ['text', 'Because\r\nof this.'],
  ])
  assert.equal(answered.status, 303, answered.html)
  assert.match(answered.location!, /^\/receipts\/[0-9a-z]{26}\.[0-9a-f]{64}\?thanks&lang=en$/)
  const thanks = await browse(answered.location!)
  assert.ok(thanks.html.includes('<h1>Thank you</h1>'))
  const receipt = answered.location!.split('?')[0]
  const { body: own } = await world.anyone.get(receipt)
  assert.deepEqual(own.answers, [
    { question_id: 'scale', value: 4 },
    { question_id: 'enps', value: 10 },
    { question_id: 'mood', value: 5 },
    { question_id: 'yes', value: false },
    { question_id: 'single', text: 'Something else' },
    { question_id: 'multi', value: ['one', 'three'] },
    { question_id: 'ranking', value: ['three', 'one', 'two'] },
    { question_id: 'number', value: 2.5 },
    { question_id: 'date', value: '2026-12-24' },
    { question_id: 'text', text: 'Because\nof this.' },
  ])

  // The page of one's own answer sends back what it shows: saving it untouched changes nothing.
  const shown = formOf((await browse(receipt)).html)
  const saved = await submit(shown.action, shown.sent)
  assert.deepEqual([saved.status, saved.location], [303, `${receipt}?saved`])
  assert.deepEqual((await world.anyone.get(receipt)).body.answers, own.answers)
  assert.ok((await browse(`${receipt}?saved`)).html.includes('Your changes have been saved.'))

  const withdrawn = await follow(`${receipt}/withdraw`, {})
  assert.equal(withdrawn.status, 200)
  assert.ok(withdrawn.html.includes('Your answers have been withdrawn'))
  assert.deepEqual((await world.anyone.get(receipt)).body.state, 'withdrawn')
})

test('an answer that does not fit brings the page back with its input and the faults', async () => {
  const questions = [
    { id: 'note', type: 'text', text: 'A note' },
    { id: 'calm', type: 'scale', text: 'Calm?', required: true },
    { id: 'when', type: 'date', text: 'When?' },
    { id: 'why', type: 'text', text: 'Why?', max_length: 30 },
  ]
  const pulse = await ask(1, { questions })
  const [link] = pulse.links
  const { sent, action } = formOf((await browse(link)).html)
  const attempt = sent.find(([name]) => name === '_attempt')![1]
  const again = await follow(action, {
    _attempt: attempt,
    note: '',
    when: 'tomorrow',
    why: 'typed <b>with</b> care',
  })
  assert.equal(again.status, 200)
  const form = formOf(again.html)
  const typed = Object.fromEntries(form.sent)
  assert.deepEqual(
    [typed._attempt, typed.when, typed.why],
    [attempt, 'tomorrow', 'typed <b>with</b> care'],
    'nothing is lost',
  )
  const faulty = [...again.html.matchAll(/<p class="fault" id="(\w+)-fault"/g)].map(([, id]) => id)
  assert.deepEqual(faulty, ['calm', 'when'], 'each fault is at its own question')
  assert.equal(await responses(pulse), 0)
  const fine = await submit(form.action, { ...typed, calm: '3', when: '' })
  assert.equal(fine.status, 303)

  const receipt = fine.location!.split('?')[0]
  const edited = await follow(`${receipt}/edit`, { calm: '9', why: 'changed' })
  assert.match(edited.html, /Your changes haven’t been saved yet/)
  assert.equal(Object.fromEntries(formOf(edited.html).sent).why, 'changed')
  assert.equal((await world.anyone.get(receipt)).body.answers[0].value, 3)

  for (const body of ['why=%00', `x=${'1&x='.repeat(6000)}`])
    assert.equal((await submit(action, body as never)).status, 400)
})

test('a form that is sent twice gives one answer and one receipt', async () => {
  const pulse = await ask(2, { confidentiality: { mode: 'confidential' } })
  for (const link of pulse.links) {
    const { action, sent } = formOf((await browse(link)).html)
    const fields: [string, string][] = [...sent.filter(([name]) => name === '_attempt'), ['calm', '2']]
    const replies = await Promise.all(Array.from({ length: 5 }, () => submit(action, fields)))
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([303]))
    assert.equal(new Set(replies.map((reply) => reply.location)).size, 1)
    const stranger = await submit(action, { calm: '5' })
    assert.deepEqual([stranger.status, stranger.location], [303, `${link}?unsent`])
    const { html } = await browse(link)
    assert.ok(html.includes('This invitation has already been used'))
    assert.ok(!html.includes(replies[0].location!.slice(10, 74)))
  }
  assert.equal(await responses(pulse), 2)
})

test('each state of a link has its page and its status', async () => {
  // A question of its own: nobody else was asked it before.
  const questions = [{ id: 'calm', type: 'scale', text: 'How calm was the link?' }]
  const pulse = await ask(3, { confidentiality: { mode: 'confidential' }, questions })
  const [answered, unanswered] = pulse.links
  const { body } = await world.anyone.post(answered, { answers: [{ question_id: 'calm', value: 3 }] })
  const receipt = `/receipts/${body.receipt}`
  const unknown = `/r/${'0'.repeat(26)}.${'0'.repeat(40)}`
  const notFound = 'This link doesn’t work'
  const expect = async (path: string, status: number, heading: string, json: [number, string]) => {
    const page = await browse(path)
    assert.deepEqual([page.status, /<h1>([^<]+)<\/h1>/.exec(page.html)![1]], [status, heading], path)
    const reply = await world.anyone.get(path)
    assert.deepEqual([reply.status, reply.body.state ?? reply.body.code], json, path)
  }
  await expect(unanswered, 200, 'After the outage', [200, 'open'])
  await expect(answered, 200, 'This invitation has already been used', [200, 'answered'])
  await expect(receipt, 200, 'Your answers', [200, 'submitted'])
  for (const path of [unknown, '/r/x', `/receipts/${'0'.repeat(26)}.${'0'.repeat(64)}`, '/receipts/x'])
    await expect(path, 404, notFound, [404, 'not_found'])
  assert.equal((await submit(`${unknown}/answer`, {})).status, 404)
  assert.equal((await world.anyone.post(unknown, { answers: [] })).status, 404)

  assert.equal((await author.post(`${pulse.path}/close`)).status, 200)
  await expect(unanswered, 200, 'This survey has closed', [200, 'closed'])
  await expect(receipt, 200, 'Your answers were received', [409, 'collection_closed'])
  const late = await submit(`${unanswered}/answer`, { calm: '3' })
  assert.deepEqual([late.status, late.location], [303, `${unanswered}?unsent`])
  assert.equal((await world.anyone.post(unanswered, { answers: [] })).body.code, 'collection_closed')
  for (const part of ['edit', 'withdraw'])
    assert.equal((await submit(`${receipt}/${part}`, { calm: '1' })).location, `${receipt}?unsent`)
})

test('no page can be framed, cached, sniffed, scripted from elsewhere, or leak its address as a referrer', async () => {
  const pulse = await ask(2, { title: 'data-invalid' })
  const { body } = await world.anyone.post(pulse.links[0], { answers: [] })
  const pages = [
    await browse(pulse.links[0]),
    await browse(pulse.links[1]),
    await browse(`/receipts/${body.receipt}`),
    await browse(`/r/${'0'.repeat(26)}.${'0'.repeat(40)}`),
    await follow(`${pulse.links[1]}/answer`, { calm: '9' }),
    await browse(pulse.links[1], { method: 'HEAD' }),
  ]
  assert.deepEqual(
    pages.map((page) => page.status),
    [200, 200, 200, 404, 200, 200],
  )
  for (const { headers } of pages) {
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /form-action 'self'/)
    assert.ok(!/unsafe|\*|data:/.test(policy), policy)
    assert.deepEqual(
      ['x-frame-options', 'cache-control', 'referrer-policy', 'x-content-type-options', 'set-cookie'].map(
        (name) => headers.get(name),
      ),
      ['DENY', 'no-store', 'no-referrer', 'nosniff', null],
    )
  }
  // What is personal is not kept as JSON either.
  for (const path of [pulse.links[0], `/receipts/${body.receipt}`])
    assert.equal((await world.anyone.get(path)).headers.get('cache-control'), 'no-store', path)
})

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</textarea><svg onload=alert(1)>',
  '</title><iframe srcdoc=x>',
  '&lt;script&gt;<a href="javascript:alert(1)">',
  '${alert(1)}{{7*7}}<!--',
]

test('texts of authors and respondents are escaped on every page', async () => {
  for (const payload of payloads) {
    const questions = everyType.map((question) => ({
      ...question,
      text: payload,
      help: payload,
      ...(question.type === 'scale' && { labels: [payload, payload] }),
      ...(question.options && { options: options.map(({ id }) => ({ id, text: payload })) }),
    }))
    const pulse = await ask(1, { title: payload, description: payload, questions })
    const [link] = pulse.links
    const filled = {
      text: payload,
      'single.text': payload,
      date: payload,
      number: payload,
      _attempt: payload,
    }
    const pages = [await browse(link), await follow(`${link}/answer`, filled)]
    assert.deepEqual(
      pages.map((page) => page.status),
      [200, 200],
    )
    assert.equal(Object.fromEntries(formOf(pages[1].html).sent).text, payload, 'and come back as they were')
    const { receipt } = (await world.anyone.post(link, { answers: [{ question_id: 'text', text: payload }] }))
      .body
    pages.push(await browse(`/receipts/${receipt}`))
    for (const { html } of pages) {
      const tags = [...html.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name.toLowerCase())
      const count = (tag: string): number => tags.filter((one) => one === tag).length
      for (const tag of ['img', 'iframe']) assert.equal(count(tag), 0, `${tag}: ${payload}`)
      // Our own: one script, five faces, three warnings of which two are of lines in short, or a QR code, a tick, a clock and two, links to languages, to faults, to the end of messages.
      assert.equal(count('script'), 1, payload)
      assert.equal(count('svg'), html.includes('class="about') ? 8 : 10, payload)
      for (const [, href] of html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) assert.match(href, /^[/#]/)
      for (const [tag] of html.matchAll(/<[a-z][^>]*>/gi))
        assert.ok(!/\son\w+\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""')), `a handler in ${tag}`)
      assert.equal(html.match(/<h1>/g)!.length, 1)
    }
  }
})

for (const mode of ['anonymous', 'confidential'])
  test(`a hundred people who each answer five times at once give a hundred answers, ${mode}`, async () => {
    const pulse = await ask(101, { confidentiality: { mode } })
    await Promise.all(
      pulse.links.slice(0, 100).map(async (link, index) => {
        const repeated = index % 2 === 0
        const replies = await Promise.all(
          Array.from({ length: 5 }, (_, nth) =>
            world.anyone.post(link, {
              answers: [{ question_id: 'calm', value: 1 + nth }],
              ...(repeated && { attempt: `of person ${index}` }),
            }),
          ),
        )
        const taken = replies.filter((reply) => reply.status === 201)
        assert.equal(taken.length, repeated || mode === 'anonymous' ? 5 : 1)
        const receipts = new Set(taken.map((reply) => reply.body.receipt))
        assert.equal(receipts.size, repeated || mode !== 'anonymous' ? 1 : 5)
        for (const reply of replies)
          if (reply.status !== 201)
            assert.deepEqual([reply.status, reply.body.code], [409, 'already_answered'])
      }),
    )
    assert.equal(await responses(pulse), 100)
    assert.equal((await author.post(`${pulse.path}/close`)).body.response_summary.responded, 100)
  })

test('a survey in one language says so in the reader’s, and marks its own texts', async () => {
  const questions = everyType.filter(({ id }) => id === 'single')
  const asked = await ask(1, { language: 'en', title: 'After the outage', questions })
  const { html: english } = await browse(asked.links[0])
  assert.doesNotMatch(english, /This survey is written in/)
  for (const [language, text] of [
    ['de', 'Diese Umfrage ist auf Englisch verfasst.'],
    ['ar', 'هذا الاستبيان مكتوب باللغة'],
    ['ja', 'このアンケートは英語で書かれています。'],
  ]) {
    const { html } = await browse(`${asked.links[0]}?lang=${language}`)
    const header = /<header>(.*?)<\/header>/s.exec(html)![1]
    assert.ok(header.indexOf(text) > 0 && header.indexOf(text) < header.indexOf('<h1'), language)
    assert.match(header, language === 'ar' ? /<h1 dir="ltr">/ : /<h1>/)
    assert.match(header, /<h1[^>]*><span lang="en" dir="auto">After the outage<\/span><\/h1>/)
    // Among options of the author stands none in another language.
    assert.match(html, /<span lang="en" dir="auto">Something else<\/span>/)
  }
})
