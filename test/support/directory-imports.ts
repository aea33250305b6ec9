/** For the tests of imports: a directory that imports files, and its content afterwards. */
import assert from 'node:assert/strict'
import { importDirectory } from '../../contract/imports.ts'
import { checkReply } from './replies.ts'
import { send, type Sent } from './send.ts'
import { newWorld } from './world.ts'
import { many, sql } from '../../src/db/db.ts'
import { shape, text } from '../../src/db/shape.ts'

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream

export async function newImports(options: { at?: string } = {}) {
  const world = await newWorld(options)
  const { db } = world.running
  const api = await world.organisation(['teams:read', 'teams:write'])
  const post = async (
    type: string,
    body: Body,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Sent> => {
    const reply = await send(`${world.url}/api/imports?${new URLSearchParams(query)}`, {
      method: 'POST',
      token: api.token,
      body,
      headers: { 'content-type': type, ...headers },
    })
    checkReply(importDirectory, reply)
    return reply
  }
  const csv = (body: Body, query?: Record<string, string>, headers?: Record<string, string>) =>
    post('text/csv; charset=utf-8', body, query, headers)
  const members = async (): Promise<any[]> => (await api.get('/api/members?limit=200')).body.members
  return {
    world,
    api,
    post,
    csv,
    done: async (body: Body, query?: Record<string, string>) => {
      const reply = await csv(body, query)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
    /** Pointer and code of every fault. */
    faults: async (body: Body, query?: Record<string, string>) => {
      const reply = await csv(body, query)
      assert.deepEqual([reply.status, reply.body.code], [422, 'import_refused'], JSON.stringify(reply.body))
      return reply.body.errors.map((one: any) => `${one.pointer} ${one.code}`)
    },
    members,
    byName: async () => Object.fromEntries((await members()).map((one) => [one.name, one])),
    teams: async (): Promise<any[]> => (await api.get('/api/teams?limit=200')).body.teams,
    written: () =>
      many(
        db.tx,
        shape({ type: text }),
        sql`
          select type
          from events
          where organisation_id = ${world.organisationId}
            and type not in ('application.created', 'audit.recorded')
          union all
          select 'audit ' || action
          from audit_events
          where organisation_id = ${world.organisationId}
            and action = 'directory.imported'`,
      ),
  }
}
