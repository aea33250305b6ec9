/** Notices: each is sent once, after the commit, whatever fails meanwhile. Over a real mail server. */
import assert from 'node:assert/strict'
import { before, beforeEach, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { header, startMail } from '../../test/support/mail.ts'
import { type Running, startApp } from '../../test/support/start.ts'
import { newWorld, type World } from '../../test/support/world.ts'
import { channelsOf } from '../channels/channels.ts'
import { readConfig } from '../config.ts'
import { many, run, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { notices } from '../db/tables.ts'
import { type NoticeKind, noticeTask, queueNotice, type Wording } from './notices.ts'
import { claimNotice } from './store.ts'

type Facts = { readonly about: string }

const wording = (subject: string): Wording => ({
  kind: 'test',
  language: 'en',
  subject,
  greeting: 'Hello,',
  request: 'Something happened.',
  title: 'Title',
  promise: 'It is recorded.',
  personal: '',
  button: 'Open',
  path: '/app',
})

/** Composes what its facts say: `nothing` is not sent, `broken` fails. */
const kind: NoticeKind<Facts> = {
  name: 'test',
  compose: (_tx, { facts: { about } }) => {
    if (about === 'broken') throw new Error('a text that fails')
    return about === 'nothing' ? null : wording(about)
  },
}

const replies = new Map<string, number>()
let mail: Awaited<ReturnType<typeof startMail>>
let running: Running
let now = Date.parse('2026-03-02T09:00:00Z')

before(async () => {
  mail = await startMail((to) => replies.get(to))
  running = await startApp({ at: '2026-03-02T09:00:00Z' })
})

/** A worker of its own: lets it look once. @returns whether it found something */
function newWorker(env: Record<string, string> = mail.env): () => Promise<number> {
  const channels = channelsOf(readConfig({ SONDE_PORT: '0', ...env }))
  const task = noticeTask({ db: running.db, channels, developerUrl: () => 'https://dev.test', kinds: [kind] })
  return async () => task.run(new Date(now), [])
}

suite('a notice', () => {
  let look: () => Promise<number>
  let world: World

  const queue = (about: string, to: { userId: string } | { address: string; locale: null }) =>
    running.db.transaction((tx) =>
      queueNotice(tx, kind, { organisationId: world.organisationId, to, facts: { about } }, new Date(now)),
    )
  const at = (address: string) => ({ address, locale: null })
  const waiting = () =>
    many(
      running.db.tx,
      shapeOf(notices, ['id', 'attempts', 'due_at']),
      sql`select id, attempts, due_at from notices where organisation_id = ${world.organisationId} order by id`,
    )
  const mailsTo = (address: string) => mail.taken.filter(({ to }) => to === address)

  before(() => {
    look = newWorker()
  })

  beforeEach(async () => {
    world = await newWorld({ running })
    await run(running.db.tx, sql`delete from notices`)
  })

  test('is one mail under one name, though two workers look at once', async () => {
    await queue('Once', at('once@notices.test'))
    const [{ id }] = await waiting()
    await Promise.all([look(), newWorker()()])
    const [received, ...others] = mailsTo('once@notices.test')
    assert.deepEqual(others, [])
    assert.equal(header(received.raw, 'Message-ID'), `<${id}@sonde>`)
    assert.deepEqual(await waiting(), [])
  })

  test('of a transaction that is rolled back is not sent', async () => {
    const failed = running.db.transaction(async (tx) => {
      const { organisationId } = world
      await queueNotice(
        tx,
        kind,
        { organisationId, to: at('no@notices.test'), facts: { about: 'No' } },
        new Date(now),
      )
      throw new Error('rolled back')
    })
    await assert.rejects(failed, /rolled back/)
    assert.equal(await look(), 0)
    assert.deepEqual(mailsTo('no@notices.test'), [])
  })

  test('is sent by another worker, under the same name, when the first dies while it sends', async () => {
    await queue('Again', at('again@notices.test'))
    const dead = await running.db.transaction((tx) =>
      claimNotice(
        tx,
        { names: [kind.name], ready: ['email'], leaseUntil: new Date(now + 300_000) },
        new Date(now),
      ),
    )
    assert.equal(await look(), 0, 'until then it belongs to the first')
    now += 300_000
    assert.equal(await look(), 1)
    const [received] = mailsTo('again@notices.test')
    assert.equal(header(received.raw, 'Message-ID'), `<${dead!.id}@sonde>`)
  })

  test('goes out although the text of an earlier one fails, which is tried again later', async () => {
    await queue('broken', at('broken@notices.test'))
    now += 1_000
    await queue('Whole', at('whole@notices.test'))
    await assert.rejects(look(), /a text that fails/)
    assert.equal(await look(), 1)
    assert.equal(mailsTo('whole@notices.test').length, 1)
    now += 300_000
    await assert.rejects(look(), /a text that fails/)
  })

  test('is tried eight times, each after twice the time, and then deleted', async () => {
    replies.set('full@notices.test', 452)
    await queue('Full', at('full@notices.test'))
    for (let attempt = 1; attempt < limits.deliveryAttemptsMax; attempt++) {
      assert.equal(await look(), 1)
      const [{ attempts, due_at }] = await waiting()
      assert.deepEqual([attempts, Date.parse(due_at) - now], [attempt, 60_000 * 2 ** (attempt - 1)])
      assert.equal(await look(), 0)
      now = Date.parse(due_at)
    }
    assert.equal(await look(), 1)
    assert.deepEqual(await waiting(), [])
    assert.equal(mail.tried.get('full@notices.test'), limits.deliveryAttemptsMax)
  })

  test('loses no attempt to a mail server that is down', async () => {
    const down = await startMail()
    await down.close()
    await queue('Down', at('down@notices.test'))
    assert.equal(await newWorker(down.env)(), 0)
    assert.deepEqual(
      (await waiting()).map(({ attempts, due_at }) => [attempts, Date.parse(due_at)]),
      [[0, now]],
    )
    assert.equal(await look(), 1)
    assert.equal(mailsTo('down@notices.test').length, 1)
  })

  test('is deleted unsent where there is nothing to say any more', async () => {
    await queue('nothing', at('nothing@notices.test'))
    assert.equal(await look(), 1)
    assert.deepEqual([await waiting(), mailsTo('nothing@notices.test')], [[], []])
  })

  test('goes to the address that a user has when it is sent, and to nobody whose access has ended', async () => {
    const { userId } = await world.user()
    const { userId: gone } = await world.user()
    await run(running.db.tx, sql`update users set status = 'disabled' where id = ${gone}`)
    await queue('Gone', { userId: gone })
    assert.deepEqual(await waiting(), [])
    await queue('Moved', { userId })
    await run(running.db.tx, sql`update users set email = 'moved@notices.test' where id = ${userId}`)
    assert.equal(await look(), 1)
    assert.equal(mailsTo('moved@notices.test').length, 1)
  })
})
