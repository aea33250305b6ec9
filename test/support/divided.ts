/**
 * The service on tables that are divided over several servers: one coordinator and two workers of Citus, where the folder SONDE_TEST_CITUS has
 * the programs that start them (test/flows/citus.test.ts).
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDivided, query, startCluster } from './cluster.ts'
import { type Running, startApp, type StartOptions } from './start.ts'
import { type Client, links, pulseDraft, type World } from './world.ts'

export const programs = process.env.SONDE_TEST_CITUS ?? ''

/** For `skip`. @param what  is not tested without a cluster */
export const withoutCitus = (what: string): string | false =>
  existsSync(join(programs, 'up'))
    ? false
    : `NOT TESTED: ${what}, because SONDE_TEST_CITUS names no folder with it`

let started: Promise<string> | undefined
/** The address of the coordinator, whose servers end with the file. */
export const cluster = (): Promise<string> => (started ??= startCluster(programs, 2))

/** The service on a divided database of this name. */
export async function serviceOn(name: string, options: StartOptions = {}): Promise<Running> {
  const connectionString = await createDivided(await cluster(), name)
  return startApp({ ...options, database: { connectionString } })
}

/** On which worker the rows of an organisation are, by its port. */
export const workerOf = async (address: string, organisationId: string): Promise<number> =>
  (
    await query<{ nodeport: number }>(
      address,
      `select nodeport
       from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('organisations', '${organisationId}')`,
    )
  )[0].nodeport

export const answered = { answers: [{ question_id: 'calm', value: 4 }] }

/** An open pulse of people who were imported from a file. @returns its path and its links */
export async function openedIn(world: World, user: Client, people: number) {
  const admin = await world.user({ role: 'admin' })
  const rows = Array.from({ length: people }, (_, at) => ({
    name: `Person ${at}`,
    external_id: `e${at}`,
    email: `person${at}@test.example`,
    teams: at % 2 === 0 ? 'Crew' : 'Office',
    ...(at > 0 && { manager: 'e0' }),
  }))
  const imported = await admin.post('/api/imports', { rows })
  assert.equal(imported.status, 200, JSON.stringify(imported.body))
  assert.deepEqual([imported.body.created, imported.body.teams_created], [people, 2])
  const again = await admin.post('/api/imports', { rows })
  assert.deepEqual([again.body.created, again.body.updated, again.body.unchanged], [0, 0, people])
  const path = await pulseOfAll(user)
  assert.equal((await user.post(`${path}/open`)).status, 200)
  return { path, all: await links(user, path) }
}

/** A draft to all teams. @returns its path */
export async function pulseOfAll(user: Client, more: Record<string, unknown> = {}): Promise<string> {
  const { teams } = (await user.get('/api/teams')).body
  const ids = teams.map(({ id }: { id: string }) => id)
  const { status, body } = await user.post('/api/pulses', pulseDraft(ids, more))
  assert.equal(status, 201, JSON.stringify(body))
  return `/api/pulses/${body.id}`
}
