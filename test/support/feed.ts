/** An organisation with a feed of events, and how its programs follow it. */
import assert from 'node:assert/strict'
import type { Clockwork } from './clockwork.ts'
import type { Client, World } from './world.ts'

export const feedPath = '/api/events'
/** When the tests of the feed begin. */
export const feedStart = '2026-03-02T09:00:00Z'

export async function newFeed(
  clockwork: Clockwork,
): Promise<{ world: World; author: Client; program: Client }> {
  const { world, author } = await clockwork.begin(feedStart)
  return { world, author, program: await world.organisation() }
}

/** Everything behind a cursor, page by page. */
export async function followFeed(program: Client, query = '', cursor: string | null = null) {
  const events: any[] = []
  for (let hasMore = true; hasMore;) {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const reply = await program.get(`${feedPath}?${query}${more}`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    events.push(...reply.body.events)
    cursor = reply.body.next_cursor
    hasMore = reply.body.has_more
  }
  return { events, cursor }
}

export const typesOf = (events: any[]): string[] =>
  [...new Set(events.map(({ type }) => String(type)))].toSorted()
