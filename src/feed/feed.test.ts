/** The feed of events: nothing skipped and nothing twice, and who reads what. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { Check } from 'typebox/value'
import { definitionOf, type EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { type Client, links, pulseDraft, type World } from '../../test/support/world.ts'
import { run, sql } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'

const path = '/api/events'
const start = '2026-03-02T09:00:00Z'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

async function newFeed(): Promise<{ world: World; author: Client; program: Client }> {
  const { world, author } = await clockwork.begin(start)
  return { world, author, program: await world.organisation() }
}

const teamEvent = (world: World, i: number) => ({
  organisationId: world.organisationId,
  type: 'team.updated' as const,
  payload: { team_id: `tem_${i}` },
  at: new Date(Date.parse(start) - i * 1000),
})

const write = (world: World, i: number): Promise<void> =>
  recordEvent(world.running.db.tx, teamEvent(world, i))

const numbersOf = (events: any[]): number[] =>
  events.flatMap(({ data }) => (/^tem_\d+$/.test(data.team_id ?? '') ? [Number(data.team_id.slice(4))] : []))

/** Everything behind a cursor, page by page. */
async function follow(program: Client, query = '', cursor: string | null = null) {
  const events: any[] = []
  for (let hasMore = true; hasMore;) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const reply = await program.get(`${path}?${query}${more}`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    events.push(...reply.body.events)
    cursor = reply.body.next_cursor
    hasMore = reply.body.has_more
  }
  return { events, cursor }
}

const typesOf = (events: any[]): string[] => [...new Set(events.map(({ type }) => String(type)))].toSorted()

