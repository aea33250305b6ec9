/**
 * Opting out of a pulse or a check-in. The link of any of its collections is enough, also for 30 days after that collection has closed, and so is
 * the link of a message about one that has closed (leaving.ts). It does not matter whether the recipient has answered: no answers are read or
 * written here.
 * Source: RFC 8058 (one click, without cookies and without a further question).
 */
import { one, run, sql, type Tx } from '../db/db.ts'
import { bool, type RowOf, shape } from '../db/shape.ts'
import { collections, members, organisations, recipients } from '../db/tables.ts'
import { problem } from '../problem.ts'
import { recipientRows } from '../roster-rows.ts'
import type { Sealing } from '../sealing.ts'
import { readLink } from '../vault/vault.ts'
import { readLeaveToken } from './leaving.ts'

const subscriptionRow = shape({
  organisation_id: recipients.organisation_id,
  series_id: collections.series_id,
  member_id: recipients.member_id,
  owner_kind: collections.owner_kind,
  title: collections.title,
  language: collections.language,
  translations: collections.translations,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
  member_locale: members.locale,
  organisation_locale: organisations.locale,
  opted_out: bool,
})

export type Subscription = RowOf<typeof subscriptionRow>

/** Whose token it is: one row with organisation_id, collection_id and member_id, or none. */
function recipientBy(sealing: Sealing, token: string) {
  const link = readLink(token)
  if (link)
    return {
      organisationId: link.organisationId,
      row: sql`
        select organisation_id, collection_id, member_id
        from recipients
        where organisation_id = ${link.organisationId} collate "POSIX"
          and token_sha256 = ${link.hash}`,
    }
  const leaver = readLeaveToken(sealing, token)
  if (!leaver) return null
  const { organisationId, collectionId, memberId } = leaver
  return {
    organisationId,
    row: recipientRows(organisationId, { collection: sql`${collectionId}`, member: sql`${memberId}` }),
  }
}

/** @throws not_found  no link of this service */
export async function findSubscription(tx: Tx, sealing: Sealing, token: string): Promise<Subscription> {
  const recipient = recipientBy(sealing, token)
  // The joins are those of a link (collection/links.ts).
  const own = recipient && sql`${recipient.organisationId} collate "POSIX"`
  const subscription = recipient
    ? await one(
        tx,
        subscriptionRow,
        sql`
          select r.organisation_id, c.series_id, r.member_id, c.owner_kind, c.title, c.language, c.translations, o.name as organisation, o.colour, o.logo,
                 m.locale as member_locale, o.locale as organisation_locale,
                 exists (
                   select 1
                   from opt_outs x
                   where x.organisation_id = ${recipient.organisationId}
                     and x.series_id = c.series_id
                     and x.member_id = r.member_id
                 ) as opted_out
          from (${recipient.row}) as r
          left join collections c on c.organisation_id = r.organisation_id and c.organisation_id = ${own} and c.id = r.collection_id
          left join organisations o on o.id = ${recipient.organisationId}
          left join members m on m.organisation_id = r.organisation_id and m.organisation_id = ${own} and m.id = r.member_id
          where r.organisation_id = ${own}`,
      )
    : undefined
  if (!subscription) throw problem('not_found')
  return subscription
}

const reason = 'opted out'

/** Repeating it changes nothing. It waits for a message that is being sent at the moment. @throws not_found */
export async function optOut(tx: Tx, sealing: Sealing, token: string, now: Date): Promise<Subscription> {
  const subscription = await findSubscription(tx, sealing, token)
  const { organisation_id: organisationId, series_id: seriesId, member_id: memberId } = subscription
  await run(
    tx,
    sql`
      insert into opt_outs (organisation_id, series_id, member_id, since)
      values (${organisationId}, ${seriesId}, ${memberId}, ${now})
      on conflict (organisation_id, series_id, member_id) do nothing`,
  )
  await updateOpenDeliveries(tx, subscription, 'pending', sql`state = 'suppressed', last_error = ${reason}`)
  return { ...subscription, opted_out: true }
}

/** Undoes an opt-out: messages that it suppressed go out if their collection is still open. @throws not_found */
export async function optIn(tx: Tx, sealing: Sealing, token: string): Promise<Subscription> {
  const subscription = await findSubscription(tx, sealing, token)
  await run(
    tx,
    sql`
      delete from opt_outs
      where organisation_id = ${subscription.organisation_id}
        and series_id = ${subscription.series_id}
        and member_id = ${subscription.member_id}`,
  )
  await updateOpenDeliveries(tx, subscription, 'suppressed', sql`state = 'pending', last_error = null`)
  return { ...subscription, opted_out: false }
}

/** Updates the member's messages of the series' open collections. `next_attempt_at` stays, so a message can become pending again. */
const updateOpenDeliveries = (
  tx: Tx,
  { organisation_id: organisationId, series_id: seriesId, member_id: memberId }: Subscription,
  from: 'pending' | 'suppressed',
  set: ReturnType<typeof sql>,
): Promise<number> =>
  run(
    tx,
    sql`
      update deliveries d
      set ${set}
      from collections c
      where c.organisation_id = ${organisationId}
        and c.series_id = ${seriesId}
        and c.state = 'open'
        and d.organisation_id = c.organisation_id
        and d.collection_id = c.id
        and d.member_id = ${memberId}
        and d.state = ${from}
        and (d.state = 'pending' or d.last_error = ${reason})`,
  )
