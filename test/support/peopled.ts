/** An organisation whose people are given one by one, and what was sent to each of them. */
import assert from 'node:assert/strict'
import { scopeNames, scopes } from '../../contract/scopes.ts'
import { many, sql } from '../../src/db/db.ts'
import { type RowOf, shapeOf } from '../../src/db/shape.ts'
import { deliveries } from '../../src/db/tables.ts'
import { bodyOf } from './clockwork.ts'
import type { Running } from './start.ts'
import { type Client, client, newWorld, pulseDraft, type World } from './world.ts'

const deliveryRow = shapeOf(deliveries, [
  'member_id',
  'channel',
  'round',
  'state',
  'attempts',
  'next_attempt_at',
  'sent_at',
  'last_error',
])
export type DeliveryRow = RowOf<typeof deliveryRow>

/** The mode that may ask any number of people. */
const confidentiality = { mode: 'attributed' }

/** An organisation with these people in one team, and an author. */
export async function peopled(running: Running, people: Record<string, unknown>[]) {
  const world: World = await newWorld({ running })
  // Tokens that outlive whatever the clock does.
  const expiresAt = new Date('2100-01-01')
  const { userId } = await world.user()
  const author: Client = client(running.url, await world.token({ userId, scopes: scopeNames, expiresAt }))
  const organisational = scopeNames.filter((scope) => scopes[scope].organisation)
  const api: Client = client(running.url, await world.token({ scopes: organisational, expiresAt }))
  const team = await api.post('/api/teams', { name: 'Everyone' })
  const ids: string[] = []
  for (const [place, person] of people.entries()) {
    const draft = { name: `Person ${place}`, team_ids: [team.body.id], ...person }
    ids.push((await bodyOf(api.post('/api/members', draft), 201)).id)
  }
  const open = async (more: object = {}) => {
    const draft = pulseDraft([team.body.id], { channels: ['email'], confidentiality, ...more })
    const path = `/api/pulses/${(await bodyOf(author.post('/api/pulses', draft), 201)).id}`
    await bodyOf(author.post(`${path}/open`))
    return path
  }
  const rows = (): Promise<DeliveryRow[]> =>
    many(
      running.db.tx,
      deliveryRow,
      sql`
        select ${deliveryRow.columns}
        from deliveries
        where organisation_id = ${world.organisationId}
          and channel <> 'link'
        order by round, member_id, channel`,
    )
  const { clock } = running
  assert.ok(clock)
  return { world, author, api, ids, open, rows, clock }
}

export const mailAt = (name: string, more: object = {}) => ({ email: `${name}@acme.test`, ...more })
