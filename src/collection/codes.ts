/**
 * Codes on paper (channel `code`): people without e-mail and chat draw a slip from an envelope. The service knows the pool of a code, a team with
 * enough people, and never whose it is.
 *
 * - Anonymous mode alone. In the others the service keeps who answered beside the answer, which it cannot know here.
 * - Codes are made when somebody prints them, once, and are in that one reply: afterwards there are hashes. Anyone who holds slips can answer with
 *   them, so a person prints, in person; no program gets codes, and lost slips are not replaced.
 * - Using a code stores the sealed answer and changes no row of codes. So nobody, with whatever token, can tell a used code from an unused one,
 *   and destroying is for a whole pool: its codes end, and answers that were given count. About how many were used is told by response rates.
 */
import { randomBytes } from 'node:crypto'
import type { CollectionOperations } from '../../contract/collection-operations.ts'
import { codeOf, printedCode } from '../../contract/code-format.ts'
import type { Channel } from '../../contract/collections.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import type { Reply } from '../../contract/operation.ts'
import type { Translations } from '../../contract/translations.ts'
import type { PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertReaches } from '../authority.ts'
import type { Call } from '../call.ts'
import type { Policy, TeamNode } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { named, sha256 } from '../ids.ts'
import { impossible, problem } from '../problem.ts'
import { linkOfCode } from '../vault/vault.ts'
import * as store from './code-store.ts'
import { type Placed, type Pooling, poolsOf } from './pools.ts'
import type { CollectionSource, OwnerView } from './reads.ts'
import { reachedByCode, type Recipient } from './roster-store.ts'
import { storeIncomplete } from './seating.ts'
import { type Collection, refOf } from './store.ts'

type Asking = { readonly mode: Mode; readonly breakdown: Policy['breakdown'] }

/**
 * @throws unprocessable  codes in a mode that keeps who answered, or beside figures by an attribute, which nobody knows of a code
 */
export function checkCodes(channels: readonly Channel[], { mode, breakdown }: Asking): void {
  if (!channels.includes('code')) return
  if (mode !== 'anonymous')
    throw impossible(
      '/channels',
      `In ${mode} mode Sonde keeps who answered, and a code names nobody. Use anonymous mode, or leave out the channel code`,
      'codes_are_anonymous',
    )
  if (breakdown !== null)
    throw impossible(
      '/breakdown',
      'Nobody knows the attributes of somebody who answers by a code. Leave out the breakdown, or the channel code',
      'codes_have_no_attributes',
    )
}

type Pooled<P extends Placed> = {
  readonly channels: readonly Channel[]
  readonly policy: Pick<Policy, 'k_score' | 'k_rate'>
  readonly people: readonly P[]
  readonly teams: readonly TeamNode[]
}

/** The pools of a survey that would open now. */
export async function previewPools<P extends Placed>(
  tx: Tx,
  organisationId: string,
  { channels, policy, people, teams }: Pooled<P>,
): Promise<Pooling<P>> {
  const ids = people.map(({ memberId }) => memberId)
  const reached = await reachedByCode(tx, organisationId, channels, ids)
  return poolsOf(people, teams, reached, Math.max(policy.k_score, policy.k_rate))
}

/** Puts those who are asked by a code into pools, and stores these. @returns everybody, where they count */
export async function poolCodes(
  tx: Tx,
  ref: CollectionRef,
  opening: Pooled<Recipient>,
): Promise<Pooling<Recipient>> {
  const pooling = await previewPools(tx, ref.organisationId, opening)
  if (pooling.pools.length === 0) return pooling
  await store.insertPools(tx, ref, pooling.pools)
  await storeIncomplete(tx, ref, pooling.incomplete)
  if (pooling.moved.size > 0) await store.moveSittingOut(tx, ref, pooling.moved)
  return pooling
}

type Operations = CollectionOperations
type CodesCall = { readonly tx: Tx; readonly actor: PersonActor; readonly params: { readonly id: string } }

const find = ({ tx, actor, params }: CodesCall, source: CollectionSource): Promise<OwnerView> =>
  source.find(tx, actor, params.id)

/** Pools, and what became of their codes. Never how many were used. @throws not_found | not_the_author */
export async function getCodes(
  call: Call<Operations['getCodes']>,
  source: CollectionSource,
  baseUrl: string,
): Promise<Reply<Operations['getCodes']>> {
  const { authorUserId, collection } = await find(call, source)
  assertReaches(call.actor, 'codes.read', { authorUserId })
  return codesOf(call.tx, collection, baseUrl)
}

