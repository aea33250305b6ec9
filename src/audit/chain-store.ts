/** SQL of the hash chain: an organisation's ends of it, and the entries in its order. */
import { claimWithin, isReached } from '../db/claiming.ts'
import { exists, json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bytea, int8, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { auditChains, auditEvents } from '../db/tables.ts'
import { type EntryRow, entryRow, noHash } from './hashing.ts'

const chainRow = shapeOf(auditChains, [
  'organisation_id',
  'anchor_position',
  'anchor_hash',
  'head_position',
  'head_hash',
  'noticed_position',
  'checked_position',
  'checked_hash',
  'verified_at',
  'broken_at',
])
export type ChainRow = RowOf<typeof chainRow>
const { columns } = chainRow

export const unchained = () => sql`select 1 from audit_events where position is null limit 1`

/** The next organisation behind `after` in the order of ids, if something of it waits. */
export async function findUnchained(
  tx: Tx,
  after: string,
  quarantined: readonly string[],
): Promise<string | undefined> {
  const row = await one(
    tx,
    shapeOf(auditEvents, ['organisation_id']),
    sql`
      select organisation_id
      from audit_events
      where position is null
        and organisation_id > ${after}
        and not (organisation_id = any (${textArray(quarantined)}))
        and ${isReached('organisation_id')}
      order by organisation_id
      limit 1`,
  )
  return row?.organisation_id
}

/** Makes the chain of an organisation, if it has none, to begin behind this place. */
const insertChain = (tx: Tx, organisationId: string, anchor: number, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into audit_chains (organisation_id, anchor_position, anchor_hash, head_position, head_hash, check_due_at)
      values (${organisationId}, ${anchor}, ${noHash}, ${anchor}, ${noHash}, ${now})
      on conflict (organisation_id) do nothing`,
  )

/** The chain of a new organisation. */
export const beginChain = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  insertChain(tx, organisationId, 0, now)

/**
 * Every organisation has a chain from its beginning: one that is missing was deleted, perhaps with the whole log. What follows is chained all
 * the same, behind an entry that is not there, so that the check finds the gap.
 */
export const restoreChain = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  insertChain(tx, organisationId, 1, now)

const claimedRow = shape({ ...chainRow.fields, last_position: int8 })

/**
 * undefined where another worker holds it. last_position is the head's, unless somebody else has written a place behind the head: the chain
 * is broken then, and goes on all the same.
 */
export const claimChain = (tx: Tx, organisationId: string): Promise<RowOf<typeof claimedRow> | undefined> =>
  one(
    tx,
    claimedRow,
    sql`
      select ${columns},
             greatest(
               head_position,
               (select max(position) from audit_events where organisation_id = ${organisationId})
             ) as last_position
      from audit_chains
      where organisation_id = ${organisationId}
      for update skip locked`,
  )

export const findChain = (tx: Tx, organisationId: string): Promise<ChainRow | undefined> =>
  one(tx, chainRow, sql`select ${columns} from audit_chains where organisation_id = ${organisationId}`)

/** In a chain that this transaction holds: what is committed by now and has no place yet. */
export const listUnchained = (tx: Tx, organisationId: string, limit: number): Promise<EntryRow[]> =>
  many(
    tx,
    entryRow,
    sql`
      select ${entryRow.columns}
      from audit_events
      where organisation_id = ${organisationId}
        and position is null
      order by occurred_at, id
      limit ${limit}`,
  )

export type Link = { id: string; position: number; hash: Buffer }

/** @returns how many entries got their place */
export const insertLinks = (tx: Tx, organisationId: string, links: readonly Link[]): Promise<number> =>
  run(
    tx,
    sql`
      update audit_events e
      set position = link.position,
          hash = decode(link.hash, 'hex')
      from jsonb_to_recordset(${json(links.map(({ hash, ...rest }) => ({ ...rest, hash: hash.toString('hex') })))})
        as link (id text, position bigint, hash text)
      where e.organisation_id = ${organisationId}
        and e.id = link.id
        and e.position is null`,
  )

export const moveHead = (
  tx: Tx,
  organisationId: string,
  head: { position: number; hash: Buffer },
): Promise<number> =>
  run(
    tx,
    sql`
      update audit_chains
      set head_position = ${head.position},
          head_hash = ${head.hash}
      where organisation_id = ${organisationId}`,
  )

const chainedRow = shapeOf(auditEvents, [], {
  ...entryRow.fields,
  position: int8,
  hash: bytea,
})
export type ChainedRow = RowOf<typeof chainedRow>

/** In the order of the chain. */
export const listChained = (
  tx: Tx,
  organisationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ChainedRow[]> =>
  many(
    tx,
    chainedRow,
    sql`
      select ${entryRow.columns}, position, hash
      from audit_events
      where organisation_id = ${organisationId}
        and position > ${after}
      order by position
      limit ${limit}`,
  )

/** Whether the log itself says that entries up to this hash were deleted for their age. */
export const isExpiryRecorded = (tx: Tx, organisationId: string, hash: Buffer): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from audit_events
      where organisation_id = ${organisationId}
        and action = 'audit.expired'
        and detail ->> 'hash' = ${hash.toString('hex')}`,
  )

export const unnoticed = () => sql`select 1 from audit_chains where head_position > noticed_position limit 1`

/** A chain with entries that nobody has looked at for notices; the others wait or are in other hands. */
export const claimUnnoticed = (tx: Tx, quarantined: readonly string[]): Promise<ChainRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      from audit_chains
      where head_position > noticed_position
        and not (organisation_id = any (${textArray(quarantined)}))
      order by random()`,
    (organisationId) =>
      one(
        tx,
        chainRow,
        sql`
      select ${columns}
      from audit_chains
      where head_position > noticed_position
        and not (organisation_id = any (${textArray(quarantined)}))
        and organisation_id = ${organisationId}
      order by random()
      limit 1
      for update skip locked`,
      ),
  )

export const markNoticed = (tx: Tx, organisationId: string, position: number): Promise<number> =>
  run(
    tx,
    sql`
      update audit_chains
      set noticed_position = ${position}
      where organisation_id = ${organisationId}`,
  )

export const checkDue = (now: Date) => sql`select 1 from audit_chains where check_due_at <= ${now} limit 1`

export const claimCheck = (
  tx: Tx,
  quarantined: readonly string[],
  now: Date,
): Promise<ChainRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select organisation_id
      from audit_chains
      where check_due_at <= ${now}
        and not (organisation_id = any (${textArray(quarantined)}))
      order by check_due_at`,
    (organisationId) =>
      one(
        tx,
        chainRow,
        sql`
      select ${columns}
      from audit_chains
      where check_due_at <= ${now}
        and not (organisation_id = any (${textArray(quarantined)}))
        and organisation_id = ${organisationId}
      order by check_due_at
      limit 1
      for update skip locked`,
      ),
  )