suite('the feed of events', () => {
  test('is oldest first, page by page, and goes on behind the last cursor', async () => {
    const { world, program } = await newFeed()
    for (let i = 1; i <= 7; i++) await write(world, 8 - i)
    await clockwork.settle()
    const { events, cursor } = await follow(program, 'limit=3&types=team.updated')
    assert.deepEqual(numbersOf(events), [7, 6, 5, 4, 3, 2, 1])
    assert.deepEqual((await follow(program, '', cursor)).events, [])
    await write(world, 9)
    assert.deepEqual((await follow(program, '', cursor)).events, [], 'nothing is read before it has a place')
    await clockwork.settle()
    const next = await follow(program, '', cursor)
    assert.deepEqual(numbersOf(next.events), [9], 'an event of the past is not skipped')
    const [{ id, seq, ...rest }] = next.events
    assert.match(id, /^evt_/)
    const earlier = events.map((event) => event.seq)
    assert.deepEqual(
      earlier,
      earlier.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(earlier).size, 7)
    assert.ok(seq > earlier.at(-1)!, 'numbers grow, whatever the time of the event')
    assert.deepEqual(rest, {
      type: 'team.updated',
      occurred_at: '2026-03-02T08:59:51Z',
      data: { team_id: 'tem_9' },
    })
  })

  test('does not skip an event that commits later than a younger one', async () => {
    const { world, program } = await newFeed()
    let younger: number[] = []
    let cursor: string | null = null
    await world.running.db.transaction(async (tx) => {
      await recordEvent(tx, teamEvent(world, 1))
      await write(world, 2)
      await clockwork.settle()
      const read = await follow(program)
      younger = numbersOf(read.events)
      cursor = read.cursor
    })
    assert.deepEqual(younger, [2])
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(program, '', cursor)).events), [1])
  })

  test('reaches a program that reads while eight write 200 and two workers place, whole and once', async () => {
    const { world, program } = await newFeed()
    const { db } = world.running
    let isWriting = true
    const seen: number[] = []
    const reading = (async () => {
      let cursor: string | null = null
      for (let wasWriting = true; wasWriting;) {
        wasWriting = isWriting
        await Promise.all(clockwork.nodes.map(({ app }) => app.due.settle()))
        const read = await follow(program, 'limit=20', cursor)
        seen.push(...numbersOf(read.events))
        cursor = read.cursor
      }
    })()
    // No more at once than a pool has connections for: the last of many would wait for one longer than it may on a busy machine.
    const writers = 8
    const write = (i: number): Promise<void> =>
      db.transaction(async (tx) => {
        await recordEvent(tx, teamEvent(world, i))
        await run(tx, sql`select pg_sleep(${(i % 5) / 100})`)
      })
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let i = writer; i < 200; i += writers) await write(i)
      }),
    )
    isWriting = false
    await reading
    assert.equal(seen.length, 200)
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 200 }, (_, i) => i),
    )
    assert.deepEqual(numbersOf((await follow(program, 'limit=200')).events), seen, 'and again in this order')
  })

  test('begins behind the newest event where that is asked, in an organisation of no events too', async () => {
    const { world, program } = await newFeed()
    const empty = await program.get(`${path}?start=newest`)
    assert.deepEqual([empty.status, empty.body.events, empty.body.has_more], [200, [], false])
    await write(world, 1)
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(program, '', empty.body.next_cursor)).events), [1])
    const newest = await program.get(`${path}?start=newest`)
    await write(world, 2)
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(program, '', newest.body.next_cursor)).events), [2])
  })

  test('begins with the newest events where that is asked, in their order, and goes on behind them', async () => {
    const { world, program } = await newFeed()
    const author = await world.user({ role: 'analyst' })
    const recent = async (reader: Client, query = '') =>
      (await reader.get(`${path}?start=recent${query}`)).body
    const empty = await recent(program, '&wait=30')
    assert.deepEqual([empty.events, empty.has_more], [[], false])
    for (const i of [1, 2, 3, 4]) {
      await write(world, i)
      await clockwork.settle()
    }
    await recordEvent(world.running.db.tx, { ...teamEvent(world, 5), privateTo: author.userId })
    await clockwork.settle()
    const { events, next_cursor: cursor } = await recent(program, '&limit=3&types=team.*')
    assert.deepEqual(numbersOf(events), [2, 3, 4], 'nothing private to somebody else')
    assert.deepEqual(numbersOf((await recent(author, '&limit=3&types=team.*')).events), [3, 4, 5])
    const other = await world.organisation(['events:read', 'pulses:read'])
    assert.deepEqual((await recent(other, '&types=team.*')).events, [])
    await write(world, 6)
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(program, '', cursor)).events), [6])
    assert.deepEqual(numbersOf((await follow(program, '', empty.next_cursor)).events), [1, 2, 3, 4, 6])
    const again = await program.get(`${path}?start=recent&cursor=${encodeURIComponent(cursor)}`)
    assert.deepEqual(numbersOf(again.body.events), [6], 'a cursor says where to begin')
  })

  test('is narrowed by names and nouns, and a name that names nothing is refused', async () => {
    const { world, program, author } = await newFeed()
    await world.team('Platform', 1)
    await author.post('/api/pulses', pulseDraft([(await world.team('Design', 1)).id]))
    await clockwork.settle()
    const types = async (names: string) => typesOf((await follow(program, `types=${names}`)).events)
    assert.deepEqual(await types('pulse.*,%20member.created'), ['member.created', 'pulse.created'])
    assert.deepEqual(await types('pulse.opened'), [])
    const { cursor } = await follow(program, 'types=pulse.*')
    assert.deepEqual((await follow(program, '', cursor)).events, [], 'a cursor holds for any filter')
    for (const names of ['pulse', 'pulse.', '*', 'pulse.o*', '', 'pulse.opened,'])
      assert.equal((await program.get(`${path}?types=${names}`)).body.code, 'invalid_request', names)
  })

  test('refuses the cursor of another organisation, and one that was changed', async () => {
    const { world, program } = await newFeed()
    await write(world, 1)
    await clockwork.settle()
    const { next_cursor: cursor } = (await program.get(path)).body
    const stranger = await (await newFeed()).world.organisation()
    for (const reply of [
      await stranger.get(`${path}?cursor=${encodeURIComponent(cursor)}`),
      await program.get(`${path}?cursor=x${encodeURIComponent(cursor)}`),
    ])
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_cursor'])
  })

  test('says that a cursor has expired once events behind it were deleted for their age', async () => {
    const { world, program } = await newFeed()
    const before = (await program.get(path)).body.next_cursor
    const cursors: string[] = []
    for (const i of [1, 2, 3]) {
      await write(world, i)
      await clockwork.settle()
      cursors.push((await program.get(path)).body.next_cursor)
    }
    const later = Date.parse(start) + (limits.eventsKeptDays + 2) * 86_400_000
    await clockwork.turnTo(later)
    const reader = await world.organisation()
    const statusOf = async (cursor: string) => {
      const { status, body } = await reader.get(`${path}?cursor=${encodeURIComponent(cursor)}`)
      return body.code ?? status
    }
    assert.deepEqual(
      [await statusOf(before), await statusOf(cursors[0]), await statusOf(cursors[1])],
      ['cursor_expired', 'cursor_expired', 'cursor_expired'],
    )
    assert.equal(await statusOf(cursors[2]), 200, 'nothing behind the newest was missed')
    await recordEvent(world.running.db.tx, { ...teamEvent(world, 4), at: new Date(later) })
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(reader, '', cursors[2])).events), [4])
    assert.deepEqual(
      numbersOf((await follow(reader)).events),
      [4],
      'without a cursor it begins with what is kept',
    )
  })

  test('does not let a cursor expire by events that are private to somebody else', async () => {
    const { world, program } = await newFeed()
    const author = await world.user({ role: 'analyst' })
    await write(world, 1)
    await clockwork.settle()
    const theirs = (await program.get(path)).body.next_cursor
    const own = (await author.get(path)).body.next_cursor
    for (const i of [2, 3])
      await recordEvent(world.running.db.tx, { ...teamEvent(world, i), privateTo: author.userId })
    await clockwork.settle()
    const last = (await author.get(path)).body.next_cursor
    const expiry = Date.parse(start) + (limits.eventsKeptDays + 10) * 86_400_000
    await clockwork.turnTo(expiry)
    const codeOf = async (reader: Client, cursor: string) => {
      const { status, body } = await reader.get(`${path}?cursor=${encodeURIComponent(cursor)}`)
      return body.code ?? status
    }
    const [reader, writer] = [await world.organisation(), await world.user({ id: author.userId })]
    assert.equal(await codeOf(reader, theirs), 200, 'a program has missed nothing that it could read')
    assert.equal(await codeOf(writer, own), 'cursor_expired', 'their author has')
    assert.equal(await codeOf(writer, last), 200)
    await recordEvent(world.running.db.tx, { ...teamEvent(world, 4), at: new Date(expiry) })
    await clockwork.settle()
    assert.deepEqual(numbersOf((await follow(reader, '', theirs)).events), [4])
  })
})

