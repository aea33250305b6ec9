/** Reminders over e-mail, on a clock turned by hand: to whom they go, in which thread, what becomes of one that is refused. */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { logger } from '../log.ts'
import { header, partsOf, startMail } from '../../test/support/mail.ts'
import { type DeliveryRow, mailAt, peopled } from '../../test/support/peopled.ts'
import { startApp } from '../../test/support/start.ts'
import { links, type World } from '../../test/support/world.ts'

const at = '2026-12-01T08:00:00Z'

const answer = (world: World, url: string) =>
  world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] })

const save = (world: World, url: string) =>
  world.anyone.patch(new URL(url).pathname, {
    answers: [{ question_id: 'calm', value: 4 }],
    attempt: 'a-secret-of-this-device',
  })

for (const mode of ['attributed', 'confidential', 'anonymous'] as const) {
  const toWhom = mode === 'attributed' ? 'those who have not answered' : 'everybody, and says so'
  test(`a reminder goes to ${toWhom}, in the thread of its invitation: ${mode}`, async () => {
    const mail = await startMail()
    const running = await startApp({ at, env: mail.env })
    const people = Array.from({ length: 12 }, (_, place) => mailAt(`p${place}`))
    const { world, author, ids, open, clock } = await peopled(running, people)
    const path = await open({ channels: ['email', 'link'], confidentiality: { mode } })
    await running.app.due.settle()
    const invited = new Map(mail.taken.map(({ to, raw }) => [to, header(raw, 'Message-ID')]))
    const answered = new Set(ids.filter((_, place) => place % 3 === 0))
    for (const { member_id, url } of await links(author, path)) {
      if (answered.has(member_id)) assert.equal((await answer(world, url)).status, 201)
      // Saved answers that were not sent are no answer.
      else if (member_id === ids[1]) assert.equal((await save(world, url)).status, 200)
    }
    mail.taken.length = 0
    clock.advance(3_600_000)
    assert.equal((await author.post(`${path}/remind`)).status, 200)
    await running.app.due.settle()
    const expected = people.filter((_, place) => mode !== 'attributed' || place % 3 !== 0)
    assert.deepEqual(mail.taken.map(({ to }) => to).toSorted(), expected.map(({ email }) => email).toSorted())
    for (const { to, raw } of mail.taken) {
      assert.match(header(raw, 'Subject')!, /^Reminder: After the outage/)
      assert.equal(header(raw, 'In-Reply-To'), invited.get(to))
      assert.notEqual(header(raw, 'Message-ID'), invited.get(to))
      for (const { text } of partsOf(raw))
        assert.match(text, /\[Reminder\] Open until|<strong[^>]*>\s*Reminder/)
      const hasSentence = partsOf(raw)[0].text.includes('Everyone who was invited gets this reminder')
      assert.equal(hasSentence, mode !== 'attributed')
    }
    await running.stop()
  })
}

for (const mode of ['confidential', 'anonymous'] as const)
  test(`reminders are tried again, bounce and name nobody in the log, whether their readers have answered or not: ${mode}`, async () => {
    let logged = ''
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logged += chunk.toString()
        done()
      },
    })
    // Every third person answers; of them, and of the others, one is gone, one is put off once, one breaks the session once.
    const once = (reply: string | number) => (earlier: number) => (earlier === 1 ? reply : undefined)
    const trouble: Record<string, (earlier: number) => string | number | undefined> = {
      p0: () => '550 5.1.1 Gone',
      p1: () => '550 5.1.1 Gone',
      p3: once(451),
      p2: once(451),
      p6: once(421),
      p4: once(421),
    }
    let reminding = false
    const mail = await startMail((to, earlier) =>
      reminding ? trouble[to.split('@')[0]]?.(earlier) : undefined,
    )
    const running = await startApp({ at, env: mail.env, log: logger('trace', sink) })
    const people = Array.from({ length: 12 }, (_, place) => mailAt(`p${place}`))
    const { world, author, api, ids, open, rows, clock } = await peopled(running, people)
    const path = await open({ channels: ['email', 'link'], confidentiality: { mode } })
    await running.app.due.settle()
    for (const { member_id, url } of await links(author, path))
      if (ids.indexOf(member_id) % 3 === 0) await answer(world, url)
    logged = ''
    reminding = true
    assert.equal((await author.post(`${path}/remind`)).status, 200)
    for (let look = 0; look < 4; look++) {
      await running.app.due.settle()
      clock.advance(3_600_000)
    }
    const reminders = (await rows()).filter(({ round }) => round > 0)
    const ends = ids.map((id) => {
      const { state, last_error } = reminders.find(({ member_id }) => member_id === id)!
      return [state, last_error]
    })
    const gone = ['bounced', 'SMTP 550 5.1.1']
    assert.deepEqual(ends, [gone, gone, ...Array.from({ length: 10 }, () => ['sent', null])])
    assert.deepEqual(
      [...mail.tried].filter(([, times]) => times !== 2).toSorted(),
      ['p2', 'p3', 'p4', 'p6'].map((name) => [`${name}@acme.test`, 3]),
    )
    const suppressed = async () =>
      (await api.get('/api/suppressions')).body.suppressions.map((one: any) => one.address).toSorted()
    assert.deepEqual(await suppressed(), ['p0@acme.test', 'p1@acme.test'])
    const { body } = await author.get(`${path}/deliveries`)
    assert.deepEqual(
      body.deliveries
        .filter(({ round }: DeliveryRow) => round === 1)
        .map(({ state, count }: any) => [state, count]),
      [
        ['bounced', 2],
        ['sent', 10],
      ],
    )
    // A bounce that arrives later counts as well.
    const { rows: names } = await running.db.pool.query<{ message: string }>(
      "select message from deliveries where round = 1 and state = 'sent' and address in ('p5@acme.test', 'p9@acme.test')",
    )
    const bounces = names.map(({ message }) => ({ message_id: `<${message}@sonde>`, type: 'hard' }))
    const reported = await api.post('/api/deliveries/bounces', { bounces })
    assert.deepEqual(reported.body, { recorded: 2, unknown: 0 })
    assert.equal((await rows()).filter(({ round, state }) => round > 0 && state === 'bounced').length, 4)
    for (const secret of [...ids, ...names.map(({ message }) => message), '@acme.test'])
      assert.ok(!logged.includes(secret), `the log contains ${secret}`)
    await running.stop()
  })
