/**
 * Messages about replies: to everybody who was asked in the group of the finding, by the channel that invited them, all queued in one
 * transaction. Whether somebody has answered decides nothing: not whether a message goes, nor when, nor what it says. Anyone who has left,
 * opted out of the survey or has no channel but a link gets none, and finds the reply on their page.
 */
import type { SendingChannel } from '../../contract/collections.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { claimWithin } from '../db/claiming.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, shape, shapeOf, text, textList, textOf } from '../db/shape.ts'
import { collections, members, replies, users } from '../db/tables.ts'
import { named } from '../ids.ts'
import { type Absence, leaveToken, nextSendingTime } from '../delivery/delivery.ts'
import { forRow, type TransactionTask } from '../jobs/jobs.ts'
import { firstLanguage } from '../language.ts'
import { type NoticeKind, queueNotices } from '../notices/notices.ts'
import { localise } from '../questions/questions.ts'
import { recipientRows } from '../roster-rows.ts'
import type { Sealing } from '../sealing.ts'
import { topicColumns, topicFields, topicIn, withTopics } from './topic.ts'
import { absencesOf, canBeTold, invitedBy, isReached } from './ways.ts'

type Facts = {
  readonly collection_id: string
  readonly member_id: string
  readonly reply_ids: readonly string[]
}

const due = (now: Date) =>
  sql`from replies where messages_at <= ${now} and messages_at is not null and messaged_at is null and state = 'published'`

const dueRow = shapeOf(replies, ['organisation_id', 'collection_id'])

/** Queues the messages about all replies of one survey that are due. */
export const tellTask = (kind: NoticeKind<Facts>): TransactionTask => ({
  name: 'replies.tell',
  everyMs: 5_000,
  waiting: (now) => sql`select 1 ${due(now)} limit 1`,
  run: async (tx, now, quarantined) => {
    const claimed = await claimWithin(
      tx,
      sql`
        select organisation_id
        ${due(now)}
          and collection_id <> all (${textArray(quarantined)})
        order by messages_at`,
      (organisationId) =>
        one(
          tx,
          dueRow,
          sql`
            select ${dueRow.columns}
            ${due(now)}
              and organisation_id = ${organisationId}
              and collection_id <> all (${textArray(quarantined)})
            order by messages_at
            limit 1
            for update skip locked`,
        ),
    )
    if (!claimed) return 0
    const ref = { organisationId: claimed.organisation_id, collectionId: claimed.collection_id }
    await forRow(ref.collectionId, () => tell(tx, ref, kind, now))
    return 1
  },
})

async function tell(tx: Tx, ref: CollectionRef, kind: NoticeKind<Facts>, now: Date): Promise<void> {
  const { organisationId, collectionId } = ref
  const told = await many(
    tx,
    shapeOf(replies, ['id']),
    sql`
      update replies
      set messaged_at = ${now}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and messaged_at is null
        and messages_at <= ${now}
        and state = 'published'
      returning id`,
  )
  const readers = await readersOf(tx, ref, { replyIds: told.map(({ id }) => id), now })
  const notices = readers.map((one) => ({
    to: { address: one.address, locale: one.locale },
    channel: one.channel,
    subjectId: one.member_id,
    dueAt: nextSendingTime(now, one.time_zone, [one.quiet_hours ?? []].flat(), one.absences) ?? now,
    facts: { collection_id: collectionId, member_id: one.member_id, reply_ids: one.reply_ids },
  }))
  await queueNotices(tx, kind, { organisationId, notices }, now)
}

const readerRow = shape({
  member_id: members.id,
  channel: textOf<SendingChannel>(),
  address: text,
  locale: members.locale,
  time_zone: text,
  quiet_hours: members.quiet_hours,
  absences: jsonbOf<Absence[]>(),
  reply_ids: textList,
})

