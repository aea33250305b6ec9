/**
 * Groups: what a provider does to them. A group is a team, placed under the team that the admin has chosen, or where our extension says.
 * DELETE archives the team. Members join and leave one by one, under the lock of the directory: two requests at once cannot undo each other.
 *
 * A new group with the externalId of a team, or the name of one in the same place, is that team. People in it whom the provider does not know
 * stay in it.
 */
import { everybodyIn, teamsWith } from '../directory/directory.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { applyGroup, type SyncCall } from './applying.ts'
import * as store from './groups-store.ts'
import * as memberships from './memberships-store.ts'
import type { SyncedGroup } from './groups-store.ts'
import { type GroupStep, groupSteps } from './patching.ts'
import { groupOf } from './resource.ts'
import { invalid, notFound, taken } from './scim-error.ts'
import type { Change } from './users.ts'
import { usersAmong } from './users-store.ts'

/** One that is not deleted. @throws 404 */
export async function getGroup(
  { tx, actor }: Pick<SyncCall, 'tx' | 'actor'>,
  id: string,
): Promise<SyncedGroup> {
  const group = await store.findGroup(tx, actor.organisationId, id)
  if (!group || group.deleted_at !== null) throw notFound()
  return group
}

/** @throws uniqueness | invalidValue, and as applyGroup */
export async function createGroup(call: SyncCall, body: unknown): Promise<SyncedGroup> {
  const { displayName, externalId = null, parent, members } = groupOf(body)
  await assertFree(call, { id: null, externalId })
  const id = (await teamFor(call, { externalId, name: displayName, parent })) ?? newId('team')
  const values = { displayName, externalId, parent }
  await write(call, { id, values, before: [] })
  await join(call, id, members ?? [])
  return apply(call, id)
}

async function assertFree(
  { tx, actor: { organisationId } }: SyncCall,
  { id, externalId }: { id: string | null; externalId: string | null },
): Promise<void> {
  if (externalId === null) return
  if ((await store.groupWith(tx, organisationId, { id, externalId })) !== undefined)
    throw taken('Another group has this externalId')
}

type Place = { externalId: string | null; name: string; parent: string | null | undefined }

/** A team that is the group, and no other group's. */
async function teamFor(
  { tx, actor: { organisationId }, connection }: SyncCall,
  { externalId, name, parent }: Place,
): Promise<string | undefined> {
  const parentId = parent === undefined ? connection.parent_team_id : parent
  for (const id of await teamsWith(tx, organisationId, { externalId, name, parentId })) {
    const group = await store.findGroup(tx, organisationId, id)
    if (!group || group.deleted_at !== null) return id
  }
  return undefined
}

/** @throws 404 | uniqueness | invalidValue | precondition_failed, and as applyGroup */
export async function replaceGroup(call: SyncCall, { id, ifMatch, body }: Change): Promise<SyncedGroup> {
  const group = await load(call, { id, ifMatch })
  const { displayName, externalId = null, parent, members } = groupOf(body)
  const steps: GroupStep[] = [
    { kind: 'displayName', value: displayName },
    { kind: 'externalId', value: externalId },
    ...(parent === undefined ? [] : [{ kind: 'parent' as const, value: parent }]),
    ...(members === null ? [] : [{ kind: 'members' as const, ids: members }]),
  ]
  return change(call, group, steps)
}

/** @throws 404 | uniqueness | invalidSyntax | invalidPath | noTarget | invalidValue | precondition_failed, and as applyGroup */
export async function patchGroup(call: SyncCall, { id, ifMatch, body }: Change): Promise<SyncedGroup> {
  const group = await load(call, { id, ifMatch })
  return change(call, group, groupSteps(body))
}

async function load(call: SyncCall, { id, ifMatch }: Pick<Change, 'id' | 'ifMatch'>): Promise<SyncedGroup> {
  const group = await getGroup(call, id)
  if (ifMatch !== undefined && ifMatch !== group.version) throw problem('precondition_failed')
  return group
}

const ownsParent = ({ owns }: SyncedGroup): boolean => owns.includes('parent_team_id')

