/** What an admin sees of directory sync, and decides: its state, the tokens of providers, what would change. */
import type { Page } from '../../contract/fields.ts'
import type * as contract from '../../contract/directory-sync.ts'
import type { DirectorySync, NewSyncToken, SyncChange, SyncRun } from '../../contract/directory-sync.ts'
import { limits } from '../../contract/limits.ts'
import { scimPath } from '../../contract/scim.ts'
import type { SyncState } from '../../contract/sync-states.ts'
import type { AuditAction } from '../../contract/audit-actions.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import { afterCommit, sql, type Tx } from '../db/db.ts'
import { cursorAt, paged, type Paged } from '../db/paging.ts'
import { countPresent, findSyncedTeam, lockDirectory } from '../directory/directory.ts'
import { newId, newSecret, sha256 } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { deactivationsMax, groupChange, userChange } from './applying.ts'
import * as groups from './groups-store.ts'
import * as memberships from './memberships-store.ts'
import { shownFields } from './planning.ts'
import * as store from './store.ts'
import type { Connection } from './store.ts'
import * as users from './users-store.ts'

type Reading = Pick<Call<typeof contract.getDirectorySync>, 'tx' | 'actor' | 'now'>

/** @param baseUrl  of the service */
export async function getDirectorySync(
  { tx, actor: { organisationId }, now }: Reading,
  baseUrl: string,
): Promise<DirectorySync> {
  const connection = await store.getConnection(tx, organisationId)
  const planned = await users.countPlanned(tx, organisationId)
  const teams = await groups.countPlannedGroups(tx, organisationId)
  const of = (kind: users.UserPlan): number => planned.find((row) => row.planned === kind)?.count ?? 0
  return {
    state: connection.state,
    base_url: baseUrl + scimPath,
    parent_team_id: connection.parent_team_id,
    users: await users.countUsers(tx, organisationId, sql`true`),
    groups: await groups.countGroups(tx, organisationId, sql`true`),
    planned: {
      create: of('create'),
      update: of('update'),
      deactivate: of('deactivate'),
      reactivate: of('reactivate'),
      teams: teams.teams,
      memberships: teams.memberships,
    },
    faults: planned.reduce((sum, { faults }) => sum + faults, teams.faults),
    held:
      connection.state === 'held' && connection.held_at !== null
        ? { at: connection.held_at, deactivations: connection.held ?? 0 }
        : null,
    deactivations_max: deactivationsMax(await countPresent(tx, organisationId)),
    last_request_at: connection.last_request_at,
    tokens: await store.listTokens(tx, organisationId, now),
    runs: (await store.listRuns(tx, organisationId)).map(runOf),
    version: connection.version,
  }
}

const runOf = ({ id, state, requests, refused, counts, started_at, last_at }: store.RunRow): SyncRun => ({
  id,
  state,
  requests,
  refused,
  counts,
  started_at,
  last_at,
})

type Target = 'off' | 'trial' | 'on'

const transitions: Readonly<Record<SyncState, readonly Target[]>> = {
  off: ['off', 'trial'],
  trial: ['trial', 'on', 'off'],
  on: ['on', 'trial', 'off'],
  held: ['on', 'trial', 'off'],
}

/**
 * @throws directory_sync_state  the state cannot follow the present one
 * @throws unprocessable  an unknown team; more people would be deactivated than were confirmed
 * @throws precondition_failed
 */
export async function updateDirectorySync(
  call: Call<typeof contract.updateDirectorySync>,
  baseUrl: string,
): Promise<DirectorySync> {
  const { tx, actor, body, ifMatch, now } = call
  const { organisationId } = actor
  await lockDirectory(tx, organisationId)
  const before = await store.getConnection(tx, organisationId)
  if (ifMatch !== undefined && ifMatch !== before.version) throw problem('precondition_failed')
  const state = body.state ?? before.state
  if (body.state !== undefined && !transitions[before.state].includes(body.state))
    throw problem('directory_sync_state', {
      state: before.state,
      detail: `Directory sync is ${before.state}, and cannot become ${body.state}`,
    })
  const { parent_team_id = before.parent_team_id } = body
  if (parent_team_id !== null && parent_team_id !== before.parent_team_id)
    await assertTeam(tx, organisationId, parent_team_id)
  const turnsOn = body.state === 'on' && before.state !== 'on'
  if (turnsOn) await assertConfirmed(call, before)
  if (state === before.state && parent_team_id === before.parent_team_id)
    return getDirectorySync(call, baseUrl)
  const keepsHold = state === 'held'
  await store.writeConnection(
    tx,
    organisationId,
    {
      state,
      parent_team_id,
      heldAt: keepsHold && before.held_at !== null ? new Date(before.held_at) : null,
      held: keepsHold ? before.held : null,
      ...(turnsOn && { countedFrom: now }),
    },
    now,
  )
  if (state === 'off' && before.state !== 'off') await store.forgetEverything(tx, organisationId)
  if (turnsOn) afterCommit(tx, 'work due', null)
  await audit(call, 'directory_sync.updated', {
    ...(state !== before.state && { state: { from: before.state, to: state } }),
    ...(parent_team_id !== before.parent_team_id && {
      parent_team_id: { from: before.parent_team_id, to: parent_team_id },
    }),
  })
  return getDirectorySync(call, baseUrl)
}

async function assertTeam(tx: Tx, organisationId: string, id: string): Promise<void> {
  const team = await findSyncedTeam(tx, { organisationId, id })
  if (team?.status !== 'active')
    throw impossible('/parent_team_id', `There is no active team ${id}`, 'unknown')
}

