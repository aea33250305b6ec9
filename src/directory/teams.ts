/**
 * Teams: members, in a tree.
 *
 * A team is never its own ancestor, and at most `teamDepthMax` deep. Archiving ends its memberships and takes it out of lists; it stays readable by id,
 * teams below it keep their place, and what was asked before stands. It can be brought back, empty.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Page } from '../../contract/fields.ts'
import { type EventType } from '../../contract/events.ts'
import { limits } from '../../contract/limits.ts'
import { type Team, type TeamDraft, type TeamPatch } from '../../contract/teams.ts'
import { type ApplicationActor } from '../actor.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { recordEvent } from '../events/events.ts'
import { newId } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { containing, nameOf, searched, since, timeZoneOf, unlessTaken } from './fields.ts'
import { depthOf, isAtOrAbove } from './ancestors.ts'
import { touchMembers } from './members-store.ts'
import { endMembershipsOfTeam } from './memberships-store.ts'
import * as teamsStore from './teams-store.ts'

export type TeamQuery = {
  limit?: number
  cursor?: string
  q?: string
  external_id?: string
  status?: Team['status']
  updated_since?: string
}

const uniqueIndexes = { external_id: 'teams_by_external_id' }

/** Active teams, unless archived ones are asked for. @throws invalid_cursor | invalid_request */
export async function listTeams(
  tx: Tx,
  { organisationId }: ApplicationActor,
  query: TeamQuery,
): Promise<Page<'teams', Team>> {
  const paging = paged(`teams of ${organisationId}`, query)
  const filter = {
    status: query.status ?? 'active',
    externalId: searched('external_id', query.external_id),
    name: containing(query.q),
    updatedSince: since(query.updated_since),
  }
  return pageOf(
    'teams',
    await teamsStore.listTeams(tx, organisationId, filter, paging),
    paging,
    (team) => team.id,
  )
}

/**
 * @throws conflict       another team has this external_id
 * @throws unprocessable  name, time zone or parent that cannot be
 */
export async function createTeam(
  tx: Tx,
  { organisationId }: ApplicationActor,
  draft: TeamDraft,
  now: Date,
): Promise<Team> {
  const fields = spelled({ ...blank, ...draft })
  await teamsStore.lockDirectory(tx, organisationId)
  if (fields.parent_team_id !== null) await checkParent(tx, organisationId, fields.parent_team_id, 1)
  const inserted = teamsStore.insertTeam(tx, organisationId, { ...fields, id: newId('team') }, now)
  const team = await unlessTaken('team', uniqueIndexes, inserted)
  await record(tx, organisationId, 'team.created', team.id, now)
  return team
}

const blank = {
  external_id: null,
  description: null,
  parent_team_id: null,
  time_zone: null,
  status: 'active',
} as const

const spelled = <T extends { name?: string; time_zone?: string | null }>(fields: T): T => ({
  ...fields,
  ...(fields.name !== undefined && { name: nameOf(fields.name) }),
  ...(fields.time_zone && { time_zone: timeZoneOf(fields.time_zone) }),
})

/** @param height  of what comes below the parent, itself counted */
async function checkParent(tx: Tx, organisationId: string, id: string, height: number): Promise<void> {
  const known = await teamsStore.activeTeams(tx, organisationId, [id])
  if (!known.has(id)) throw impossible('/parent_team_id', `There is no active team ${id}`, 'unknown')
  if ((await depthOf(tx, organisationId, id)) + height > limits.teamDepthMax)
    throw impossible('/parent_team_id', `Teams stand at most ${limits.teamDepthMax} deep`, 'too_deep')
}

/** @throws not_found */
export async function getTeam(tx: Tx, { organisationId }: ApplicationActor, id: string): Promise<Team> {
  const team = await teamsStore.findTeam(tx, organisationId, id)
  if (!team) throw problem('not_found')
  return team
}

/**
 * A change that changes nothing is none: no new version, no event.
 * @throws not_found | conflict | precondition_failed
 * @throws team_cycle     the parent is the team itself or below it
 * @throws unprocessable  name, time zone or parent that cannot be
 */
export async function updateTeam(
  tx: Tx,
  { organisationId }: ApplicationActor,
  id: string,
  patch: TeamPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Team> {
  await teamsStore.lockDirectory(tx, organisationId)
  const team = await lock(tx, organisationId, id, ifMatch)
  const next = { ...team, ...spelled(patch) }
  if (isDeepStrictEqual(next, team)) return team
  if (next.parent_team_id !== null && next.parent_team_id !== team.parent_team_id) {
    if (await isAtOrAbove(tx, 'teams', organisationId, id, next.parent_team_id)) throw problem('team_cycle')
    const height = await teamsStore.heightOf(tx, organisationId, id)
    await checkParent(tx, organisationId, next.parent_team_id, height)
  }

  const archives = next.status === 'archived' && team.status !== 'archived'
  if (archives) await dismiss(tx, organisationId, id, now)
  const updated = await unlessTaken(
    'team',
    uniqueIndexes,
    teamsStore.updateTeam(tx, organisationId, next, now),
  )
  await record(tx, organisationId, archives ? 'team.archived' : 'team.updated', id, now)
  return updated
}

/** Archives; an archived team stays one. @throws not_found | precondition_failed */
export async function deleteTeam(
  tx: Tx,
  { organisationId }: ApplicationActor,
  id: string,
  ifMatch: number | undefined,
  now: Date,
): Promise<null> {
  await teamsStore.lockDirectory(tx, organisationId)
  const team = await lock(tx, organisationId, id, ifMatch)
  if (team.status === 'archived') return null
  await dismiss(tx, organisationId, id, now)
  await teamsStore.updateTeam(tx, organisationId, { ...team, status: 'archived' }, now)
  await record(tx, organisationId, 'team.archived', id, now)
  return null
}

async function lock(tx: Tx, organisationId: string, id: string, ifMatch: number | undefined): Promise<Team> {
  const team = await teamsStore.lockTeam(tx, organisationId, id)
  if (!team) throw problem('not_found')
  if (ifMatch !== undefined && ifMatch !== team.version) throw problem('precondition_failed')
  return team
}

async function dismiss(tx: Tx, organisationId: string, id: string, now: Date): Promise<void> {
  const left = await endMembershipsOfTeam(tx, organisationId, id, { except: [] }, now)
  await touchMembers(tx, organisationId, left, now)
}

const record = (tx: Tx, organisationId: string, type: EventType, teamId: string, at: Date): Promise<void> =>
  recordEvent(tx, { organisationId, type, payload: { team_id: teamId }, at })
