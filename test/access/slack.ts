/** Slack workspaces of the prepared organisation, connected by its admin at the double of Slack (support/receiver.ts). */
import { randomBytes } from 'node:crypto'
import type { Client } from '../support/world.ts'
import { ok } from './call.ts'
import type { Make } from './requests.ts'

export const newTeamId = (): string => `T${randomBytes(5).toString('hex').toUpperCase()}`

export function slackMakers(admin: Client) {
  /** What Slack sends the admin back with, for a new workspace or this one. */
  const newSlackCode = async (team = newTeamId()): Promise<{ code: string; state: string }> => {
    const { authorize_url: url } = ok(await admin.post('/api/slack/installations'))
    return { code: `${team}.code`, state: new URL(url).searchParams.get('state') ?? '' }
  }
  return {
    newSlackCode,
    newSlackWorkspace: async (team?: string): Promise<string> =>
      ok(await admin.post('/api/slack/workspaces', await newSlackCode(team))).id,
  }
}

export const slackRequests: Record<string, Make> = {
  listSlackWorkspaces: () => ({ query: { limit: '5' } }),
  startSlackInstallation: () => ({}),
  // Only whoever started can use the code.
  connectSlackWorkspace: async (it) => ({ body: await it.newSlackCode(), by: it.world.admin }),
  disconnectSlackWorkspace: async (it) => ({ params: { id: await it.newSlackWorkspace() } }),
}