/** The same again changes nothing and makes no version. What could not be written is tried again. */
async function change(call: SyncCall, group: SyncedGroup, steps: readonly GroupStep[]): Promise<SyncedGroup> {
  const { id } = group
  const before: Values = {
    displayName: group.display_name,
    externalId: group.external_id,
    parent: ownsParent(group) ? group.parent_id : undefined,
  }
  const values = { ...before }
  const moves: MemberStep[] = []
  for (const step of steps) {
    if (step.kind === 'displayName') values.displayName = step.value
    else if (step.kind === 'externalId') values.externalId = step.value
    else if (step.kind === 'parent') values.parent = step.value
    else moves.push(step)
  }
  const moved = await moveAll(call, id, moves)
  const isSame =
    values.displayName === before.displayName &&
    values.externalId === before.externalId &&
    values.parent === before.parent
  if (!isSame || group.fault !== null) {
    await assertFree(call, { id, externalId: values.externalId })
    await write(call, { id, values, before: group.owns })
  } else if (moved > 0) {
    const { tx, actor, now } = call
    await store.touchGroup(tx, actor.organisationId, { id, sentBy: actor.applicationId }, now)
  } else if (moves.every((step) => step.kind !== 'leave' && !isWhole(step))) {
    return group
  }
  return apply(call, id)
}

type MemberStep = Exclude<GroupStep, { kind: 'displayName' | 'externalId' | 'parent' }>

/** Whether it says who all the members are. */
const isWhole = ({ kind }: MemberStep): boolean => kind === 'members' || kind === 'nobody'

/**
 * Each whole list reads and writes the whole team, so only the last one is followed, and what comes after it.
 * @returns how many came or went @throws invalidValue  nobody of this id, in any of them
 */
async function moveAll(call: SyncCall, groupId: string, steps: readonly MemberStep[]): Promise<number> {
  const start = Math.max(0, steps.findLastIndex(isWhole))
  const overridden = steps
    .slice(0, start)
    .flatMap((step) => (step.kind === 'join' || step.kind === 'members' ? step.ids : []))
  if (overridden.length > 0) await assertUsers(call, overridden)
  let moved = 0
  for (const step of steps.slice(start)) moved += await move(call, groupId, step)
  return moved
}

/** @returns how many came or went @throws invalidValue  nobody of this id */
async function move(call: SyncCall, groupId: string, step: MemberStep): Promise<number> {
  const { tx, actor } = call
  const { organisationId } = actor
  if (step.kind === 'join') return join(call, groupId, step.ids)
  if (step.kind === 'leave') {
    const known = await usersAmong(tx, organisationId, step.ids)
    return memberships.leave(tx, organisationId, { groupId, ids: [...known] })
  }
  const staying = step.kind === 'members' ? step.ids : []
  const stays = new Set(staying)
  const left = await memberships.leaveOthers(tx, organisationId, { groupId, ids: staying })
  const inTeam = await everybodyIn(tx, { organisationId, id: groupId })
  const known = await usersAmong(tx, organisationId, inTeam)
  const others = [...known].filter((id) => !stays.has(id))
  await memberships.leave(tx, organisationId, { groupId, ids: others })
  return left + (await join(call, groupId, staying))
}

async function join(call: SyncCall, groupId: string, ids: readonly string[]): Promise<number> {
  await assertUsers(call, ids)
  return memberships.join(call.tx, call.actor.organisationId, { groupId, ids })
}

async function assertUsers({ tx, actor }: SyncCall, ids: readonly string[]): Promise<void> {
  const known = await usersAmong(tx, actor.organisationId, ids)
  if (ids.some((id) => !known.has(id))) throw invalid('A member is no user of this service')
}

type Values = { displayName: string; externalId: string | null; parent: string | null | undefined }
type Write = { readonly id: string; readonly values: Values; readonly before: readonly string[] }

function write({ tx, actor, now }: SyncCall, { id, values, before }: Write): Promise<SyncedGroup> {
  const { displayName, externalId, parent } = values
  const owns = [...before, 'name', 'status', ...(parent === undefined ? [] : ['parent_team_id'])]
  const group = {
    id,
    displayName,
    externalId,
    parentId: parent ?? null,
    owns: [...new Set(owns)].toSorted(),
    sentBy: actor.applicationId,
  }
  return store.writeGroup(tx, actor.organisationId, group, now)
}

async function apply(call: SyncCall, id: string): Promise<SyncedGroup> {
  const group = await getGroup(call, id)
  await applyGroup(call, group)
  return group
}

/** @throws 404 | precondition_failed, and as applyGroup */
export async function deleteGroup(
  call: SyncCall,
  { id, ifMatch }: Pick<Change, 'id' | 'ifMatch'>,
): Promise<void> {
  const { tx, actor, now } = call
  const { organisationId, applicationId: sentBy } = actor
  const before = await load(call, { id, ifMatch })
  if (before.planned === 'create') {
    await store.forgetGroup(tx, organisationId, id)
    return
  }
  await applyGroup(call, await store.markGroupDeleted(tx, organisationId, { id, sentBy }, now))
}
