/**
 * The keys of an open collection: made when it opens, destroyed once it has ended.
 *
 * Those of anonymous collections are in the key store (src/key-store) and never in the database. Those of the other modes are in a table:
 * there the database knows who said what anyway, and such a collection survives the loss of the key store.
 *
 * A process remembers keys for a minute. One that it still remembers after the end opens nothing by itself: every reader looks at
 * the state of the collection first.
 */
import type { Mode } from '../../contract/confidentiality.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { type Db, dbOf, isTrial, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { shape, shapeOf, text } from '../db/shape.ts'
import { collectionKeys, collections } from '../db/tables.ts'
import type { KeyStore } from '../key-store/key-store.ts'
import type { Keys } from './seal.ts'

/** A collection whose mode is known, since the mode decides where its keys are. */
export type KeyedCollection = CollectionRef & { mode: Mode }

type Remembered = { until: number; keys: Keys }
type KeyRing = { readonly store: KeyStore; readonly remembered: Map<string, Remembered> }

const rings = new WeakMap<Db, KeyRing>()
const rememberedMs = 60_000
const rememberedMax = 5_000

/** From now on, keys of anonymous collections of these databases (pools of one database) are in this store. */
export function keepKeysIn(store: KeyStore, databases: readonly Db[]): void {
  const ring: KeyRing = { store, remembered: new Map() }
  for (const db of databases) rings.set(db, ring)
}

function ringOf(tx: Tx): KeyRing {
  const ring = rings.get(dbOf(tx))
  if (!ring) throw new Error('this database has no key store: call keepKeysIn first')
  return ring
}

/** By organisation, so that names sort and are looked up as the database's keys are. */
const nameOf = ({ organisationId, collectionId }: CollectionRef): string =>
  `${organisationId}.${collectionId}`

function refOfName(name: string): CollectionRef | null {
  const [organisationId, collectionId, ...rest] = name.split('.')
  return organisationId && collectionId && rest.length === 0 ? { organisationId, collectionId } : null
}

/**
 * Stores the keys of a collection that is being opened: last of all, when nothing refuses it any more. They are in the store before the
 * transaction commits, so an opened collection is never without keys; keys of one whose commit failed are swept (`sweepKeys`).
 * @throws Unavailable  the key store cannot be reached
 */
export async function storeKeys(tx: Tx, { mode, ...ref }: KeyedCollection, keys: Keys): Promise<void> {
  if (isTrial(tx)) return
  if (mode === 'anonymous')
    await ringOf(tx).store.write(nameOf(ref), Buffer.concat([keys.linkKey, keys.answerKey]))
  else
    await run(
      tx,
      sql`
        insert into collection_keys (organisation_id, collection_id, link_key, answer_key)
        values (${ref.organisationId}, ${ref.collectionId}, ${keys.linkKey}, ${keys.answerKey})`,
    )
}

/** @returns undefined once they are destroyed, or lost @throws Unavailable  the key store cannot be reached */
export async function keysOf(tx: Tx, { mode, ...ref }: KeyedCollection): Promise<Keys | undefined> {
  const { remembered } = ringOf(tx)
  const name = nameOf(ref)
  const known = remembered.get(name)
  const now = performance.now()
  if (known && known.until > now) return known.keys
  const keys = mode === 'anonymous' ? await keysInStore(tx, name) : await keysInTable(tx, ref)
  if (remembered.size >= rememberedMax) remembered.clear()
  if (keys) remembered.set(name, { until: now + rememberedMs, keys })
  return keys
}

const keyBytes = 32

async function keysInStore(tx: Tx, name: string): Promise<Keys | undefined> {
  const bytes = await ringOf(tx).store.read(name)
  if (bytes === null) return undefined
  if (bytes.length !== 2 * keyBytes) throw new Error(`the key ${name} is damaged`)
  return { linkKey: bytes.subarray(0, keyBytes), answerKey: bytes.subarray(keyBytes) }
}

const keysRow = shapeOf(collectionKeys, ['link_key', 'answer_key'])

