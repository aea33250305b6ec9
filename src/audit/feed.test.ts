/** The audit log for programs: who may, nothing skipped, nothing private, and the three forms. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { newPeopledWorld } from '../../test/support/people.ts'
import { type Client, eventually, type World } from '../../test/support/world.ts'
import { run, sql } from '../db/db.ts'
import { byApplication, byPerson, recordAudit } from './audit.ts'

const path = '/api/audit-events/feed'
const start = '2026-03-02T09:00:00Z'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

type Entry = { i: number; at?: string; privateTo?: string; userId?: string; target?: string }

const write = (world: World, { i, at = start, privateTo, userId, target }: Entry): Promise<void> =>
  recordAudit(world.running.db.tx, {
    organisationId: world.organisationId,
    actor: userId === undefined ? byApplication(world.application.id) : byPerson(userId),
    action: i % 2 === 0 ? 'directory.imported' : 'history.imported',
    ...(target !== undefined && { target }),
    detail: { i },
    privateTo: privateTo ?? null,
    at: new Date(at),
  })

async function newFeed(): Promise<{ world: World; program: Client }> {
  const { world } = await clockwork.begin(start)
  const token = await world.organisation(['audit:read'])
  return { world, program: token }
}

const numbersOf = (events: any[]): number[] =>
  events.flatMap(({ detail }) => (typeof detail.i === 'number' ? [detail.i] : []))

/** Everything behind a cursor, page by page. */
async function follow(program: Client, query: string, cursor: string | null = null) {
  const events: any[] = []
  for (let hasMore = true; hasMore;) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const reply = await program.get(`${path}?${query}${more}`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    events.push(...reply.body.audit_events)
    cursor = reply.body.next_cursor
    hasMore = reply.body.has_more
  }
  return { events, cursor }
}

