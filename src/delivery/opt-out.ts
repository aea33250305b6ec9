/**
 * Who wants to hear no more of a pulse or a check-in. The link of any of its collections is enough to say so, also after
 * that one has closed. Whether its holder has answered plays no part: nothing of answers is read or written here.
 * Source: RFC 8058 (one click, without cookies and without a question asked).
 */
import { isLink } from '../vault/vault.ts'
import { one, run, sql, type Tx } from '../db/db.ts'
import { sha256 } from '../ids.ts'
import { problem } from '../problem.ts'

export type Subscription = {
  organisation_id: string
  series_id: string
  member_id: string
  owner_kind: 'pulse' | 'check_in_instance'
  title: string
  organisation: string
  member_locale: string | null
  organisation_locale: string
  opted_out: boolean
}

/** @throws not_found  no link of this service */
export async function findSubscription(tx: Tx, link: string): Promise<Subscription> {
  const found = isLink(link)
    ? await one<Subscription>(
        tx,
        sql`
          select r.organisation_id, c.series_id, r.member_id, c.owner_kind, c.title, o.name as organisation,
                 m.locale as member_locale, o.locale as organisation_locale,
                 exists (
                   select 1
                   from opt_outs x
                   where x.organisation_id = r.organisation_id
                     and x.series_id = c.series_id
                     and x.member_id = r.member_id
                 ) as opted_out
          from recipients r
          join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
          join organisations o on o.id = r.organisation_id
          join members m on m.organisation_id = r.organisation_id and m.id = r.member_id
          where r.token_sha256 = ${sha256(link)}`,
      )
    : undefined
  if (!found) throw problem('not_found')
  return found
}

const reason = 'opted out'

/** Twice is once. A message that is being sent at this moment is waited for. @throws not_found */
export async function optOut(tx: Tx, link: string, now: Date): Promise<Subscription> {
  const it = await findSubscription(tx, link)
  await run(
    tx,
    sql`
      insert into opt_outs (organisation_id, series_id, member_id, since)
      values (${it.organisation_id}, ${it.series_id}, ${it.member_id}, ${now})
      on conflict (organisation_id, series_id, member_id) do nothing`,
  )
  await moveDeliveries(tx, it, 'pending', sql`state = 'suppressed', last_error = ${reason}`)
  return { ...it, opted_out: true }
}

/** Takes it back: what was held back then, and is still open, goes out. @throws not_found */
export async function optIn(tx: Tx, link: string): Promise<Subscription> {
  const it = await findSubscription(tx, link)
  await run(
    tx,
    sql`
      delete from opt_outs
      where organisation_id = ${it.organisation_id}
        and series_id = ${it.series_id}
        and member_id = ${it.member_id}`,
  )
  await moveDeliveries(tx, it, 'suppressed', sql`state = 'pending', last_error = null`)
  return { ...it, opted_out: false }
}

/** Messages of what is open of the series, to him. When they were due stays in their rows. */
const moveDeliveries = (
  tx: Tx,
  it: Subscription,
  from: 'pending' | 'suppressed',
  set: ReturnType<typeof sql>,
): Promise<number> =>
  run(
    tx,
    sql`
      update deliveries d
      set ${set}
      from collections c
      where c.organisation_id = ${it.organisation_id}
        and c.series_id = ${it.series_id}
        and c.state = 'open'
        and d.organisation_id = c.organisation_id
        and d.collection_id = c.id
        and d.member_id = ${it.member_id}
        and d.state = ${from}
        and (d.state = 'pending' or d.last_error = ${reason})`,
  )
