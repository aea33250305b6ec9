/**
 * Slack workspaces of the organisation. Slack sends the person back with a code (/slack/oauth/callback), and only the person who
 * started the installation can use it, once and within minutes. A workspace belongs to one organisation at a time.
 */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, pageOfConnections, paging, stamps, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

/**
 * uninstalled    the app was removed in Slack
 * token_revoked  its token was revoked in Slack
 * token_refused  Slack refused the token when a message was sent
 */
export const pauseReasons = ['uninstalled', 'token_revoked', 'token_refused'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const SlackWorkspace = Type.Object(
  {
    id: Type.String(),
    team_id: Type.String({ description: 'as Slack names the workspace: T024BE7LH' }),
    name: Type.String(),
    state: oneOf(['connected', 'paused'] as const),
    paused_because: nullable(oneOf(pauseReasons)),
    paused_at: nullable(instant),
    connected_at: instant,
    ...stamps,
  },
  { title: 'SlackWorkspace' },
)

const admin = { tag: 'Organisation', caller: 'session', action: 'organisation.manage' } as const
const params = Type.Object({ id: id('slw') })
const path = '/api/slack/workspaces'

export const listSlackWorkspaces = {
  id: 'listSlackWorkspaces',
  method: 'GET',
  path,
  summary: 'List Slack workspaces',
  ...admin,
  query: strict(paging),
  status: 200,
  response: pageOfConnections('slack_workspaces', SlackWorkspace),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const startSlackInstallation = {
  id: 'startSlackInstallation',
  method: 'POST',
  path: '/api/slack/installations',
  summary: 'Start connecting a Slack workspace',
  description:
    'Open `authorize_url` in a browser. Slack sends you back with a code and the state, which only you can use, once, within ten minutes.',
  ...admin,
  fresh: true,
  status: 201,
  response: Type.Object(
    { authorize_url: Type.String(), expires_at: instant },
    { title: 'SlackInstallation' },
  ),
  errors: ['slack_not_set_up', 'unprocessable'],
} as const satisfies Operation

export const connectSlackWorkspace = {
  id: 'connectSlackWorkspace',
  method: 'POST',
  path,
  summary: 'Connect a Slack workspace',
  description:
    'With the code and the state that Slack sent. A workspace that another organisation has connected is refused: 409 `conflict`.',
  ...admin,
  rate: 'bulk',
  body: strict(
    {
      code: Type.String({ minLength: 1, maxLength: 500 }),
      state: Type.String({ minLength: 1, maxLength: 100 }),
    },
    { title: 'SlackCode' },
  ),
  status: 201,
  response: SlackWorkspace,
  errors: ['slack_not_set_up', 'conflict', 'unprocessable', 'unavailable'],
} as const satisfies Operation

export const disconnectSlackWorkspace = {
  id: 'disconnectSlackWorkspace',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Disconnect a Slack workspace',
  description:
    'Revokes the token at Slack, and deletes it here even where Slack does not answer. Messages go by the next channel of each recipient.',
  ...admin,
  fresh: true,
  rate: 'bulk',
  params,
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type SlackWorkspace = Static<typeof SlackWorkspace>
