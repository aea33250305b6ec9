/** For the tests of the directory: an organisation with an empty directory, and the check of a refusal. */
import assert from 'node:assert/strict'
import type { EventType } from '../../contract/events.ts'
import type { Member } from '../../contract/members.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { Team } from '../../contract/teams.ts'
import { newWorld, type Reply } from './world.ts'
import { many, sql, type Tx } from '../../src/db/db.ts'
import { jsonbOf, shapeOf } from '../../src/db/shape.ts'
import { events } from '../../src/db/tables.ts'

export async function newDirectory(options: { at?: string } = {}) {
  const world = await newWorld(options)
  const { db } = world.running
  const api = await world.organisation(['teams:read', 'teams:write'])
  const maker =
    <T>(path: string) =>
    async (name: string, fields: Record<string, unknown> = {}): Promise<T> => {
      const { status, body } = await api.post(path, { name, ...fields })
      assert.equal(status, 201, JSON.stringify(body))
      return body
    }
  return {
    world,
    api,
    reader: await world.organisation(['teams:read']),
    clock: world.running.clock!,
    team: maker<Team>('/api/teams'),
    member: maker<Member>('/api/members'),
    /** Events are read from the database, since the API lists none. */
    events: () => eventsOf(db.tx, world.organisationId),
  }
}

type Event = { type: EventType; payload: { team_id?: string; member_id?: string } }

const eventRow = shapeOf(events, ['type'], { payload: jsonbOf<Event['payload']>() })

const eventsOf = (tx: Tx, organisationId: string): Promise<Event[]> =>
  many(
    tx,
    eventRow,
    sql`
      select type, payload
      from events
      where organisation_id = ${organisationId}
        and payload ?| array['team_id', 'member_id']
      order by occurred_at, id`,
  )

/** Asserts a refusal, and with `pointer` the pointer of its first error. */
export const refused =
  (status: number, code: ProblemCode, pointer?: string) =>
  (reply: Reply): void => {
    const place = pointer === undefined ? undefined : reply.body?.errors?.[0]?.pointer
    assert.deepEqual(
      [reply.status, reply.body?.code, place],
      [status, code, pointer],
      JSON.stringify(reply.body),
    )
  }
