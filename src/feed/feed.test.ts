/** The feed of events: nothing skipped and nothing twice. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { type Clockwork, startClockwork } from '../../test/support/clockwork.ts'
import { feedPath, feedStart, followFeed, newFeed, typesOf } from '../../test/support/feed.ts'
import { type Client, pulseDraft, type World } from '../../test/support/world.ts'
import { run, sql } from '../db/db.ts'
import { recordEvent } from '../events/events.ts'

let clockwork: Clockwork

before(async () => {
  clockwork = await startClockwork()
})

const teamEvent = (world: World, i: number) => ({
  organisationId: world.organisationId,
  type: 'team.updated' as const,
  payload: { team_id: `tem_${i}` },
  at: new Date(Date.parse(feedStart) - i * 1000),
})

const write = (world: World, i: number): Promise<void> =>
  recordEvent(world.running.db.tx, teamEvent(world, i))

const numbersOf = (events: any[]): number[] =>
  events.flatMap(({ data }) => (/^tem_\d+$/.test(data.team_id ?? '') ? [Number(data.team_id.slice(4))] : []))

suite('the feed of events', () => {
  test('is oldest first, page by page, and goes on behind the last cursor', async () => {
    const { world, program } = await newFeed(clockwork)
    for (let i = 1; i <= 7; i++) await write(world, 8 - i)
    await clockwork.settle()
    const { events, cursor } = await followFeed(program, 'limit=3&types=team.updated')
    assert.deepEqual(numbersOf(events), [7, 6, 5, 4, 3, 2, 1])
    assert.deepEqual((await followFeed(program, '', cursor)).events, [])
    await write(world, 9)
    assert.deepEqual(
      (await followFeed(program, '', cursor)).events,
      [],
      'nothing is read before it has a place',
    )
    await clockwork.settle()
    const next = await followFeed(program, '', cursor)
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
    const { world, program } = await newFeed(clockwork)
    let younger: number[] = []
    let cursor: string | null = null
    await world.running.db.transaction(async (tx) => {
      await recordEvent(tx, teamEvent(world, 1))
      await write(world, 2)
      await clockwork.settle()
      const read = await followFeed(program)
      younger = numbersOf(read.events)
      cursor = read.cursor
    })
    assert.deepEqual(younger, [2])
    await clockwork.settle()
    assert.deepEqual(numbersOf((await followFeed(program, '', cursor)).events), [1])
  })

  test('reaches a program that reads while eight write 200 and two workers place, whole and once', async () => {
    const { world, program } = await newFeed(clockwork)
    const { db } = world.running
    let isWriting = true
    const seen: number[] = []
    const reading = (async () => {
      let cursor: string | null = null
      for (let wasWriting = true; wasWriting;) {
        wasWriting = isWriting
        await Promise.all(clockwork.nodes.map(({ app }) => app.due.settle()))
        const read = await followFeed(program, 'limit=20', cursor)
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
    assert.deepEqual(
      numbersOf((await followFeed(program, 'limit=200')).events),
      seen,
      'and again in this order',
    )
  })

  test('begins behind the newest event where that is asked, in an organisation of no events too', async () => {
    const { world, program } = await newFeed(clockwork)
    const empty = await program.get(`${feedPath}?start=newest`)
    assert.deepEqual([empty.status, empty.body.events, empty.body.has_more], [200, [], false])
    await write(world, 1)
    await clockwork.settle()
    assert.deepEqual(numbersOf((await followFeed(program, '', empty.body.next_cursor)).events), [1])
    const newest = await program.get(`${feedPath}?start=newest`)
    await write(world, 2)
    await clockwork.settle()
    assert.deepEqual(numbersOf((await followFeed(program, '', newest.body.next_cursor)).events), [2])
  })

  test('begins with the newest events where that is asked, in their order, and goes on behind them', async () => {
    const { world, program } = await newFeed(clockwork)
    const author = await world.user({ role: 'analyst' })
    const recent = async (reader: Client, query = '') =>
      (await reader.get(`${feedPath}?start=recent${query}`)).body
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
    assert.deepEqual(numbersOf((await followFeed(program, '', cursor)).events), [6])
    assert.deepEqual(numbersOf((await followFeed(program, '', empty.next_cursor)).events), [1, 2, 3, 4, 6])
    const again = await program.get(`${feedPath}?start=recent&cursor=${encodeURIComponent(cursor)}`)
    assert.deepEqual(numbersOf(again.body.events), [6], 'a cursor says where to begin')
  })

  test('is narrowed by names and nouns, and a name that names nothing is refused', async () => {
    const { world, program, author } = await newFeed(clockwork)
    await world.team('Platform', 1)
    await author.post('/api/pulses', pulseDraft([(await world.team('Design', 1)).id]))
    await clockwork.settle()
    const types = async (names: string) => typesOf((await followFeed(program, `types=${names}`)).events)
    assert.deepEqual(await types('pulse.*,%20member.created'), ['member.created', 'pulse.created'])
    assert.deepEqual(await types('pulse.opened'), [])
    const { cursor } = await followFeed(program, 'types=pulse.*')
    assert.deepEqual((await followFeed(program, '', cursor)).events, [], 'a cursor holds for any filter')
    for (const names of ['pulse', 'pulse.', '*', 'pulse.o*', '', 'pulse.opened,'])
      assert.equal((await program.get(`${feedPath}?types=${names}`)).body.code, 'invalid_request', names)
  })

  test('refuses the cursor of another organisation, and one that was changed', async () => {
    const { world, program } = await newFeed(clockwork)
    await write(world, 1)
    await clockwork.settle()
    const { next_cursor: cursor } = (await program.get(feedPath)).body
    const stranger = await (await newFeed(clockwork)).world.organisation()
    for (const reply of [
      await stranger.get(`${feedPath}?cursor=${encodeURIComponent(cursor)}`),
      await program.get(`${feedPath}?cursor=x${encodeURIComponent(cursor)}`),
    ])
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_cursor'])
  })

  test('says that a cursor has expired once events behind it were deleted for their age', async () => {
    const { world, program } = await newFeed(clockwork)
    const before = (await program.get(feedPath)).body.next_cursor
    const cursors: string[] = []
    for (const i of [1, 2, 3]) {
      await write(world, i)
      await clockwork.settle()
      cursors.push((await program.get(feedPath)).body.next_cursor)
    }
    const later = Date.parse(feedStart) + (limits.eventsKeptDays + 2) * 86_400_000
    await clockwork.turnTo(later)
    const reader = await world.organisation()
    const statusOf = async (cursor: string) => {
      const { status, body } = await reader.get(`${feedPath}?cursor=${encodeURIComponent(cursor)}`)
      return body.code ?? status
    }
    assert.deepEqual(
      [await statusOf(before), await statusOf(cursors[0]), await statusOf(cursors[1])],
      ['cursor_expired', 'cursor_expired', 'cursor_expired'],
    )
    assert.equal(await statusOf(cursors[2]), 200, 'nothing behind the newest was missed')
    await recordEvent(world.running.db.tx, { ...teamEvent(world, 4), at: new Date(later) })
    await clockwork.settle()
    assert.deepEqual(numbersOf((await followFeed(reader, '', cursors[2])).events), [4])
    assert.deepEqual(
      numbersOf((await followFeed(reader)).events),
      [4],
      'without a cursor it begins with what is kept',
    )
  })

  test('does not let a cursor expire by events that are private to somebody else', async () => {
    const { world, program } = await newFeed(clockwork)
    const author = await world.user({ role: 'analyst' })
    await write(world, 1)
    await clockwork.settle()
    const theirs = (await program.get(feedPath)).body.next_cursor
    const own = (await author.get(feedPath)).body.next_cursor
    for (const i of [2, 3])
      await recordEvent(world.running.db.tx, { ...teamEvent(world, i), privateTo: author.userId })
    await clockwork.settle()
    const last = (await author.get(feedPath)).body.next_cursor
    const expiry = Date.parse(feedStart) + (limits.eventsKeptDays + 10) * 86_400_000
    await clockwork.turnTo(expiry)
    const codeOf = async (reader: Client, cursor: string) => {
      const { status, body } = await reader.get(`${feedPath}?cursor=${encodeURIComponent(cursor)}`)
      return body.code ?? status
    }
    const [reader, writer] = [await world.organisation(), await world.user({ id: author.userId })]
    assert.equal(await codeOf(reader, theirs), 200, 'a program has missed nothing that it could read')
    assert.equal(await codeOf(writer, own), 'cursor_expired', 'their author has')
    assert.equal(await codeOf(writer, last), 200)
    await recordEvent(world.running.db.tx, { ...teamEvent(world, 4), at: new Date(expiry) })
    await clockwork.settle()
    assert.deepEqual(numbersOf((await followFeed(reader, '', theirs)).events), [4])
  })
})
