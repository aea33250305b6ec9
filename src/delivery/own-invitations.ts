/**
 * Their own invitations again, to a member who has signed in and cannot find them. Each goes by the channel and to the address by which
 * it reached them, never to one that was given since, and says what it said then.
 *
 * Whether they have answered decides nothing: not whether a message goes, nor when, nor what it says. No row of the survey changes: a
 * message is a notice, which is deleted when it is sent, so lists and counts of deliveries are the same before and after (note 127).
 */
import type { SendingChannel } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import { relayedChannels } from '../../contract/channels.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { nullable, shape, text, textOf } from '../db/shape.ts'
import { deliveries } from '../db/tables.ts'
import { type NoticeKind, queueNotices } from '../notices/notices.ts'
import { invitationBy } from './delivery-store.ts'
import { contentFor, languageOf, openMessageOf, promiseIn } from './message-content.ts'

type Facts = { readonly collection_id: string; readonly member_id: string }

const wayRow = shape({
  collection_id: deliveries.collection_id,
  channel: textOf<SendingChannel>(),
  address: text,
  locale: nullable(text),
})

/** What the organisation hands out, and what a program of theirs reads first: they would learn who asked. */
const notAgain = ['link', 'code', ...relayedChannels]

/** @returns how many are sent */
export async function sendOwnInvitations(
  tx: Tx,
  { organisationId, memberId }: { organisationId: string; memberId: string },
  now: Date,
): Promise<number> {
  const ways = await many(
    tx,
    wayRow,
    sql`
      select distinct on (c.closes_at, c.id) c.id as collection_id, d.channel, d.address, m.locale
      from collections c
      join recipients r on r.organisation_id = ${organisationId} and r.collection_id = c.id and r.member_id = ${memberId}
      join members m on m.organisation_id = ${organisationId} and m.id = ${memberId}
      join deliveries d on d.organisation_id = ${organisationId} and d.collection_id = c.id and d.member_id = ${memberId}
      where c.organisation_id = ${organisationId}
        and c.state = 'open'
        and coalesce(r.opens_at <= ${now}, true)
        and coalesce(coalesce(r.closes_at, c.closes_at) > ${now}, true)
        and m.status = 'active'
        and m.restricted_at is null
        and d.round = 0
        and d.channel <> all (${textArray(notAgain)})
        and d.state in ('sent', 'delivered')
        and d.address is not null
        and not exists (
          select 1
          from suppressions s
          where s.organisation_id = ${organisationId}
            and s.channel = d.channel
            and s.address = lower(d.address)
        )
      order by c.closes_at, c.id, d.sent_at desc
      limit ${limits.ownOpenSurveysMax}`,
  )
  const notices = ways.map(({ collection_id, channel, address, locale }) => ({
    to: { address, locale },
    channel,
    subjectId: memberId,
    dueAt: now,
    facts: { collection_id, member_id: memberId },
  }))
  await queueNotices(tx, invitationNotices, { organisationId, notices }, now)
  return notices.length
}

/** Written when it is sent: of a survey that is still open, to somebody who is still a member. */
export const invitationNotices: NoticeKind<Facts> = {
  name: 'invitation',
  host: 'answers',
  compose: async (tx, { organisation_id: organisationId, channel, facts }, now) => {
    const recipient = {
      organisationId,
      collectionId: facts.collection_id,
      memberId: facts.member_id,
      channel,
    }
    const found = await invitationBy(tx, recipient, now)
    if (!found?.is_member || found.is_refused) return null
    const due = await openMessageOf(tx, found, now)
    if (!due) return null
    const language = languageOf(due)
    const promise = await promiseIn(tx, due, language)
    const {
      unsubscribe,
      url: path,
      direction: _direction,
      ...content
    } = contentFor(due, { language, promise, baseUrl: '', call: null })
    return {
      ...content,
      path,
      repeats: due.message,
      leave: unsubscribe && { label: unsubscribe.label, path: unsubscribe.url },
    }
  },
}