/** How far a check has come. */
export const saveCheck = (
  tx: Tx,
  organisationId: string,
  { position, hash }: { position: number; hash: Buffer },
): Promise<number> =>
  run(
    tx,
    sql`
      update audit_chains
      set checked_position = ${position},
          checked_hash = ${hash}
      where organisation_id = ${organisationId}`,
  )

/** The end of a check; the next one begins at the anchor. @param brokenAt  null: the chain is as it was written */
export const endCheck = (
  tx: Tx,
  organisationId: string,
  { at, next, brokenAt }: { at: Date; next: Date; brokenAt: Date | string | null },
): Promise<number> =>
  run(
    tx,
    sql`
      update audit_chains
      set checked_position = null,
          checked_hash = null,
          check_due_at = ${next},
          verified_at = ${brokenAt === null ? sql`${at}` : sql`verified_at`},
          broken_at = ${brokenAt}
      where organisation_id = ${organisationId}`,
  )

const endRow = shape({ position: int8 })

/**
 * The last entry that is older than `before`, with nothing newer before it in the chain, and at most `limit` behind the anchor.
 * @returns the anchor's position where there is none
 */
export async function findEndOfOld(tx: Tx, chain: ChainRow, before: Date, limit: number): Promise<number> {
  const { organisation_id: organisationId, anchor_position: anchor, head_position: head } = chain
  const last = Math.min(head, anchor + limit)
  const { position } = await only(
    tx,
    endRow,
    sql`
      select coalesce(
        (select position - 1
         from audit_events
         where organisation_id = ${organisationId}
           and position > ${anchor}
           and position <= ${last}
           and occurred_at >= ${before}
         order by position
         limit 1),
        ${last}::bigint) as position`,
  )
  return position
}

/** Deletes the beginning of a chain and moves its anchor. @returns how many entries went */
export async function deleteUpTo(
  tx: Tx,
  organisationId: string,
  position: number,
  hash: Buffer,
): Promise<number> {
  await run(
    tx,
    sql`
      update audit_chains
      set anchor_position = ${position},
          anchor_hash = ${hash},
          noticed_position = greatest(noticed_position, ${position}::bigint),
          checked_position = null,
          checked_hash = null
      where organisation_id = ${organisationId}`,
  )
  return run(
    tx,
    sql`
      delete from audit_events
      where organisation_id = ${organisationId}
        and position <= ${position}`,
  )
}

/** Organisations in the order of their ids, also those of whose log nothing is left. */
export const listOrganisations = async (tx: Tx): Promise<string[]> => {
  const rows = await many(
    tx,
    shape({ id: text }),
    sql`
      select id
      from organisations
      order by id`,
  )
  return rows.map(({ id }) => id)
}