const readersOf = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { replyIds, now }: { replyIds: readonly string[]; now: Date },
) =>
  many(
    tx,
    readerRow,
    sql`
      with recursive inside as (
        select id as reply_id, team_id
        from replies
        where organisation_id = ${organisationId}
          and id = any (${textArray(replyIds)})
        union
        select i.reply_id, t.team_id
        from inside i
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = ${collectionId}
         and t.parent_team_id = i.team_id
      )
      select m.id as member_id, way.channel, way.address, m.locale, coalesce(m.time_zone, o.time_zone) as time_zone, m.quiet_hours,
             ${absencesOf(organisationId, now)} as absences,
             theirs.reply_ids
      from (${recipientRows(organisationId, { collection: sql`${collectionId}`, member: null })}) as r
      join collections c on c.organisation_id = ${organisationId} and c.id = r.collection_id
      join organisations o on o.id = ${organisationId}
      join members m on m.organisation_id = ${organisationId} and m.id = r.member_id
      cross join lateral (
        select array_agg(distinct i.reply_id) as reply_ids
        from inside i
        where i.team_id is null or i.team_id = r.team_id
      ) as theirs
      ${invitedBy(organisationId)}
      where theirs.reply_ids is not null
        and ${canBeTold(organisationId)}
      order by m.id`,
  )

const messageRow = shape({
  name: members.name,
  locale: members.locale,
  title: collections.title,
  language: collections.language,
  translations: collections.translations,
})

const replyRow = shapeOf(replies, ['text', 'page_key', 'team_id'], { author: users.name, ...topicFields })

/** Written when it is sent: of replies that are still published, to somebody who still gets messages. */
export const replyNotices = (sealing: Sealing): NoticeKind<Facts> => ({
  name: 'reply',
  host: 'answers',
  compose: async (
    tx,
    { organisation_id: organisationId, facts, organisation, colour, organisation_locale },
  ) => {
    const reader = await one(
      tx,
      messageRow,
      sql`
        select m.name, m.locale, c.title, c.language, c.translations
        from members m
        join collections c on c.organisation_id = m.organisation_id and c.id = ${facts.collection_id}
        where m.organisation_id = ${organisationId}
          and m.id = ${facts.member_id}
          and c.deleted_at is null
          and ${isReached(organisationId)}`,
    )
    const published = await many(
      tx,
      replyRow,
      sql`
        select ${replyRow.of('r')}, u.name as author, ${topicColumns}
        from replies r
        join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
        join users u on u.organisation_id = r.organisation_id and u.id = r.author_user_id
        ${withTopics}
        where r.organisation_id = ${organisationId}
          and r.id = any (${textArray(facts.reply_ids)})
          and r.state = 'published'
        order by r.team_id is null, r.published_at desc, r.id desc`,
    )
    if (!reader || published.length === 0) return null
    const language = firstLanguage(reader.locale, organisation_locale)
    const say = textsOf('replies', language)
    const { written } = localise({ ...reader, questions: [] }, reader, language, organisation_locale)
    const { title } = written
    const messages = textsOf('messages', language)
    const locale = reader.language ?? organisation_locale
    const said = published.map((reply) => {
      const topic = topicIn(
        { ...reply, title: reader.title, translations: reader.translations, locale },
        language,
      )
      const about = topic && say('about', { question: topic.shown })
      return { words: reply.text, by: reply.author, about }
    })
    const { collection_id: collectionId, member_id: memberId } = facts
    const token = leaveToken(sealing, { organisationId, collectionId, memberId })
    return {
      kind: 'reply',
      language,
      subject: say('subject', { title, organisation }),
      brand: { organisation, colour },
      greeting: say('greeting', { name: reader.name }),
      request: '',
      title: say('heading', { title }),
      quotes: said,
      lines: said.map(({ words, by, about }) =>
        about === null
          ? say('line', { author: by, text: words })
          : say('line_about', { about, author: by, text: words }),
      ),
      promise: say('to_everyone'),
      personal: say('one_way'),
      reason: messages('reason', { organisation }),
      button: say('open'),
      path: `/replies/${named(organisationId, published[0].page_key)}`,
      leave: token === null ? null : { label: messages('unsubscribe'), path: `/r/${token}/unsubscribe` },
    }
  },
})
