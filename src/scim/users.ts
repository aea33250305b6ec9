/**
 * Users: what a provider does to them. A user is a member of the directory and no account here. `active: false` and DELETE deactivate the
 * member; nobody is erased. An inactive user is still found, or the provider would make a second; a deleted one is not.
 *
 * A new user with the externalId or an address of somebody who is in the directory is that member, so that a directory from a file is taken
 * over and not doubled.
 */
import { isDeepStrictEqual } from 'node:util'
import { membersWith } from '../directory/directory.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { applyUser, type SyncCall } from './applying.ts'
import { patchedUser } from './patching.ts'
import { addressOf, ownedBy } from './planning.ts'
import { type UserResource, userOf } from './resource.ts'
import { notFound, taken } from './scim-error.ts'
import * as store from './users-store.ts'
import type { SyncedUser } from './users-store.ts'

/** One that is not deleted. @throws 404 */
export async function getUser(
  { tx, actor }: Pick<SyncCall, 'tx' | 'actor'>,
  id: string,
): Promise<SyncedUser> {
  const user = await store.findUser(tx, actor.organisationId, id)
  if (!user || user.deleted_at !== null) throw notFound()
  return user
}

/** @throws uniqueness | invalidValue, and as applyUser */
export async function createUser(call: SyncCall, body: unknown): Promise<SyncedUser> {
  const resource = userOf(body)
  await assertFree(call, resource, null)
  const id = (await memberFor(call, resource)) ?? newId('member')
  return write(call, { id, resource, before: [] })
}

async function assertFree(
  { tx, actor: { organisationId } }: SyncCall,
  { userName, externalId }: UserResource,
  id: string | null,
): Promise<void> {
  const asked = { id, userName, externalId: externalId ?? null }
  if ((await store.userWith(tx, organisationId, asked)) !== undefined)
    throw taken('Another user has this userName or externalId')
}

/** A member who is the user, and nobody else's. */
async function memberFor(
  { tx, actor: { organisationId } }: SyncCall,
  resource: UserResource,
): Promise<string | undefined> {
  const address = addressOf(resource)
  const candidates = await membersWith(tx, organisationId, {
    externalId: resource.externalId ?? null,
    emails: address === undefined ? [] : [address.toLowerCase()],
  })
  const others = await store.usersAmong(tx, organisationId, candidates)
  return candidates.find((id) => !others.has(id))
}

/** @throws 404 | uniqueness | invalidValue | precondition_failed, and as applyUser */
export async function replaceUser(call: SyncCall, { id, ifMatch, body }: Change): Promise<SyncedUser> {
  const user = await load(call, { id, ifMatch })
  return change(call, user, userOf(body, user.resource))
}

/** @throws 404 | uniqueness | invalidSyntax | invalidPath | noTarget | invalidValue | precondition_failed, and as applyUser */
export async function patchUser(call: SyncCall, { id, ifMatch, body }: Change): Promise<SyncedUser> {
  const user = await load(call, { id, ifMatch })
  return change(call, user, patchedUser(user.resource, body))
}

export type Change = {
  readonly id: string
  /** The version that the caller has read. */
  readonly ifMatch: number | undefined
  readonly body: unknown
}

async function load(call: SyncCall, { id, ifMatch }: Pick<Change, 'id' | 'ifMatch'>): Promise<SyncedUser> {
  const user = await getUser(call, id)
  if (ifMatch !== undefined && ifMatch !== user.version) throw problem('precondition_failed')
  return user
}

/** The same again changes nothing and makes no version. What could not be written is tried again. */
async function change(call: SyncCall, user: SyncedUser, resource: UserResource): Promise<SyncedUser> {
  const { id, owns, fault } = user
  if (isDeepStrictEqual(resource, user.resource) && fault === null) return user
  await assertFree(call, resource, id)
  return write(call, { id, resource, before: owns })
}

type Write = { readonly id: string; readonly resource: UserResource; readonly before: readonly string[] }

async function write(call: SyncCall, { id, resource, before }: Write): Promise<SyncedUser> {
  const { tx, actor, now } = call
  const owns = ownedBy(resource, before)
  const user = await store.writeUser(
    tx,
    actor.organisationId,
    { id, resource, owns, sentBy: actor.applicationId },
    now,
  )
  await applyUser(call, user)
  return user
}

/** @throws 404 | precondition_failed | last_admin */
export async function deleteUser(
  call: SyncCall,
  { id, ifMatch }: Pick<Change, 'id' | 'ifMatch'>,
): Promise<void> {
  const { tx, actor, now } = call
  const { organisationId, applicationId: sentBy } = actor
  const before = await load(call, { id, ifMatch })
  if (before.planned === 'create') {
    await store.forgetUser(tx, organisationId, id)
    return
  }
  await applyUser(call, await store.markUserDeleted(tx, organisationId, { id, sentBy }, now))
}
