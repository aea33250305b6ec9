/**
 * What the engine forgets of a member who is erased: his answers where they know him, his links, the addresses that messages
 * went to, and his wishes. Rosters keep his id, which then leads to nobody: figures that were released stay countable.
 */
import { eraseAnswersOf } from '../vault/vault.ts'
import { json, run, sql, type Tx } from '../db/db.ts'

export type Address = { channel: string; address: string }

export type Forgotten = {
  named_answers: number
  opt_outs: number
  suppressions: number
  addresses: number
  links: number
}

/**
 * A second time it finds nothing.
 * @param known  addresses that the directory had, beside those of past messages
 */
export async function eraseMemberFromCollections(
  tx: Tx,
  organisationId: string,
  memberId: string,
  known: readonly Address[],
): Promise<Forgotten> {
  return {
    // First: with his links gone nobody answers in his place, and what was under way is waited for.
    links: await removeLinks(tx, organisationId, memberId),
    named_answers: await eraseAnswersOf(tx, organisationId, memberId),
    suppressions: await forgetSuppressions(tx, organisationId, memberId, known),
    addresses: await forgetAddresses(tx, organisationId, memberId),
    opt_outs: await run(
      tx,
      sql`delete from opt_outs where organisation_id = ${organisationId} and member_id = ${memberId}`,
    ),
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

const forgetSuppressions = (
  tx: Tx,
  organisationId: string,
  memberId: string,
  known: readonly Address[],
): Promise<number> =>
  run(
    tx,
    sql`
      with his as (
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
      using his
      where s.organisation_id = ${organisationId}
        and s.channel = his.channel
        and lower(s.address) = his.address`,
  )

/** A message that a worker is sending just now is waited for. */
const forgetAddresses = (tx: Tx, organisationId: string, memberId: string): Promise<number> =>
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
