/** What tests do with confirmations as the person whom the agent acts for, and what the audit log keeps of them. */
import assert from 'node:assert/strict'
import { bodyOf } from './clockwork.ts'
import type { Client, World } from './world.ts'

/** What a tool says that waits for its person. */
type Asked = { readonly url: string }

const idOf = ({ url }: Asked): string => url.split('/').at(-1)!

export const confirmationOf = (asked: Asked): string => `/api/confirmations/${idOf(asked)}`

/** The person reads the plan on the page and presses the button. */
export async function confirm(person: Client, asked: Asked): Promise<void> {
  const path = confirmationOf(asked)
  const { plan_hash } = await bodyOf(person.get(path))
  const { state } = await bodyOf(person.post(`${path}/confirm`, { plan_hash }))
  assert.equal(state, 'confirmed')
}

export const expire = ({ running }: World, asked: Asked) =>
  running.db.pool.query(
    `update agent_confirmations set expires_at = now() - interval '1 second' where id = $1`,
    [idOf(asked)],
  )

/** The actions that the audit log keeps of agents about something, oldest first. */
export const agentEntriesAbout = async (admin: Client, target: string): Promise<string[]> =>
  (await bodyOf(admin.get(`/api/audit-events?target=${target}&limit=50`))).audit_events
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('agent.'))
    .toReversed()
