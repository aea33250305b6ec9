/**
 * Teams: members, in a tree.
 *
 * A team is never its own ancestor, and at most `teamDepthMax` levels deep. Archiving ends its memberships and takes it out of
 * lists; it stays readable by id, teams below it keep their place, and earlier results stay. It can be reactivated, empty.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Page, splitIds } from '../../contract/fields.ts'
import type { EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import type { Reply } from '../../contract/operation.ts'
import type * as contract from '../../contract/teams.ts'
import type { Team, TeamDraft, TeamPatch } from '../../contract/teams.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import type { Call } from '../call.ts'
import type { Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { depthOf, isAtOrAbove } from './ancestors.ts'
import { conflictIfTaken, containing, nameOf, searchable, timeZoneOf } from './fields.ts'
import { assertTeamNotManaged } from './managed.ts'
import { touchMembers } from './members-store.ts'
import { endMembershipsOfTeam, managersOf } from './memberships-store.ts'
import { directoryReachOf, managedTeams, wouldWidenReach } from './reach.ts'
import { type Ref, refOf } from './ref.ts'
import { auditManagers } from './leadership.ts'
import { recordMembersRemoved } from './removals.ts'
import * as store from './teams-store.ts'

const uniqueIndexes = { external_id: 'teams_by_external_id' }

/** Those that the caller sees: active ones, unless the query names a status or ids. @throws invalid_cursor | invalid_request */
export async function listTeams({
  tx,
  actor,
  query,
}: Call<typeof contract.listTeams>): Promise<Page<'teams', Team>> {
  const { organisationId } = actor
  const paging = paged(`teams of ${organisationId}`, query)
  const ids = splitIds(query.ids)
  const filter: store.TeamFilter = {
    ids,
    status: query.status ?? (ids ? null : 'active'),
    externalId: query.external_id === undefined ? null : searchable('external_id', query.external_id),
    name: query.q ? containing(query.q) : null,
    updatedSince: query.updated_since === undefined ? null : new Date(query.updated_since),
    among: query.managed ? await managedTeams(tx, actor) : null,
    reach: await directoryReachOf(tx, actor),
  }
  const rows = await store.listTeams(tx, organisationId, filter, paging)
  return pageOf('teams', rows, paging, (team) => team.id)
}

/** The active teams that the caller sees, with the sizes of each and of the whole, and who leads it; none of it is about answers. */
export async function getTeamTree({
  tx,
  actor,
}: Call<typeof contract.getTeamTree>): Promise<Reply<typeof contract.getTeamTree>> {
  const { organisationId } = actor
  const reach = await directoryReachOf(tx, actor)
  const rows = await store.teamTree(tx, organisationId, reach, limits.teamTreeMax + 1)
  const leads = await store.leadsByTeam(tx, organisationId, reach)
  const teams = rows
    .slice(0, limits.teamTreeMax)
    .map((team) => ({ ...team, leads: leads.get(team.id) ?? [] }))
  return { teams, truncated: rows.length > teams.length, ...(await store.sizesOf(tx, organisationId, reach)) }
}

/**
 * @throws conflict       another team has this external_id
 * @throws unprocessable  an invalid name or time zone, or an unknown or too deep parent
 */
export async function createTeam({
  tx,
  actor: { organisationId },
  body: draft,
  now,
}: Call<typeof contract.createTeam>): Promise<Team> {
  await store.lockDirectory(tx, organisationId)
  return insertTeam(tx, { organisationId, id: newId('team') }, draft, now)
}

/** The directory is locked. @throws conflict | unprocessable  as createTeam */
export async function insertTeam(tx: Tx, team: Ref, draft: TeamDraft, now: Date): Promise<Team> {
  const { organisationId } = team
  const fields = normalisedTeam({ ...defaults, ...draft })
  if (fields.parent_team_id !== null) await checkParent(tx, organisationId, fields.parent_team_id, 1)
  const inserted = store.insertTeam(tx, organisationId, { ...fields, id: team.id }, now)
  const row = await conflictIfTaken('team', uniqueIndexes, inserted)
  await record(tx, 'team.created', team, now)
  return row
}

const defaults = {
  external_id: null,
  description: null,
  parent_team_id: null,
  time_zone: null,
  status: 'active',
} as const

/** @throws unprocessable  an invalid name or time zone */
export const normalisedTeam = <T extends { name?: string; time_zone?: string | null }>(fields: T): T => ({
  ...fields,
  ...(fields.name !== undefined && { name: nameOf(fields.name) }),
  ...(fields.time_zone && { time_zone: timeZoneOf(fields.time_zone) }),
})

/** @param height  levels of what comes below the parent */
async function checkParent(tx: Tx, organisationId: string, id: string, height: number): Promise<void> {
  const known = await store.activeTeams(tx, organisationId, [id])
  if (!known.has(id)) throw impossible('/parent_team_id', `There is no active team ${id}`, 'unknown')
  if ((await depthOf(tx, { organisationId, id })) + height > limits.teamDepthMax)
    throw impossible('/parent_team_id', `Teams nest at most ${limits.teamDepthMax} levels deep`, 'too_deep')
}

