/**
 * The open surveys that were sent to an address by one channel, for a page of that channel. So the channel learns nothing that its messages did not
 * say. Whether anybody has answered plays no part: nothing of answers is read here.
 */
import type { SendingChannel } from '../../contract/collections.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { shape } from '../db/shape.ts'
import { collections, deliveries, organisations } from '../db/tables.ts'
import { named } from '../ids.ts'
import { keysOf, linkOf } from '../vault/vault.ts'

const sentRow = shape({
  collection_id: deliveries.collection_id,
  member_id: deliveries.member_id,
  mode: collections.mode,
})

export type SentTo = {
  /** The personal links of their recipients, what closes first before. */
  readonly links: readonly string[]
  readonly organisationLocale: string
}

type Address = {
  readonly organisationId: string
  readonly channel: SendingChannel
  readonly addresses: readonly string[]
}

export async function openSurveysSentTo(
  tx: Tx,
  { organisationId, channel, addresses }: Address,
  limit: number,
): Promise<SentTo> {
  const rows = await many(
    tx,
    sentRow,
    sql`
      select d.collection_id, d.member_id, c.mode
      from deliveries d
      join collections c on c.organisation_id = d.organisation_id and c.id = d.collection_id
      join members m on m.organisation_id = d.organisation_id and m.id = d.member_id
      where d.organisation_id = ${organisationId}
        and d.channel = ${channel}
        and d.address = any (${textArray(addresses)})
        and d.state in ('sent', 'delivered')
        and c.state = 'open'
        and m.status = 'active'
        and m.restricted_at is null
      group by d.collection_id, d.member_id, c.mode, c.closes_at
      order by c.closes_at, d.collection_id
      limit ${limit}`,
  )
  const organisation = await one(
    tx,
    shape({ locale: organisations.locale }),
    sql`select locale from organisations where id = ${organisationId}`,
  )
  const links: string[] = []
  for (const { collection_id: collectionId, member_id, mode } of rows) {
    const keys = await keysOf(tx, { organisationId, collectionId, mode })
    if (keys) links.push(named(organisationId, linkOf(keys.linkKey, member_id)))
  }
  return { links, organisationLocale: organisation?.locale ?? 'en' }
}

type Recipient = { readonly organisationId: string; readonly collectionId: string; readonly memberId: string }

/** Whether a message of a collection went to this member at one of these addresses of a channel. */
export const wasSentTo = async (
  tx: Tx,
  { organisationId, collectionId, memberId }: Recipient,
  { channel, addresses }: Omit<Address, 'organisationId'>,
): Promise<boolean> =>
  (await one(
    tx,
    shape({ member_id: deliveries.member_id }),
    sql`
      select member_id
      from deliveries
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and member_id = ${memberId}
        and channel = ${channel}
        and address = any (${textArray(addresses)})
      limit 1`,
  )) !== undefined