/** @throws unprocessable */
async function assertConfirmed(
  { tx, actor: { organisationId }, body }: Call<typeof contract.updateDirectorySync>,
  { state }: Connection,
): Promise<void> {
  const planned = await users.countPlanned(tx, organisationId)
  const leaving = planned.find((row) => row.planned === 'deactivate')?.count ?? 0
  const isMany = leaving > deactivationsMax(await countPresent(tx, organisationId))
  if ((state === 'held' || isMany) && (body.confirm_deactivate ?? -1) < leaving) {
    const detail = `This would deactivate ${leaving} members; send confirm_deactivate=${leaving} to do so`
    throw impossible('/confirm_deactivate', detail, 'too_many')
  }
}

/** @throws too_many_tokens | directory_sync_state  it is off */
export async function createDirectorySyncToken(
  call: Call<typeof contract.createDirectorySyncToken>,
): Promise<NewSyncToken> {
  const { tx, actor, now } = call
  const { organisationId } = actor
  await lockDirectory(tx, organisationId)
  const { state } = await store.getConnection(tx, organisationId)
  if (state === 'off')
    throw problem('directory_sync_state', { state, detail: 'Start a trial of directory sync first' })
  const valid = await store.listTokens(tx, organisationId, now)
  if (valid.length >= limits.syncTokensMax) throw problem('too_many_tokens')
  const token = newSecret('scim', organisationId)
  const expiresAt = new Date(now.getTime() + limits.syncTokenDays * 86_400_000)
  const id = newId('syncToken')
  const row = await store.insertToken(
    tx,
    organisationId,
    { id, hash: sha256(token), createdBy: actor.userId, expiresAt },
    now,
  )
  await audit(call, 'directory_sync.token_created', { token_id: id })
  return { ...row, token }
}

/** @throws not_found */
export async function revokeDirectorySyncToken(
  call: Call<typeof contract.revokeDirectorySyncToken>,
): Promise<null> {
  const { tx, actor, params } = call
  if ((await store.deleteToken(tx, actor.organisationId, params.id)) === 0) throw problem('not_found')
  await audit(call, 'directory_sync.token_revoked', { token_id: params.id })
  return null
}

const audit = (
  { tx, actor, now }: Reading,
  action: AuditAction,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: actor.organisationId,
    actor: actedBy(actor),
    action,
    target: actor.organisationId,
    detail,
    at: now,
  })

type ChangesCall = Call<typeof contract.listDirectorySyncChanges>

/** Teams before members, each by id. @throws invalid_cursor */
export async function listDirectorySyncChanges(call: ChangesCall): Promise<Page<'changes', SyncChange>> {
  const { actor, query } = call
  const { organisationId } = actor
  const paging = paged(`directory sync of ${organisationId}`, query)
  const [part, position] = paging.after === null ? ['team', null] : splitAt(paging.after)
  const teams = part === 'team' && query.subject !== 'member' ? await teamChanges(call, paging, position) : []
  const rest = paging.limit + 1 - teams.length
  const people =
    rest > 0 && query.subject !== 'team'
      ? await memberChanges(call, rest, part === 'member' ? position : null)
      : []
  const changes = [...teams, ...people]
  const hasMore = changes.length > paging.limit
  const shown = hasMore ? changes.slice(0, paging.limit) : changes
  const last = shown.at(-1)
  return {
    changes: shown,
    next_cursor: hasMore && last ? cursorAt(`${last.subject} ${last.id}`, paging) : null,
    has_more: hasMore,
  }
}

function splitAt(position: string): [string, string] {
  const at = position.indexOf(' ')
  return [position.slice(0, at), position.slice(at + 1)]
}

const kindsOf = ({ query }: ChangesCall) => ({
  kinds: query.kind === undefined ? null : [query.kind],
  faulty: query.faulty === true ? true : null,
})

async function teamChanges(call: ChangesCall, { limit }: Paged, after: string | null): Promise<SyncChange[]> {
  const { tx, actor } = call
  const { organisationId } = actor
  const connection = await store.getConnection(tx, organisationId)
  const rows = await groups.plannedGroups(tx, organisationId, { ...kindsOf(call), after, limit: limit + 1 })
  const ids = rows.map(({ id }) => id)
  const moves = new Map(
    (await memberships.movesOf(tx, organisationId, ids)).map((row) => [row.group_id, row]),
  )
  const changes: SyncChange[] = []
  for (const group of rows) {
    const { team, patch } = await groupChange(tx, organisationId, connection, group)
    changes.push({
      id: group.id,
      kind: group.planned ?? 'members',
      subject: 'team',
      name: team?.name ?? group.display_name,
      fields: shownFields(patch, team),
      joining: moves.get(group.id)?.joining ?? 0,
      leaving: moves.get(group.id)?.leaving ?? 0,
      fault: group.fault,
    })
  }
  return changes
}

async function memberChanges(call: ChangesCall, limit: number, after: string | null): Promise<SyncChange[]> {
  const { tx, actor } = call
  const { organisationId } = actor
  const rows = await users.plannedUsers(tx, organisationId, { ...kindsOf(call), after, limit })
  const changes: SyncChange[] = []
  for (const user of rows) {
    const { member, patch, name } = await userChange(tx, organisationId, user)
    changes.push({
      id: user.id,
      kind: user.planned ?? 'update',
      subject: 'member',
      name: member?.name ?? name,
      fields: shownFields(patch, member),
      joining: 0,
      leaving: 0,
      fault: user.fault,
    })
  }
  return changes
}
