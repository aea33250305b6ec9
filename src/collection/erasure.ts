/**
 * What the engine erases of a member: their answers where those carry the member's name, their links, the addresses that messages
 * went to, and their opt-outs. Rosters keep their id, which then leads to nobody: released figures stay countable.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { collections, deliveries } from '../db/tables.ts'
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
      join recipients r on r.organisation_id = c.organisation_id and r.collection_id = c.id
      where c.organisation_id = ${organisationId}
        and r.member_id = ${memberId}
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
  await withdrawPlaces(tx, organisationId, memberId)
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
 * Somebody who is erased while a survey is open answers no more, and what they said by name is deleted. Beside a figure of another survey
 * that their answer is in, one of all the others would tell it. So the place where they count is in no figure of the open survey: everybody
 * of it, because an anonymous answer names its place and no person. Whatever was asked before does not matter: it may be gone, or come later.
 */
const withdrawPlaces = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
  run(
    tx,
    sql`
      update recipients r
      set is_counted = false
      from recipients own, collections c
      where own.organisation_id = ${organisationId}
        and own.member_id = ${memberId}
        and own.is_counted
        and c.organisation_id = own.organisation_id
        and c.id = own.collection_id
        and c.state = 'open'
        and r.organisation_id = own.organisation_id
        and r.collection_id = own.collection_id
        and r.team_id is not distinct from own.team_id
        and r.is_counted`,
  )

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

const erasedRow = shapeOf(deliveries, ['round'])

/**
 * It waits for a message that a worker is sending at the moment.
 * @returns how many addresses of invitations: who got a reminder of an attributed survey had not answered
 */
async function removeAddresses(tx: Tx, organisationId: string, memberId: string): Promise<number> {
  const erased = await many(
    tx,
    erasedRow,
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
        and (d.address is not null or d.state = 'pending')
      returning ${erasedRow.of('d')}`,
  )
  return erased.filter(({ round }) => round === 0).length
}
