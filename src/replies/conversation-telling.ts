/**
 * Messages about conversations: to the person, by the channel that invited them, that a reader wrote; and to readers who wrote, that the person
 * answered. Neither holds a word of what was written: mail of a workplace is read by more people than the promise names.
 */
import type { SendingChannel } from '../../contract/collections.ts'
import { limits } from '../../contract/limits.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { findNamedAnswer } from '../collection/collection.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { bool, jsonbOf, nullable, shape, text, textOf } from '../db/shape.ts'
import { collections, conversations, members, users } from '../db/tables.ts'
import { type Absence, nextSendingTime } from '../delivery/delivery.ts'
import { named } from '../ids.ts'
import { firstLanguage } from '../language.ts'
import { type NoticeKind, queueNotice, queueNotices } from '../notices/notices.ts'
import { localise } from '../questions/questions.ts'
import type { AnswerRef } from './conversation-store.ts'
import * as store from './conversation-store.ts'
import { absencesOf, canBeTold, invitedBy, isReached } from './ways.ts'

type PersonFacts = { readonly message_id: string; readonly collection_id: string; readonly member_id: string }
type ReaderFacts = { readonly collection_id: string; readonly response_id: string }

const wayRow = shape({
  channel: textOf<SendingChannel>(),
  address: text,
  locale: members.locale,
  time_zone: text,
  quiet_hours: members.quiet_hours,
  absences: jsonbOf<Absence[]>(),
})

/** How the person was invited; anyone who has left, opted out of the survey or has no channel but a link gets nothing. */
const wayTo = (tx: Tx, { organisationId, collectionId }: AnswerRef, memberId: string, now: Date) =>
  one(
    tx,
    wayRow,
    sql`
      select way.channel, way.address, m.locale, coalesce(m.time_zone, o.time_zone) as time_zone, m.quiet_hours,
             ${absencesOf(organisationId, now)} as absences
      from members m
      join collections c on c.organisation_id = m.organisation_id and c.id = ${collectionId}
      join organisations o on o.id = m.organisation_id
      ${invitedBy(organisationId)}
      where m.organisation_id = ${organisationId}
        and m.id = ${memberId}
        and ${canBeTold(organisationId)}`,
  )

type Published = { readonly ref: AnswerRef; readonly memberId: string; readonly messageId: string }

/** Later, so that a mistake can be withdrawn before. */
export async function tellPerson(tx: Tx, { ref, memberId, messageId }: Published, now: Date): Promise<void> {
  const way = await wayTo(tx, ref, memberId, now)
  if (!way) return
  const soonest = new Date(now.getTime() + limits.replyMessagesAfterSeconds * 1000)
  const quiet = [way.quiet_hours ?? []].flat()
  const notice = {
    to: { address: way.address, locale: way.locale },
    channel: way.channel,
    subjectId: memberId,
    dueAt: nextSendingTime(soonest, way.time_zone, quiet, way.absences) ?? soonest,
    facts: { message_id: messageId, collection_id: ref.collectionId, member_id: memberId },
  }
  await queueNotices(tx, messageNotices, { organisationId: ref.organisationId, notices: [notice] }, now)
}

export async function tellReaders(tx: Tx, ref: AnswerRef, now: Date): Promise<void> {
  const { organisationId, collectionId, responseId } = ref
  const facts = { collection_id: collectionId, response_id: responseId }
  for (const { user_id: userId } of await store.readersWhoWrote(tx, ref))
    await queueNotice(tx, answerNotices, { organisationId, to: { userId }, facts }, now)
}

const titleColumns = {
  title: collections.title,
  language: collections.language,
  translations: collections.translations,
}

const messageRow = shape({
  ...titleColumns,
  name: members.name,
  locale: members.locale,
  author: users.name,
  page_key: conversations.page_key,
})

/** Written when it is sent: of a message that is still published, to somebody who still gets messages. */
export const messageNotices: NoticeKind<PersonFacts> = {
  name: 'conversation',
  host: 'answers',
  compose: async (
    tx,
    { organisation_id: organisationId, facts, organisation, colour, organisation_locale },
  ) => {
    const row = await one(
      tx,
      messageRow,
      sql`
        select c.title, c.language, c.translations, m.name, m.locale, u.name as author, v.page_key
        from conversation_messages s
        join conversations v
          on v.organisation_id = s.organisation_id
         and v.collection_id = s.collection_id
         and v.response_id = s.response_id
        join collections c on c.organisation_id = s.organisation_id and c.id = s.collection_id
        join users u on u.organisation_id = s.organisation_id and u.id = s.author_user_id
        join members m on m.organisation_id = s.organisation_id and m.id = ${facts.member_id}
        where s.organisation_id = ${organisationId}
          and s.id = ${facts.message_id}
          and s.state = 'published'
          and c.mode = 'attributed'
          and c.deleted_at is null
          and ${isReached(organisationId)}`,
    )
    if (!row) return null
    const language = firstLanguage(row.locale, organisation_locale)
    const say = textsOf('conversations', language)
    const { title } = localise({ ...row, questions: [] }, row, language, organisation_locale).written
    const { author } = row
    const subject = say('subject', { author, title })
    return {
      kind: 'conversation_message',
      language,
      subject,
      brand: { organisation, colour },
      greeting: say('greeting', { name: row.name }),
      request: say('request', { author, title }),
      // Who wrote is what it is about.
      title: subject,
      promise: say('readers'),
      personal: say('personal'),
      reason: say('reason'),
      button: say('open'),
      path: `/conversations/${named(organisationId, row.page_key)}`,
    }
  },
}

const answerRow = shape({
  ...titleColumns,
  owner_id: collections.owner_id,
  check_in_id: nullable(text),
  has_other_readers: bool,
})

/** To a reader who wrote, as long as the answer is there. */
export const answerNotices: NoticeKind<ReaderFacts> = {
  name: 'conversation_answer',
  compose: async (tx, { organisation_id: organisationId, facts, name, locale, organisation_locale }) => {
    const { collection_id: collectionId, response_id: responseId } = facts
    const answer = await findNamedAnswer(tx, { organisationId, collectionId }, responseId)
    const person = answer?.member_id
      ? await store.findPerson(tx, organisationId, answer.member_id)
      : undefined
    const row = await one(
      tx,
      answerRow,
      sql`
        select c.title, c.language, c.translations, c.owner_id,
               case when c.owner_kind = 'check_in_instance' then c.series_id end as check_in_id,
               cardinality(c.audience) > 1 as has_other_readers
        from collections c
        where c.organisation_id = ${organisationId}
          and c.id = ${collectionId}
          and c.mode = 'attributed'
          and c.deleted_at is null`,
    )
    if (!row || !person) return null
    const language = firstLanguage(locale, organisation_locale)
    const say = textsOf('conversations', language)
    const { title } = localise({ ...row, questions: [] }, row, language, organisation_locale).written
    const { owner_id: owner, check_in_id: checkIn } = row
    return {
      kind: 'conversation_answer',
      language,
      subject: say('answer_subject', { title }),
      greeting: say('greeting', { name: name ?? '' }),
      request: say('answer_request', { name: person.name, title }),
      title,
      promise: say(row.has_other_readers ? 'answer_readers' : 'answer_readers_alone', { name: person.name }),
      personal: say('answer_personal'),
      button: say('answer_open'),
      path:
        checkIn === null
          ? `/app/pulses/${owner}/answers?answer=${responseId}`
          : `/app/check-ins/${checkIn}/answers?occurrence=${owner}&answer=${responseId}`,
    }
  },
}
