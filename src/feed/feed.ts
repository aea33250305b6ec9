/**
 * The feed of events, for programs: in the order of positions, in which events became visible, so nothing is skipped and nothing comes twice.
 * A cursor names an event and not its position: positions would reveal how much happens that the caller may not see.
 *
 * A token reads the events of what it may see: the readers of each type are in the catalogue (contract/events.ts). Events of a private survey
 * are there for its author alone.
 */
import {
  definitionOf,
  type EventPage,
  type EventType,
  eventTypeNames,
  typesNamedBy,
} from '../../contract/events.ts'
import type * as contract from '../../contract/events.ts'
import { type ApplicationActor, userIdOf } from '../actor.ts'
import { may } from '../authority.ts'
import type { Call } from '../call.ts'
import { sql, textArray, type Tx } from '../db/db.ts'
import { cursorAt, paged } from '../db/paging.ts'
import { readerOf, seesDirectory } from '../directory/directory.ts'
import {
  type EventRow,
  type FeedReader,
  findNewest,
  findWindow,
  hasAll,
  listPlaced,
  listRecent,
  positionOf,
} from '../events/events.ts'
import { problem } from '../problem.ts'
import { isShared, knownTo } from '../visibility.ts'

/** Events that one call looks at, however few of them match its filter. */
const lookedAtMax = 5_000

/** In place of an event: before the first. */
const beginning = 'beginning'

/** @throws invalid_request | invalid_cursor | cursor_expired */
export async function listEvents({
  tx,
  actor,
  query: { types, start = 'oldest', wait: _wait, ...query },
}: Call<typeof contract.listEvents>): Promise<EventPage> {
  const { organisationId } = actor
  const wanted = wantedTypes(types)
  const paging = paged(`events of ${organisationId}`, query)
  const caller = { organisationId, userId: userIdOf(actor) }
  if (paging.after === null && start !== 'oldest') {
    const newest = await findNewest(tx, caller)
    const found =
      start === 'recent' && newest
        ? await listRecent(
            tx,
            caller,
            { until: newest.position, lookedAt: lookedAtMax, limit: paging.limit },
            await readableBy(tx, actor, wanted),
          )
        : []
    return {
      events: found.map(eventOf),
      next_cursor: cursorAt(newest?.id ?? beginning, paging),
      has_more: false,
    }
  }
  const after = await afterOf(tx, caller, paging.after)
  const seen = await findWindow(tx, caller, { after, size: lookedAtMax })
  if (!seen) return { events: [], next_cursor: cursorAt(paging.after ?? beginning, paging), has_more: false }
  const range = { after, until: seen.position, limit: paging.limit + 1 }
  const found = await listPlaced(tx, organisationId, range, await readableBy(tx, actor, wanted))
  const isCut = found.length > paging.limit
  const page = isCut ? found.slice(0, paging.limit) : found
  return {
    events: page.map(eventOf),
    next_cursor: cursorAt(isCut ? page[page.length - 1].id : seen.id, paging),
    has_more: isCut || seen.count === lookedAtMax,
  }
}

/** An event as it leaves: what the catalogue names, and nothing else that may stand in the row. */
export const eventOf = ({ id, seq, type, payload, occurred_at }: EventRow): contract.Event => ({
  id,
  seq,
  type,
  occurred_at,
  data: Object.fromEntries(
    Object.keys(definitionOf(type).payload.properties).flatMap((name) =>
      name in payload ? [[name, payload[name]]] : [],
    ),
  ),
})

/** @throws invalid_request  a name that names nothing */
function wantedTypes(text: string | undefined): readonly EventType[] {
  if (text === undefined) return eventTypeNames
  return text.split(',').flatMap((pattern) => {
    const named = typesNamedBy(pattern.trim())
    if (named.length === 0)
      throw problem('invalid_request', { detail: 'types must name types of events, or a noun as pulse.*' })
    return named
  })
}

/** The position behind which a call reads. @throws cursor_expired */
async function afterOf(tx: Tx, reader: FeedReader, cursor: string | null): Promise<number> {
  if (cursor === null) return 0
  const position =
    cursor === beginning ? ((await hasAll(tx, reader)) ? 0 : null) : await positionOf(tx, reader, cursor)
  if (position === null) throw problem('cursor_expired')
  return position
}

/** SQL: whether the caller may read the event of the row `e`, and wants it. */
export async function readableBy(tx: Tx, actor: ApplicationActor, wanted: readonly EventType[]) {
  const reader = await readerOf(tx, actor)
  const open = (type: EventType): boolean => {
    const { scopes, readers } = definitionOf(type)
    if (scopes.length > 0 && !scopes.some((scope) => actor.scopes.has(scope))) return false
    if (readers === 'directory') return seesDirectory(actor)
    if (readers === 'retention') return may(actor, 'retention.manage')
    if (readers === 'audit') return may(actor, 'audit.follow')
    return readers !== 'action' || may(actor, 'results.read')
  }
  const of = (special: 'application' | 'action') =>
    textArray(eventTypeNames.filter((type) => definitionOf(type).readers === special))
  const results =
    reader.reach.kind === 'all'
      ? sql`true`
      : sql`
          exists (
            select 1
            from collections c
            where c.organisation_id = ${actor.organisationId}
              and c.owner_id = coalesce(e.payload ->> 'pulse_id', e.payload ->> 'check_in_instance_id')
              and c.owner_kind = case when e.payload ->> 'pulse_id' is null then 'check_in_instance' else 'pulse' end
              and ${isShared(reader, 'c', sql`e.payload ->> 'team_id'`)}
          )`
  return sql`
    e.type = any (${textArray(wanted.filter(open))})
    and ${knownTo(userIdOf(actor), 'e')}
    and (e.type <> all (${of('application')}) or e.payload ->> 'application_id' = ${actor.applicationId})
    and (e.type <> all (${of('action')}) or ${results})`
}