/** @throws not_found  also for a team that the caller does not see */
export async function getTeam(call: Call<typeof contract.getTeam>): Promise<Team> {
  const { tx, actor } = call
  const team = await store.findTeam(tx, refOf(call), await directoryReachOf(tx, actor))
  if (!team) throw problem('not_found')
  return team
}

/** A team of any status. @throws not_found */
export async function loadTeam(tx: Tx, { organisationId }: ApplicationActor, id: string): Promise<Team> {
  const team = await store.findTeam(tx, { organisationId, id })
  if (!team) throw problem('not_found')
  return team
}

/**
 * A patch that changes nothing makes no new version and no event.
 * @throws not_found | conflict | precondition_failed
 * @throws team_cycle     the parent is the team itself or below it
 * @throws unprocessable  an invalid name or time zone, an unknown or too deep parent, or one that would widen what the application reads
 * @throws managed_by_directory  directory sync maintains a field that would change
 */
export async function updateTeam(call: Call<typeof contract.updateTeam>): Promise<Team> {
  const { body: patch } = call
  const team = await loadForChange(call)
  await assertTeamNotManaged(call.tx, team, normalisedTeam(patch), call.actor.organisationId)
  return patchTeam(call, team, patch)
}

type TeamCall = Pick<Call<typeof contract.updateTeam>, 'tx' | 'actor' | 'params' | 'now'>

/** Writes the fields of a patch to a team that is locked; the directory is locked, too. @throws as updateTeam */
export async function patchTeam(call: TeamCall, team: Team, patch: TeamPatch): Promise<Team> {
  const { tx, now } = call
  const next = { ...team, ...normalisedTeam(patch) }
  if (isDeepStrictEqual(next, team)) return team
  const ref = refOf(call)
  const { organisationId } = ref
  const { parent_team_id: parentId } = next
  if (parentId !== null && parentId !== team.parent_team_id) {
    const parent = { organisationId, id: parentId }
    if (await isAtOrAbove(tx, 'teams', parent, team.id)) throw problem('team_cycle')
    await checkParent(tx, organisationId, parentId, await store.heightOf(tx, ref))
    if (await wouldWidenReach(tx, call.actor, { teamId: team.id, parentId }))
      throw impossible(
        '/parent_team_id',
        'This application reads the results of some teams alone, and cannot place another team under these',
        'out_of_reach',
      )
  }
  const changed = await change(call, { before: team, after: next })
  // Anyone who reads the results of the teams above reads those of this one.
  if (parentId !== team.parent_team_id)
    await recordAudit(tx, {
      organisationId,
      actor: actedBy(call.actor),
      action: 'team.moved',
      target: team.id,
      detail: { parent_team_id: { from: team.parent_team_id, to: parentId } },
      at: now,
    })
  return changed
}

/** Archives a team. Archiving twice changes nothing. @throws not_found | precondition_failed | fresh_sign_in_required | managed_by_directory */
export async function deleteTeam(call: Call<typeof contract.deleteTeam>): Promise<null> {
  const team = await loadForChange(call)
  if (team.status === 'archived') return null
  await assertTeamNotManaged(call.tx, team, { status: 'archived' }, call.actor.organisationId)
  const after = { ...team, status: 'archived' as const }
  await change(call, { before: team, after })
  return null
}

type ChangeCall = Pick<Call<typeof contract.deleteTeam>, 'tx' | 'actor' | 'params' | 'ifMatch'>

/** The team, locked, as is the directory. @throws not_found | precondition_failed */
async function loadForChange(call: ChangeCall): Promise<Team> {
  const { tx, actor, ifMatch } = call
  await store.lockDirectory(tx, actor.organisationId)
  const team = await store.lockTeam(tx, refOf(call))
  if (!team) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== team.version) throw problem('precondition_failed')
  return team
}

/** Writes a team's new fields, and what follows from a new status. @throws conflict | fresh_sign_in_required */
async function change(
  call: Pick<Call<typeof contract.deleteTeam>, 'tx' | 'actor' | 'params' | 'now'>,
  { before, after }: { before: Team; after: Team },
): Promise<Team> {
  const { tx, now } = call
  const ref = refOf(call)
  const { organisationId } = ref
  const archives = after.status === 'archived' && before.status !== 'archived'
  if (archives) {
    const managers = await managersOf(tx, ref)
    const left = await endMembershipsOfTeam(tx, ref, now)
    await recordMembersRemoved(call, before.id, left.length)
    await touchMembers(tx, organisationId, left, now)
    await auditManagers(call, managers)
  }
  const write = store.updateTeam(tx, organisationId, after, now)
  const updated = await conflictIfTaken('team', uniqueIndexes, write)
  await record(tx, archives ? 'team.archived' : 'team.updated', ref, now)
  return updated
}

const record = (tx: Tx, type: EventType, { organisationId, id }: Ref, at: Date): Promise<void> =>
  recordEvent(tx, { organisationId, type, payload: { team_id: id }, at })
