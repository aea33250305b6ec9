/**
 * The runs by which Microsoft and Okta try a SCIM service, request by request: what each is answered, and what the directory then says. The
 * tables are in test/tables, and name what differs from the source, and why.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSynced, scimMedia, type Synced } from '../../test/support/scim.ts'
import type { Reply } from '../../test/support/world.ts'
import { entraBadInputRows } from '../../test/tables/entra-bad-input-run.ts'
import { entraGroupRows } from '../../test/tables/entra-groups-run.ts'
import { entraRows, json } from '../../test/tables/entra-run.ts'
import { oktaHeaders, oktaReferenceRows, oktaSpecificationRows } from '../../test/tables/okta-run.ts'
import type { Row } from '../../test/tables/vendor-run.ts'

/** With the ids that rows have kept. */
const withIds = <T>(value: T, ids: ReadonlyMap<string, string>): T => {
  if (value === undefined) return value
  const text = JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole)
  return JSON.parse(text)
}

const partOf = (body: any, path: string): unknown =>
  path.split('|').reduce((part, name) => (part === null ? undefined : part?.[name]), body)

function assertReply(row: Row, reply: Reply, ids: ReadonlyMap<string, string>): void {
  const told = `${row.at ?? 'ours'}: ${row.send}\n${JSON.stringify(reply.body)}`
  assert.equal(reply.status, row.status, told)
  if (row.status === 204) return
  assert.equal(reply.headers.get('content-type'), scimMedia, told)
  if (row.status >= 400) assert.equal(typeof reply.body.detail, 'string', told)
  assert.equal(reply.body.scimType, row.scimType, told)
  for (const [path, expected] of Object.entries(row.reply ?? {}))
    assert.deepEqual(partOf(reply.body, path), withIds(expected, ids), `${told}\n${path}`)
}

async function assertDirectory(
  { api }: Synced,
  { directory, at, send }: Row,
  ids: ReadonlyMap<string, string>,
) {
  if (!directory) return
  const read = async (path: string): Promise<any> => (await api.get(withIds(path, ids))).body
  const one = await read(
    'team' in directory ? `/api/teams/${directory.team}` : `/api/members/${directory.member}`,
  )
  for (const [field, expected] of Object.entries(directory.has ?? {}))
    assert.deepEqual(one[field], expected, `${at}: ${send}: ${field}`)
  if (!('team' in directory) || !directory.people) return
  const { members } = await read(`/api/teams/${directory.team}/members?limit=200`)
  const people = new Set(members.map((member: any) => member.member_id))
  assert.deepEqual(people, new Set(withIds(directory.people, ids)), `${at}: ${send}: people`)
}

/** Sends what the rows say. @param headers  where a row has none; reading has no content type */
async function play(
  synced: Synced,
  rows: readonly Row[],
  headers: Readonly<Record<string, string>>,
  ids: Map<string, string>,
) {
  for (const row of rows) {
    const [method, ...rest] = row.send.split(' ')
    const path = withIds(rest.join(' '), ids).replaceAll('"', '%22').replaceAll(' ', '%20')
    const { 'content-type': _, ...reading } = headers
    const call = synced.idp[method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete']
    const reply = await (method === 'GET'
      ? synced.idp.get(path, row.headers ?? reading)
      : call(path, withIds(row.body, ids), row.headers ?? (method === 'DELETE' ? reading : headers)))
    assertReply(row, reply, ids)
    if (row.keep !== undefined) ids.set(row.keep, reply.body.id)
    await assertDirectory(synced, row, ids)
  }
}

const positions = (rows: readonly Row[]): number[] => rows.flatMap(({ at }) => (at === null ? [] : [at]))
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

test('the tables have each request of their sources once, in its order', () => {
  assert.deepEqual(positions([...entraRows, ...entraGroupRows, ...entraBadInputRows]), upTo(79))
  assert.deepEqual(positions(oktaSpecificationRows), upTo(11))
  assert.deepEqual(positions(oktaReferenceRows), upTo(13))
})

test('Entra finds, makes, changes and deletes users and groups, and is refused what cannot be read', async () => {
  const synced = await newSynced()
  const ids = new Map<string, string>()
  await play(synced, [...entraRows, ...entraGroupRows, ...entraBadInputRows], json, ids)
})

test('Okta takes the service up, and keeps users and groups in it', async () => {
  const synced = await newSynced()
  const ids = new Map<string, string>()
  await play(synced, [...oktaSpecificationRows, ...oktaReferenceRows], oktaHeaders, ids)
})
