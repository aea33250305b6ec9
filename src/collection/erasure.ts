/**
 * What the engine erases of a member: their answers where those carry the member's name, their links, the addresses that messages
 * went to, and their opt-outs. Rosters keep their id, which then leads to nobody: released figures stay countable.
 */
import { type CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections, recipients } from '../db/tables.ts'
import { withdrawSeats } from '../seats/seats.ts'
import { eraseAnswersOf } from '../vault/vault.ts'

export type Address = { channel: string; address: string }

type ErasureCounts = {
  named_answers: number
  opt_outs: number
  suppressions: number
  addresses: number
  links: number
}

const pendingRow = shapeOf(collections, ['id', 'results_status'])

/**
 * Locks the collections whose answers may still be released for the first time and carry the member's name, until the transaction
 * ends: none of them closes or is analysed meanwhile, and a close or an answer under way is waited for.
 * @returns those that are closed and wait for their analysis
 */
export async function lockUnanalysed(
  tx: Tx,
  organisationId: string,
  memberId: string,
): Promise<CollectionRef[]> {
  const rows = await many(
    tx,
    pendingRow,
    sql`
      select ${pendingRow.of('c')}
      from collections c
      where c.organisation_id = ${organisationId}
        and c.id in (
          select collection_id
          from recipients
          where organisation_id = ${organisationId}
            and member_id = ${memberId}
          union
          select collection_id
          from empty_seats
          where organisation_id = ${organisationId}
            and member_id = ${memberId}
        )
        and c.mode <> 'anonymous'
        and (c.state = 'open' or c.results_status = 'analysing')
      order by c.id
      for update of c`,
  )
  return rows
    .filter((row) => row.results_status === 'analysing')
    .map(({ id }) => ({ organisationId, collectionId: id }))
}

/**
 * Repeating it erases nothing more.
 * @param known  addresses that the directory had, beside those of past messages
 */
export async function eraseMemberFromCollections(
  tx: Tx,
  organisationId: string,
  memberId: string,
  known: readonly Address[],
): Promise<ErasureCounts> {
  await withdrawSeats(tx, organisationId, memberId)
  await withdrawCells(tx, organisationId, memberId)
  return {
    // First: without the links nobody can answer in the member's place, and it waits for an answer that is being stored.
    links: await removeLinks(tx, organisationId, memberId),
    named_answers: await eraseAnswersOf(tx, organisationId, memberId),
    suppressions: await removeSuppressions(tx, organisationId, memberId, known),
    addresses: await removeAddresses(tx, organisationId, memberId),
    opt_outs: await run(
      tx,
      sql`delete from opt_outs where organisation_id = ${organisationId} and member_id = ${memberId}`,
    ),
  }
}

/**
 * Nobody can speak for a seat whose owner's answers are deleted, so in open collections its cell is in no figure: beside earlier figures that
 * it is in, one without those answers would tell them. An anonymous answer cannot be found, stays, and is counted.
 */
async function withdrawCells(tx: Tx, organisationId: string, memberId: string): Promise<void> {
  const cells = await many(
    tx,
    shapeOf(recipients, ['collection_id', 'seat_cell']),
    sql`
      select r.collection_id, r.seat_cell
      from recipients r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
      where r.organisation_id = ${organisationId}
        and r.member_id = ${memberId}
        and r.is_counted
        and c.state = 'open'
        and c.mode <> 'anonymous'
        and exists (
          select 1
          from collections other
          join recipients own on own.organisation_id = other.organisation_id and own.collection_id = other.id
          where other.organisation_id = c.organisation_id
            and other.ledger_id = c.ledger_id
            and other.id <> c.id
            and other.state in ('open', 'closed')
            and own.member_id = r.member_id
            and own.is_counted
        )
      union
      select e.collection_id, e.seat_cell
      from empty_seats e
      join collections c on c.organisation_id = e.organisation_id and c.id = e.collection_id
      where e.organisation_id = ${organisationId}
        and e.member_id = ${memberId}
        and c.state = 'open'`,
  )
  for (const { collection_id: collectionId, seat_cell: cell } of cells) {
    await run(
      tx,
      sql`
        update recipients
        set is_counted = false
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and seat_cell = ${cell}`,
    )
    await run(
      tx,
      sql`
        with gone as (
          delete from empty_seats
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
            and seat_cell = ${cell}
          returning member_id
        )
        update collections
        set empty_seats = empty_seats - (select count(*) from gone)
        where organisation_id = ${organisationId}
          and id = ${collectionId}`,
    )
  }
}

const removeLinks = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  run(
    tx,
    sql`
      update recipients r
      set token_sha256 = null,
          attribute_value = null
      from collections c
      where c.organisation_id = ${organisationId}
        and r.organisation_id = c.organisation_id
        and r.collection_id = c.id
        and r.member_id = ${memberId}
        and r.token_sha256 is not null`,
  )

const removeSuppressions = (
  tx: Tx,
  organisationId: string,
  memberId: string,
  known: readonly Address[],
): Promise<number> =>
  run(
    tx,
    sql`
      with own as (
        select channel, lower(address) as address
        from jsonb_to_recordset(${json(known)}) as known (channel text, address text)
        union
        select d.channel, lower(d.address)
        from collections c
        join deliveries d on d.organisation_id = c.organisation_id and d.collection_id = c.id
        where c.organisation_id = ${organisationId}
          and d.member_id = ${memberId}
          and d.address is not null
      )
      delete from suppressions s
      using own
      where s.organisation_id = ${organisationId}
        and s.channel = own.channel
        and lower(s.address) = own.address`,
  )

/** It waits for a message that a worker is sending at the moment. */
const removeAddresses = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  run(
    tx,
    sql`
      update deliveries d
      set address = null,
          state = case when d.state = 'pending' then 'suppressed' else d.state end,
          next_attempt_at = null,
          last_error = case when d.state = 'pending' then 'erased' end
      from collections c
      where c.organisation_id = ${organisationId}
        and d.organisation_id = c.organisation_id
        and d.collection_id = c.id
        and d.member_id = ${memberId}
        and (d.address is not null or d.state = 'pending')`,
  )
