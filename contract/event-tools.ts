/** The tool of the MCP server that tells what happened: a page of the feed of events (events.ts). */
import { eventTypePatterns } from './events.ts'
import { oneOf, strict } from './fields.ts'
import { reads, type Tool } from './tool.ts'
import { Type } from './schema.ts'

export const recentEvents = {
  name: 'recent_events',
  title: 'See what happened',
  description:
    'Lists events that this connection may see: surveys that opened and closed, insights that are ready, changes of teams. Ids and states only. Send next_cursor back to read on.',
  scopes: [['events:read']],
  input: strict({
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'next_cursor of a call before' }),
    ),
    types: Type.Optional(
      Type.Array(oneOf(eventTypePatterns), {
        minItems: 1,
        maxItems: 20,
        description: 'names of types, and `pulse.*` for all of a noun',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: Type.Object({
    events: Type.Array(
      Type.Object({
        id: Type.String(),
        seq: Type.Integer({ description: 'greater than that of every earlier event' }),
        type: Type.String(),
        occurred_at: Type.String(),
        data: Type.Record(Type.String(), Type.Unknown(), { description: 'ids and states' }),
      }),
      { description: 'oldest first' },
    ),
    next_cursor: Type.String(),
    has_more: Type.Boolean(),
  }),
  annotations: reads,
} as const satisfies Tool