async function codesOf(
  tx: Tx,
  collection: Collection | undefined,
  baseUrl: string,
): Promise<Reply<Operations['getCodes']>> {
  const pools = collection ? await store.listPools(tx, refOf(collection)) : []
  const issued = pools.find(({ issued_at: at }) => at !== null)
  return {
    address: addressOf(baseUrl),
    open: collection?.state === 'open',
    issued_at: issued?.issued_at ?? null,
    issued_by:
      issued && issued.issued_by !== null ? { user_id: issued.issued_by, name: issued.issuer ?? '' } : null,
    pools: pools.map(({ number, team_id, team_name, people, destroyed_at }) => ({
      number,
      team_id,
      team_name,
      codes: people,
      destroyed_at,
    })),
  }
}

/** Where somebody types a code. */
const addressOf = (baseUrl: string): string => `${baseUrl}/r/code`

type Change = CodesCall & { readonly body?: { readonly reason?: string }; readonly now: Date }

/** @throws not_found | not_the_author | reason_required | its notOpen */
async function openFor(call: Change, source: CollectionSource): Promise<Collection> {
  const { authorUserId, state, collection } = await find(call, source)
  const reason = call.body?.reason
  assertReaches(call.actor, 'codes.handle', { authorUserId, ...(reason !== undefined && { reason }) })
  if (collection?.state !== 'open' || !(await store.lockOpen(call.tx, refOf(collection))))
    throw problem(source.links.notOpen, { state })
  return collection
}

/**
 * Makes the codes and hands them out: once, in this reply alone.
 * @throws not_found | not_the_author | reason_required | its notOpen | codes_issued
 * @throws unprocessable  nobody is asked by a code
 */
export async function issueCodes(
  call: Call<Operations['issueCodes']>,
  source: CollectionSource,
  baseUrl: string,
): Promise<Reply<Operations['issueCodes']>> {
  const { tx, actor, now } = call
  const collection = await openFor(call, source)
  const ref = refOf(collection)
  const pools = await store.listPools(tx, ref)
  if (pools.length === 0) throw impossible('', 'Nobody is asked by a code in this survey', 'no_codes')
  if ((await store.markIssued(tx, ref, { by: actor.userId, now })).length === 0) throw problem('codes_issued')
  const made = pools.map((pool) => ({ ...pool, codes: Array.from({ length: pool.people }, newCode) }))
  await store.insertCodes(
    tx,
    ref,
    made.flatMap(({ number, codes }) => codes.map((code) => ({ number, hash: sha256(linkOfCode(code)) }))),
  )
  const codes = made.reduce((sum, pool) => sum + pool.people, 0)
  await audit(call, collection, 'codes.issued', { codes, pools: made.length })
  const { language, translations } = await store.wordingOf(tx, ref)
  const address = addressOf(baseUrl)
  return {
    title: collection.title,
    language,
    titles: titlesIn(translations),
    closes_at: collection.closes_at,
    address,
    pools: made.map(({ number, team_id, team_name, codes: own }) => ({
      number,
      team_id,
      team_name,
      codes: own.map((code) => ({
        code: printedCode(code),
        url: `${baseUrl}/r/${named(ref.organisationId, code)}`,
      })),
    })),
  }
}

const titlesIn = (translations: Translations): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, { title }]) =>
      title === undefined ? [] : [[language, title]],
    ),
  )

/** Eleven random symbols; a byte has eight of each, so none is likelier than another. */
const newCode = (): string => codeOf([...randomBytes(11)].map((byte) => byte & 31))

/**
 * Ends every code of a pool, or of all. Answers that were given stay.
 * @throws not_found | not_the_author | reason_required | its notOpen
 * @throws unprocessable  a pool that is not there
 */
export async function destroyCodes(
  call: Call<Operations['destroyCodes']>,
  source: CollectionSource,
  baseUrl: string,
): Promise<Reply<Operations['destroyCodes']>> {
  const { tx, actor, body, now } = call
  const collection = await openFor(call, source)
  const ref = refOf(collection)
  const number = body?.number ?? null
  if (number !== null && !(await store.listPools(tx, ref)).some((one) => one.number === number))
    throw impossible('/number', `There is no pool ${number}`, 'unknown')
  const destroyed = await store.markDestroyed(tx, ref, number, { by: actor.userId, now })
  if (destroyed.length > 0)
    await audit(call, collection, 'codes.destroyed', { pools: destroyed.map((one) => one.number) })
  return codesOf(tx, collection, baseUrl)
}

const audit = async (
  { tx, actor, body, now }: Change,
  collection: Collection,
  action: 'codes.issued' | 'codes.destroyed',
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    organisationId: collection.organisation_id,
    actor: actedBy(actor),
    action,
    target: collection.owner_id,
    privateTo: await store.privateAuthorOf(tx, refOf(collection)),
    detail: { ...detail, ...(body?.reason !== undefined && { reason: body.reason }) },
    at: now,
  })