suite('the audit log for programs', () => {
  test('is oldest first, page by page, and goes on behind the last cursor', async () => {
    const { world, program } = await newFeed()
    for (let i = 0; i < 7; i++) await write(world, { i })
    await clockwork.settle()
    const { events, cursor } = await follow(program, 'limit=3')
    assert.deepEqual(numbersOf(events), [0, 1, 2, 3, 4, 5, 6])
    assert.ok(events.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash)))
    assert.deepEqual(
      (await follow(program, 'limit=3', cursor)).events.map(({ action }) => action),
      [],
    )
    await write(world, { i: 7, at: '2020-01-01T00:00:00Z' })
    await clockwork.settle()
    const next = await follow(program, 'limit=3', cursor)
    assert.deepEqual(numbersOf(next.events), [7], 'an entry of the past is not skipped')
    const { head } = (await program.get(path)).body
    const newest = (await follow(program, 'limit=200')).events.at(-1)
    assert.deepEqual(head, { id: newest.id, hash: newest.hash, occurred_at: newest.occurred_at })
  })

  test('does not skip an entry that commits later than a younger one', async () => {
    const { world, program } = await newFeed()
    const { db } = world.running
    let younger: number[] = []
    let cursor: string | null = null
    await db.transaction(async (tx) => {
      await recordAudit(tx, {
        organisationId: world.organisationId,
        actor: byApplication(world.application.id),
        action: 'directory.imported',
        detail: { i: 1 },
        at: new Date(start),
      })
      await write(world, { i: 2 })
      await clockwork.settle()
      const read = await follow(program, 'limit=200')
      younger = numbersOf(read.events)
      cursor = read.cursor
    })
    assert.deepEqual(younger, [2])
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(program, 'limit=200', cursor)).events), [1])
  })

  test('reaches a program that reads while many write, whole and once', async () => {
    const { world, program } = await newFeed()
    const { db } = world.running
    let isWriting = true
    const seen: number[] = []
    const reading = (async () => {
      let cursor: string | null = null
      for (let wasWriting = true; wasWriting;) {
        wasWriting = isWriting
        await Promise.all(clockwork.nodes.map(({ app }) => app.due.settle()))
        const read = await follow(program, 'limit=5', cursor)
        seen.push(...numbersOf(read.events))
        cursor = read.cursor
      }
    })()
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        db.transaction(async (tx) => {
          await recordAudit(tx, {
            organisationId: world.organisationId,
            actor: byApplication(world.application.id),
            action: 'directory.imported',
            detail: { i },
            at: new Date(Date.parse(start) - i * 1000),
          })
          await run(tx, sql`select pg_sleep(${(i % 5) / 50})`)
        }),
      ),
    )
    isWriting = false
    await reading
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, i) => i),
    )
  })

  test('leaves out what is private to an author, for every program', async () => {
    const { world, program } = await newFeed()
    const author = await world.user({ role: 'admin' })
    await write(world, { i: 1 })
    await write(world, { i: 2, privateTo: author.userId })
    await write(world, { i: 3, privateTo: author.userId })
    await clockwork.settle()
    for (const caller of [program, author]) {
      const { events } = await follow(caller, 'limit=1')
      assert.deepEqual(numbersOf(events), [1])
    }
    // What these readings recorded themselves.
    await clockwork.settle()
    const { head, next_cursor } = (await program.get(`${path}?limit=200`)).body
    const newest = (await follow(program, 'limit=200')).events.at(-1)
    assert.equal(head.id, newest.id)
    await write(world, { i: 4, privateTo: author.userId })
    await clockwork.settle()
    const later = (await program.get(`${path}?limit=200`)).body
    assert.deepEqual(
      [later.head, later.next_cursor],
      [head, next_cursor],
      'nor does it tell that there is more',
    )
  })

  test('is filtered by action, actor, target and time', async () => {
    const { world, program } = await newFeed()
    const { userId } = await world.user()
    const target = world.application.id
    for (let i = 0; i < 6; i++)
      await write(world, {
        i,
        at: new Date(Date.parse(start) + i * 60_000).toISOString(),
        ...(i < 3 && { userId }),
        ...(i === 4 && { target }),
      })
    await clockwork.settle()
    const numbers = async (query: string) => numbersOf((await follow(program, `limit=2&${query}`)).events)
    assert.deepEqual(await numbers('action=history.imported'), [1, 3, 5])
    assert.deepEqual(await numbers(`actor=${userId}`), [0, 1, 2])
    assert.deepEqual(await numbers(`actor=${world.application.id}&action=directory.imported`), [4])
    assert.deepEqual(await numbers(`target=${target}`), [4])
    assert.deepEqual(await numbers('from=2026-03-02T09:01:00Z&to=2026-03-02T09:03:00Z'), [1, 2])
    assert.deepEqual(await numbers('action=identity.added'), [])
  })

  test('goes on behind a cursor whose entry was deleted for its age', async () => {
    const { world, program } = await newFeed()
    for (let i = 0; i < 3; i++) await write(world, { i })
    await clockwork.settle()
    const { body } = await program.get(`${path}?limit=1`)
    await run(
      world.running.db.tx,
      sql`delete from audit_events where organisation_id = ${world.organisationId} and id = ${body.audit_events[0].id}`,
    )
    const { events } = await follow(program, 'limit=1', body.next_cursor)
    assert.deepEqual(numbersOf(events), [0, 1, 2])
  })

  test('refuses a cursor that is forged, of another filter or of another organisation', async () => {
    const { world, program } = await newFeed()
    await write(world, { i: 0 })
    await clockwork.settle()
    const { next_cursor: cursor } = (await program.get(path)).body
    const other = await newFeed()
    for (const [caller, query] of [
      [program, 'cursor=x.y'],
      [program, `cursor=${encodeURIComponent(cursor)}&action=links.read`],
      [other.program, `cursor=${encodeURIComponent(cursor)}`],
    ] as const) {
      const reply = await caller.get(`${path}?${query}`)
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_cursor'])
    }
    for (const query of ['limit=0', 'limit=201', 'action=none', 'from=yesterday', 'format=xml', 'more=1'])
      assert.equal((await program.get(`${path}?${query}`)).status, 400, query)
  })

  test('is also JSON Lines and CSV, with the cursor in headers', async () => {
    const { world, program } = await newFeed()
    for (let i = 0; i < 3; i++) await write(world, { i })
    await clockwork.settle()
    const expected = (await program.get(`${path}?limit=2&action=directory.imported`)).body
    for (const [query, headers] of [
      ['format=jsonl', {}],
      ['', { accept: 'application/jsonl' }],
    ] as const) {
      const reply = await fetch(`${world.url}${path}?limit=2&action=directory.imported&${query}`, {
        headers: { authorization: `Bearer ${program.token}`, ...headers },
      })
      assert.match(reply.headers.get('content-type')!, /^application\/jsonl; charset=utf-8/)
      const lines = (await reply.text()).trimEnd().split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        expected.audit_events,
      )
      assert.equal(reply.headers.get('sonde-cursor'), expected.next_cursor)
      assert.equal(reply.headers.get('link'), null)
    }
    const cut = await fetch(`${world.url}${path}?limit=1&format=jsonl`, {
      headers: { authorization: `Bearer ${program.token}` },
    })
    assert.match(cut.headers.get('link')!, /^<\/api\/audit-events\/feed\?.*cursor=.*>; rel="next"$/)
    const csv = await program.get(`${path}?limit=2&action=directory.imported&format=csv`)
    assert.deepEqual(
      (parse(csv.body, { columns: true }) as Record<string, string>[]).map(({ id, hash }) => [id, hash]),
      expected.audit_events.map(({ id, hash }: any) => [id, hash]),
    )
  })

  test('is read by a program with the scope, or by an admin through one, and by nobody else', async () => {
    const { world, program } = await newFeed()
    const refused = async (caller: Client, code: string) => {
      const reply = await caller.get(path)
      assert.equal(reply.body.code, code)
      assert.ok(reply.status === 401 || reply.status === 403)
    }
    assert.equal((await program.get(path)).status, 200)
    assert.equal((await (await world.user({ role: 'admin', scopes: ['audit:read'] })).get(path)).status, 200)
    await refused(world.anyone, 'unauthorized')
    await refused(await world.organisation(['teams:read', 'links:read']), 'insufficient_scope')
    await refused(await world.user({ role: 'admin', scopes: ['teams:read'] }), 'insufficient_scope')
    await refused(await world.user({ role: 'analyst' }), 'role_required')
    await refused(await world.user({ role: 'member' }), 'role_required')
  })

  test('records who reads it, once a day', async () => {
    const { world, program } = await newFeed()
    for (let i = 0; i < 3; i++) await program.get(path)
    const { rows } = await world.running.db.pool.query(
      "select actor_kind, application_id from audit_events where organisation_id = $1 and action = 'audit.read'",
      [world.organisationId],
    )
    assert.deepEqual(rows, [{ actor_kind: 'application', application_id: world.application.id }])
  })
})