suite('who reads which events', () => {
  test('each noun needs its scope beside that of the feed', async () => {
    const { world, author } = await newFeed()
    const { id } = (await author.post('/api/pulses', pulseDraft([(await world.team('Platform', 6)).id]))).body
    await author.post(`/api/pulses/${id}/open`)
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'application.revoked',
      payload: { application_id: newId('application') },
      at: new Date(start),
    })
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'application.secret_rotated',
      payload: { application_id: world.application.id },
      at: new Date(start),
    })
    await clockwork.settle()
    const types = async (...scopes: any[]) => typesOf((await follow(await world.organisation(scopes))).events)
    const own = ['application.created', 'application.secret_rotated']
    assert.deepEqual(await types('events:read'), own, 'of itself, and of no other application')
    assert.deepEqual(await types('events:read', 'pulses:read'), [...own, 'pulse.created', 'pulse.opened'])
    assert.deepEqual(await types('events:read', 'teams:read'), [
      ...own,
      'member.created',
      'team.created',
      'team.updated',
    ])
    assert.equal(
      (await (await world.organisation(['pulses:read'])).get(path)).body.code,
      'insufficient_scope',
    )
    const member = await world.user({ role: 'member' })
    const seen = typesOf((await follow(member)).events)
    assert.deepEqual(seen, [...own, 'pulse.created', 'pulse.opened'], 'members cannot look up anybody')
  })

  test('what belongs to a private survey is there for its author alone', async () => {
    const { world, author, program } = await newFeed()
    const team = await world.team('Platform', 6)
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id], { visibility: 'private' }))).body
    await author.post(`/api/pulses/${id}/open`)
    await author.post(`/api/pulses/${id}/close`)
    await clockwork.settle()
    await author.delete(`/api/pulses/${id}`)
    await clockwork.settle()
    const others = [program, await world.user({ role: 'admin' })]
    for (const reader of others)
      assert.deepEqual(typesOf((await follow(reader, 'types=pulse.*,insight.*')).events), [])
    const seen = typesOf((await follow(author, 'types=pulse.*')).events)
    assert.deepEqual(seen, ['pulse.closed', 'pulse.created', 'pulse.deleted', 'pulse.opened'])
    await clockwork.turnTo(Date.parse(start) + (limits.deletedKeptDays + 1) * 86_400_000)
    const purged = await follow(await world.organisation(), 'types=data.deleted')
    assert.deepEqual(purged.events, [], 'also when it is gone')
  })

  test('a suggested action is there for who reads the results of its team', async () => {
    const { world, author, program } = await newFeed()
    const { db } = world.running
    const [mine, other] = [await world.team('Platform', 6), await world.team('Design', 6)]
    const confidentiality = { mode: 'anonymous', results_audience: 'managers' }
    const { id } = (await author.post('/api/pulses', pulseDraft([mine.id, other.id], { confidentiality })))
      .body
    await author.post(`/api/pulses/${id}/open`)
    for (const team_id of [mine.id, other.id, null])
      await recordEvent(db.tx, {
        organisationId: world.organisationId,
        type: 'action.suggested',
        payload: {
          action_id: newId('action'),
          state: 'suggested',
          pulse_id: id,
          check_in_id: null,
          check_in_instance_id: null,
          team_id,
        },
        at: new Date(start),
      })
    await clockwork.settle()
    const teams = async (reader: Client) =>
      (await follow(reader, 'types=action.*')).events.map(({ data }) => data.team_id)
    assert.deepEqual(await teams(program), [mine.id, other.id, null])
    assert.deepEqual(await teams(await world.user({ role: 'member' })), [])
    await run(
      db.tx,
      sql`
        update applications
        set results_team_ids = array[${mine.id}]
        where organisation_id = ${world.organisationId}
          and id = ${world.application.id}`,
    )
    assert.deepEqual(await teams(await world.organisation()), [mine.id])
  })

  test('a legal hold is there for admins', async () => {
    const { world, author, program } = await newFeed()
    const { id } = (await author.post('/api/pulses', pulseDraft([(await world.team('Platform', 6)).id]))).body
    await recordEvent(world.running.db.tx, {
      organisationId: world.organisationId,
      type: 'hold.set',
      payload: { pulse_id: id, check_in_instance_id: null },
      at: new Date(start),
    })
    await clockwork.settle()
    const counts = [program, await world.user({ role: 'analyst' }), await world.user({ role: 'admin' })].map(
      async (reader) => (await follow(reader, 'types=hold.*')).events.length,
    )
    assert.deepEqual(await Promise.all(counts), [0, 0, 1])
  })

  test('nothing tells of an answer in any mode, and events say what the catalogue names', async () => {
    const { world, author, program } = await newFeed()
    const team = await world.team('Platform', 6)
    const paths: string[] = []
    for (const mode of ['anonymous', 'confidential', 'attributed']) {
      const { id } = (await author.post('/api/pulses', pulseDraft([team.id], { confidentiality: { mode } })))
        .body
      paths.push(`/api/pulses/${id}`)
      await author.post(`/api/pulses/${id}/open`)
    }
    const urls = (await Promise.all(paths.map((one) => links(author, one)))).flatMap((list) =>
      list.slice(0, 5),
    )
    // Reading the links is in the audit log, and so in the feed.
    await clockwork.settle()
    const { cursor } = await follow(program)
    for (const { url } of urls) {
      const answers = [{ question_id: 'calm', value: 4 }]
      assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
    }
    await clockwork.settle()
    assert.deepEqual((await follow(program, '', cursor)).events, [])
    for (const one of paths) await author.post(`${one}/close`)
    await clockwork.settle()
    const { events } = await follow(program)
    assert.equal(events.filter(({ type }) => type === 'pulse.closed').length, paths.length)
    for (const { type, data } of events) {
      const { payload } = definitionOf(type as EventType)
      assert.ok(Check({ ...payload, additionalProperties: false }, data), `${type} ${JSON.stringify(data)}`)
    }
  })
})
