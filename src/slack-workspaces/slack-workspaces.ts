/**
 * Slack workspaces of organisations. An admin connects one by Slack's OAuth; its bot token is sealed for this organisation and workspace, and
 * opened only to call Slack.
 *
 * One organisation at a time has a workspace: the one that connected it first, until it disconnects, or somebody removes the app in Slack, who
 * has the last word there. So what Slack reports about a workspace concerns one organisation alone (docs/decisions/0077).
 */
import { randomBytes } from 'node:crypto'
import type { Page } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/slack.ts'
import type { PauseReason, SlackWorkspace } from '../../contract/slack.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { actedBy, type AuditedActor, byClock, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { FoundWorkspace, Workspaces } from '../channels/channels.ts'
import type { Db, Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { newId, sha256 } from '../ids.ts'
import { releaseName, organisationNamed, takeName } from '../identity/identity.ts'
import { impossible, problem } from '../problem.ts'
import { type Sealing, SealingError } from '../sealing.ts'
import { authorizeUrl, exchangeCode, type InstallFault, revokeToken, type SlackApp } from './slack-oauth.ts'
import * as store from './store.ts'
import type { WorkspaceRow } from './store.ts'

export { sealedSlackTokens } from './store.ts'
export { botScopes } from './slack-oauth.ts'

export type Installing = {
  readonly db: Pick<Db, 'tx' | 'transaction'>
  readonly sealing: Sealing
  /** null: the operator has set up none */
  readonly app: SlackApp | null
  readonly apiUrl: string
  readonly baseUrl: () => string
  readonly clock: Clock
}

const stateBytes = 32
const installationMs = 600_000
/** Whether messages reach anybody by it. */
export const isSlackConnected = async (tx: Tx, organisationId: string): Promise<boolean> =>
  (await store.workspacesOf(tx, organisationId)).some((row) => row.paused_because === null)

/** Where Slack sends a person back to. */
export const callbackPath = '/slack/oauth/callback'

const useOf = (organisationId: string, teamId: string): string => `slack ${organisationId} ${teamId}`

const present = (row: WorkspaceRow): SlackWorkspace => ({
  id: row.id,
  team_id: row.team_id,
  name: row.name,
  state: row.paused_because === null ? 'connected' : 'paused',
  paused_because: row.paused_because,
  paused_at: row.paused_at,
  connected_at: row.connected_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

/** Oldest first. @throws invalid_cursor */
export async function listSlackWorkspaces(
  { app }: Installing,
  { tx, actor: { organisationId }, query }: Call<typeof contract.listSlackWorkspaces>,
): Promise<Page<'slack_workspaces', SlackWorkspace> & { set_up: boolean }> {
  const paging = paged(`slack ${organisationId}`, query)
  const rows = await store.listWorkspaces(tx, organisationId, paging)
  const page = pageOf('slack_workspaces', rows, paging, ({ id }) => id)
  return { ...page, slack_workspaces: page.slack_workspaces.map(present), set_up: app !== null }
}

const tooMany = () => impossible('', `At most ${limits.slackWorkspacesMax} workspaces`, 'too_many')

/** By a state and its person together: for anybody else there is no such state. */
const hashOf = (state: string, userId: string): Buffer => sha256(`slack installation\n${userId}\n${state}`)

/** @throws slack_not_set_up | unprocessable  there are as many as there may be, and none of them waits to be connected again */
export async function startSlackInstallation(
  { app, baseUrl }: Installing,
  { tx, actor: { organisationId, userId }, now }: Call<typeof contract.startSlackInstallation>,
): Promise<{ authorize_url: string; expires_at: string }> {
  if (app === null) throw problem('slack_not_set_up')
  const rows = await store.workspacesOf(tx, organisationId)
  if (rows.length >= limits.slackWorkspacesMax && rows.every((row) => row.paused_because === null))
    throw tooMany()
  const state = randomBytes(stateBytes).toString('base64url')
  const expiresAt = new Date(now.getTime() + installationMs)
  await store.deleteOverInstallations(tx, organisationId, now)
  await store.insertInstallation(tx, { organisationId, hash: hashOf(state, userId) }, expiresAt)
  return {
    authorize_url: authorizeUrl(app, state, baseUrl() + callbackPath),
    expires_at: expiresAt.toISOString(),
  }
}

const faults: Readonly<Record<Exclude<InstallFault, 'silent'>, string>> = {
  refused: 'Slack does not accept this code. Start again',
  whole_enterprise: 'Install the app in a single workspace, not in the whole enterprise organisation',
  token_rotation: 'Token rotation is on in the settings of the app at Slack. Use an app without it',
}

/**
 * No transaction is open while Slack is asked. The state is used up first, whatever follows.
 * @throws slack_not_set_up | unprocessable | conflict | unavailable
 */
export async function connectSlackWorkspace(
  { db, sealing, app, baseUrl, clock }: Installing,
  { actor, body: { code, state }, now }: Call<typeof contract.connectSlackWorkspace>,
): Promise<SlackWorkspace> {
  if (app === null) throw problem('slack_not_set_up')
  const { organisationId, userId } = actor
  const hash = hashOf(state, userId)
  const isKnown = await db.transaction((tx) => store.useInstallation(tx, { organisationId, hash }, now))
  if (!isKnown)
    throw impossible('/state', 'This connection was not started by you, was used, or is over', 'expired')
  const installed = await exchangeCode(app, code, baseUrl() + callbackPath)
  if (installed === 'silent') throw problem('unavailable', { detail: 'Slack did not answer. Start again' })
  if (typeof installed === 'string') throw impossible('/code', faults[installed], installed)
  const { teamId, name, appId, botUserId, token } = installed
  return db.transaction(async (tx) => {
    await store.lockWorkspaces(tx, organisationId)
    const count = await store.countWorkspaces(tx, organisationId)
    // Not before: what Slack reports about the time until here is about the connection before.
    const connectedAt = clock.now()
    const before = await store.findByTeam(tx, organisationId, teamId)
    if (!before && count >= limits.slackWorkspacesMax) throw tooMany()
    const isTaken =
      !(await takeName(tx, nameOf(organisationId, teamId))) &&
      (await organisationNamed(tx, nameOf(organisationId, teamId))) !== organisationId
    // The token stays valid: it is also the other organisation's, because Slack has one for each app and workspace.
    if (isTaken)
      throw problem('conflict', { detail: `${name} is connected to another organisation of this service` })
    const row = await store.upsertWorkspace(
      tx,
      {
        organisation_id: organisationId,
        id: newId('slackWorkspace'),
        team_id: teamId,
        app_id: appId,
        bot_user_id: botUserId,
        name,
        sealed_token: sealing.seal(token, useOf(organisationId, teamId)),
      },
      connectedAt,
    )
    await audit(tx, row, { action: 'slack.connected', actor: actedBy(actor) }, connectedAt)
    return present(row)
  })
}

const nameOf = (organisationId: string, teamId: string) =>
  ({ kind: 'slack_workspace', name: teamId, organisationId }) as const

/**
 * Revoked first, then deleted and free for others at once: until then the token could be the next organisation's, too. Slack may be silent;
 * it is deleted all the same.
 * @throws not_found
 */
export async function disconnectSlackWorkspace(
  { db, sealing, apiUrl }: Installing,
  { actor, params, now }: Call<typeof contract.disconnectSlackWorkspace>,
): Promise<null> {
  const { organisationId } = actor
  const row = await store.findWorkspace(db.tx, organisationId, params.id)
  if (!row) throw problem('not_found')
  const token = tokenOf(sealing, row)
  const isRevoked = token !== null && (await revokeToken({ apiUrl }, token))
  await db.transaction(async (tx) => {
    await store.lockWorkspaces(tx, organisationId)
    const deleted = await store.deleteWorkspace(tx, organisationId, params.id)
    if (!deleted) throw problem('not_found')
    await releaseName(tx, nameOf(organisationId, row.team_id))
    const occasion = { action: 'slack.disconnected', actor: actedBy(actor) } as const
    await audit(tx, deleted, { ...occasion, detail: { revoked: isRevoked } }, now)
  })
  return null
}

/** @returns null  the workspace is paused, or the key that sealed its token is lost */
function tokenOf(sealing: Sealing, row: WorkspaceRow): string | null {
  if (row.sealed_token === null) return null
  try {
    return sealing.open(row.sealed_token, useOf(row.organisation_id, row.team_id))
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

/** How channels find the workspace of an address, and report one that refuses its token. */
export function slackWorkspaces({ db, sealing }: Pick<Installing, 'db' | 'sealing'>): Workspaces {
  const found = (row: WorkspaceRow): FoundWorkspace | 'paused' | 'unreadable' => {
    const token = tokenOf(sealing, row)
    if (token === null) return row.sealed_token === null ? 'paused' : 'unreadable'
    return { organisationId: row.organisation_id, teamId: row.team_id, token }
  }
  return {
    find: async (organisationId, teamId) => {
      const rows = await store.workspacesOf(db.tx, organisationId)
      if (teamId === null && rows.length > 1) return 'several'
      const row = teamId === null ? rows[0] : rows.find((one) => one.team_id === teamId)
      return row ? found(row) : teamId === null ? 'none' : 'unknown'
    },
    ofTeam: async (teamId) => {
      const row = await rowOfTeam(db.tx, teamId)
      const workspace = row && found(row)
      return typeof workspace === 'object' ? workspace : null
    },
    tokenRefused: ({ organisationId, teamId, token }, now) => {
      const isMeant = (row: WorkspaceRow): boolean =>
        row.organisation_id === organisationId && tokenOf(sealing, row) === token
      return pauseSlackWorkspace(db, teamId, { because: 'token_refused', at: now, isMeant }, now)
    },
  }
}

/** The organisation that has the workspace now. */
const ownerOf = (tx: Tx, teamId: string): Promise<string | undefined> =>
  organisationNamed(tx, { kind: 'slack_workspace', name: teamId })

/** The row of the one organisation that has the workspace now. */
async function rowOfTeam(tx: Tx, teamId: string): Promise<WorkspaceRow | undefined> {
  const organisationId = await ownerOf(tx, teamId)
  return organisationId === undefined ? undefined : store.findByTeam(tx, organisationId, teamId)
}

export type Pausing = {
  readonly because: PauseReason
  /** When it happened at Slack: what was connected later is not affected. */
  readonly at: Date
  /** From a report of Slack's: it must be about this app, and this bot where the report names bots. */
  readonly appId?: string
  readonly botUserIds?: readonly string[]
  isMeant?(row: WorkspaceRow): boolean
}

/** The token is deleted, admins are told by the audit log, and the workspace is free for whoever connects it next. */
export async function pauseSlackWorkspace(
  db: Pick<Db, 'transaction'>,
  teamId: string,
  { because, at, appId, botUserIds, isMeant = () => true }: Pausing,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const organisationId = await ownerOf(tx, teamId)
    if (organisationId === undefined) return
    await store.lockWorkspaces(tx, organisationId)
    const row = await rowOfTeam(tx, teamId)
    // Another organisation's meanwhile: it was connected after what happened.
    if (row?.organisation_id !== organisationId || !isMeant(row)) return
    if (appId !== undefined && appId !== row.app_id) return
    if (botUserIds && !botUserIds.includes(row.bot_user_id)) return
    const paused = await store.pauseWorkspace(tx, row, { because, connectedBefore: at }, now)
    if (!paused) return
    await releaseName(tx, nameOf(row.organisation_id, teamId))
    await audit(tx, paused, { action: 'slack.paused', actor: byClock }, now)
  })
}

type Occasion = {
  readonly action: AuditAction
  readonly actor: AuditedActor
  readonly detail?: Record<string, unknown>
}

const audit = (tx: Tx, row: WorkspaceRow, { action, actor, detail }: Occasion, now: Date): Promise<void> =>
  recordAudit(tx, {
    organisationId: row.organisation_id,
    actor,
    action,
    target: row.id,
    detail: {
      team_id: row.team_id,
      name: row.name,
      ...(row.paused_because !== null && { reason: row.paused_because }),
      ...detail,
    },
    at: now,
  })