suite('the scope audit:read', () => {
  test('is granted to who requests it by name alone, and its registration is recorded', async () => {
    const world = await newPeopledWorld()
    const created = await world.admin.post('/api/applications', {
      name: 'Watch',
      scopes: ['teams:read', 'audit:read'],
    })
    assert.equal(created.status, 201)
    const { id, client_id, client_secret } = created.body
    const tokenFor = async (scope?: string) => {
      const reply = await fetch(`${world.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id,
          client_secret,
          ...(scope !== undefined && { scope }),
        }),
      })
      return (await reply.json()) as any
    }
    assert.equal((await tokenFor()).scope, 'teams:read')
    assert.equal((await tokenFor('audit:read')).scope, 'audit:read')
    const granted = async () =>
      (await world.admin.get(`/api/audit-events?action=application.scope_granted&target=${id}`)).body
        .audit_events
    assert.deepEqual(
      (await granted()).map(({ detail, actor }: any) => [detail.scopes, actor.user_id]),
      [[['audit:read'], world.adminId]],
    )
    const change = (scopes: string[]) => world.admin.patch(`/api/applications/${id}`, { scopes })
    assert.equal((await change(['teams:read', 'audit:read', 'pulses:read'])).status, 200)
    assert.equal((await granted()).length, 1)
    assert.equal((await change(['teams:read', 'audit:read', 'links:read'])).status, 200)
    assert.deepEqual((await granted())[0].detail.scopes, ['links:read'])
  })
})

suite('the state of the chain', () => {
  test('is for admins: verified after a check, and the newest entry that they may see', async () => {
    const world = await newPeopledWorld()
    // A check may come before the first entry is in the chain.
    const read = () => world.admin.get('/api/audit-chain')
    const { body } = await eventually(
      read,
      ({ body: { state, head } }) => state === 'verified' && head !== null,
    )
    assert.deepEqual(Object.keys(body).toSorted(), ['broken_at', 'head', 'state', 'verified_at'])
    assert.match(body.head.hash, /^[0-9a-f]{64}$/)
    const refused = await world.colleague.get('/api/audit-chain')
    assert.deepEqual([refused.status, refused.body.code], [403, 'role_required'])
  })
})
