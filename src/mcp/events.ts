/** The tool about what happened: a page of the feed of events. */
import { listEvents as operation } from '../../contract/events.ts'
import type { recentEvents as tool } from '../../contract/event-tools.ts'
import type { Arguments, Result } from '../../contract/tool.ts'
import { listEvents } from '../feed/feed.ts'
import { ask, type ToolCall } from './asking.ts'
import { fitting } from './untrusted.ts'

/** Fewer than an agent would read at once by itself; fifty fit into a reply. */
const eventsDefault = 20

export async function recentEvents(
  call: ToolCall,
  { cursor, types, limit = eventsDefault }: Arguments<typeof tool>,
): Promise<Result<typeof tool>> {
  const page = await eventsOf(call, { cursor, types, limit })
  const { fit, isCut } = fitting(page.events)
  // The cursor of the shorter page, so that the next call goes on where this reply ends.
  return isCut ? eventsOf(call, { cursor, types, limit: fit.length }) : page
}

async function eventsOf(
  call: ToolCall,
  { cursor, types, limit }: Arguments<typeof tool>,
): Promise<Result<typeof tool>> {
  const query = { limit, ...(cursor !== undefined && { cursor }), ...(types && { types: types.join(',') }) }
  const { events, next_cursor, has_more } = await ask(call, operation, listEvents, { query })
  return {
    events: events.map(({ id, seq, type, occurred_at, data }) => ({
      id,
      seq,
      type,
      occurred_at,
      data: { ...(data as object) },
    })),
    next_cursor,
    has_more,
  }
}