async function keysInTable(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Keys | undefined> {
  const row = await one(
    tx,
    keysRow,
    sql`
      select ${keysRow.columns}
      from collection_keys
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return row && { linkKey: row.link_key, answerKey: row.answer_key }
}

/** Destroys the keys of a collection that has ended, wherever they are. Repeating it does nothing more. */
export async function destroyKeys(tx: Tx, ref: CollectionRef): Promise<void> {
  const { store, remembered } = ringOf(tx)
  remembered.delete(nameOf(ref))
  await store.destroy(nameOf(ref))
  await run(
    tx,
    sql`
      delete from collection_keys
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}`,
  )
}

const refRow = shapeOf(collections, ['organisation_id', 'id'])
const openAnonymous = sql`state = 'open' and mode = 'anonymous'`

/** The names of the keys that open anonymous collections need. */
async function namesNeeded(tx: Tx): Promise<Set<string>> {
  const rows = await many(tx, refRow, sql`select ${refRow.columns} from collections where ${openAnonymous}`)
  return new Set(rows.map((row) => nameOf({ organisationId: row.organisation_id, collectionId: row.id })))
}

/** How many open anonymous collections have lost their keys: their answers cannot be read any more. */
export async function countLostKeys(tx: Tx): Promise<number> {
  const needed = await namesNeeded(tx)
  if (needed.size === 0) return 0
  return needed.difference(new Set(await ringOf(tx).store.names())).size
}

/** A collection that is being opened has its key before it is committed: younger keys are left alone. */
const sweptAfterMs = 3_600_000

/** Destroys keys that no open collection needs: of openings that were rolled back, and of ends whose work was lost. @returns how many */
export async function sweepKeys(tx: Tx, now: Date): Promise<number> {
  const { store } = ringOf(tx)
  const stored = new Set(await store.names())
  let destroyed = 0
  for (const name of stored.difference(await namesNeeded(tx))) {
    const [ref, madeAt] = [refOfName(name), await store.madeAt(name)]
    if (!ref || !madeAt || now.getTime() - madeAt.getTime() < sweptAfterMs) continue
    await destroyKeys(tx, ref)
    destroyed++
  }
  return destroyed
}

const installationRow = shape({ id: text })

/** The id of this installation, by which its keys are kept apart from those of others. */
export const installationOf = async (tx: Tx): Promise<string> =>
  (await only(tx, installationRow, sql`select id from installation`)).id

const movedRow = shapeOf(collectionKeys, ['organisation_id', 'collection_id', 'link_key', 'answer_key'])

/**
 * Makes the key store of an installation that has none and needs no key yet, and moves into it what an earlier version stored in the
 * table. The table is rewritten then: its file holds deleted rows until it is.
 * @returns whether the store can be used: not if collections are open that need keys from a store that is not there
 */
export async function prepareKeyStore(db: Db): Promise<boolean> {
  const { store } = ringOf(db.tx)
  const inTable = await many(
    db.tx,
    movedRow,
    sql`
      select ${movedRow.of('k')}
      from collection_keys k
      join collections c on c.organisation_id = k.organisation_id and c.id = k.collection_id
      where c.mode = 'anonymous'`,
  )
  const needed = await namesNeeded(db.tx)
  const moved = new Map(
    inTable.map((row) => [
      nameOf({ organisationId: row.organisation_id, collectionId: row.collection_id }),
      Buffer.concat([row.link_key, row.answer_key]),
    ]),
  )
  if (!(await store.isMade())) {
    if (needed.difference(moved).size > 0) return false
    await store.make()
  }
  if (moved.size === 0) return true
  for (const [name, key] of moved)
    if (needed.has(name) && (await store.read(name)) === null) await store.write(name, key)
  await run(
    db.tx,
    sql`
      delete from collection_keys k
      using collections c
      where c.organisation_id = k.organisation_id
        and c.id = k.collection_id
        and c.mode = 'anonymous'
        and k.organisation_id || '.' || k.collection_id = any (${textArray([...moved.keys()])})`,
  )
  await sql`vacuum full collection_keys`.execute(db.tx)
  return true
}

/** Whether the key store can be reached, and is there if a key is needed from it. @returns what is wrong, or null */
export async function keyStoreFault(tx: Tx): Promise<string | null> {
  const { store } = ringOf(tx)
  try {
    if ((await store.isMade()) || (await namesNeeded(tx)).size === 0) return null
    return `${store.place} is not there, and open anonymous collections need its keys`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Where the keys of anonymous collections are, for people. */
export const keyStorePlace = (tx: Tx): string => ringOf(tx).store.place
