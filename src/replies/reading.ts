/**
 * What somebody who was asked reads: the published replies to findings about their group. Rosters decide it alone. Nothing here looks at
 * answers, so pages are the same for those who answered and those who did not.
 */
import type { CollectionRef } from '../collection-ref.ts'
import type { Contact } from '../../contract/organisation.ts'
import { many, one, only, type Query, sql, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { collections, organisations, replies, users } from '../db/tables.ts'
import { recipientRows } from '../roster-rows.ts'
import { readPageKey } from './page-key.ts'
import { topicColumns, topicFields, withTopics } from './topic.ts'

const shownMax = 50

const publishedRow = shape({
  kind: replies.kind,
  text: replies.text,
  published_at: replies.published_at,
  author: users.name,
  title: collections.title,
  translations: collections.translations,
  /** The language of the title. */
  locale: text,
  ...topicFields,
})

const surveyRow = shape({
  organisation_id: organisations.id,
  id: collections.id,
  state: collections.state,
  closed_at: collections.closed_at,
  title: collections.title,
  translations: collections.translations,
  locale: text,
  organisation: organisations.name,
  colour: organisations.colour,
  logo: organisations.logo,
  organisation_locale: organisations.locale,
  time_zone: organisations.time_zone,
  contacts: organisations.contacts,
  team_id: nullable(text),
})

/** A survey, and what was replied to it. */
export type ReplyPage = {
  readonly survey: RowOf<typeof surveyRow>
  readonly replies: readonly RowOf<typeof publishedRow>[]
}

const surveyColumns = sql`
  c.organisation_id, c.id, c.state, c.closed_at, c.title, c.translations, coalesce(c.language, o.locale) as locale, o.name as organisation,
  o.colour, o.logo, o.locale as organisation_locale, o.time_zone, o.contacts`

/** @param told  SQL on the reply `r` of the collection `c` */
const publishedWhere = (tx: Tx, from: Query, told: Query) =>
  many(
    tx,
    publishedRow,
    sql`
      ${from}
      join replies r on r.organisation_id = c.organisation_id and r.collection_id = c.id
      join users u on u.organisation_id = r.organisation_id and u.id = r.author_user_id
      ${withTopics}
      where r.state = 'published'
        and c.deleted_at is null
        and ${told}
      order by r.published_at desc, r.id desc
      limit ${shownMax}`,
  )

const columns = sql`
  r.kind, r.text, r.published_at, u.name as author, c.title, c.translations, coalesce(c.language, o.locale) as locale, ${topicColumns}`

type Recipient = CollectionRef & { readonly memberId: string }

/** To findings about everybody who was asked with this member, or about their team and those above it; for a check-in, of earlier instances too. */
export async function findRepliesToMember(
  tx: Tx,
  { organisationId, collectionId, memberId }: Recipient,
): Promise<ReplyPage | undefined> {
  const survey = await findSurvey(tx, { organisationId, collectionId })
  if (!survey) return undefined
  const published = await publishedWhere(
    tx,
    sql`
      with recursive asked as (
        select c.id, mine.team_id
        from collections this
        join collections c
          on c.organisation_id = this.organisation_id
         and (c.id = this.id or (c.owner_kind = 'check_in_instance' and c.owner_kind = this.owner_kind and c.series_id = this.series_id))
        cross join lateral (${recipientRows(organisationId, { collection: sql`c.id`, member: sql`${memberId}` })}) as mine
        where this.organisation_id = ${organisationId}
          and this.id = ${collectionId}
      ),
      places as (
        select id as collection_id, team_id
        from asked
        where team_id is not null
        union
        select p.collection_id, t.parent_team_id
        from places p
        join collection_teams t
          on t.organisation_id = ${organisationId}
         and t.collection_id = p.collection_id
         and t.team_id = p.team_id
        where t.parent_team_id is not null
      )
      select ${columns}
      from asked
      join collections c on c.organisation_id = ${organisationId} and c.id = asked.id
      join organisations o on o.id = c.organisation_id`,
    sql`(r.team_id is null or (c.id, r.team_id) in (select collection_id, team_id from places))`,
  )
  return { survey, replies: published }
}

const findSurvey = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  one(
    tx,
    surveyRow,
    sql`
      select ${surveyColumns}, null as team_id
      from collections c
      join organisations o on o.id = c.organisation_id
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}`,
  )

/** To findings about everybody, because a receipt does not tell whose it is. */
export async function findRepliesOfReceipt(tx: Tx, ref: CollectionRef): Promise<ReplyPage | undefined> {
  const survey = await findSurvey(tx, ref)
  return survey && { survey, replies: await repliesTo(tx, survey) }
}

/** By the address in a message: to the same group, and to everybody. It stays when the reply was withdrawn, and is empty then. */
export async function findRepliesOfKey(tx: Tx, key: string): Promise<ReplyPage | undefined> {
  const read = readPageKey(key)
  if (!read) return undefined
  const survey = await one(
    tx,
    surveyRow,
    sql`
      select ${surveyColumns}, r.team_id
      from replies r
      join collections c on c.organisation_id = r.organisation_id and c.id = r.collection_id
      join organisations o on o.id = c.organisation_id
      where r.organisation_id = ${read.organisationId}
        and r.page_key = ${read.text}
        and r.state <> 'draft'
        and c.deleted_at is null`,
  )
  return survey && { survey, replies: await repliesTo(tx, survey) }
}

const repliesTo = (tx: Tx, { organisation_id, id, team_id }: RowOf<typeof surveyRow>) =>
  publishedWhere(
    tx,
    sql`
      select ${columns}
      from collections c
      join organisations o on o.id = c.organisation_id`,
    sql`
      c.organisation_id = ${organisation_id}
      and c.id = ${id}
      and (r.team_id is null or r.team_id = ${team_id})`,
  )

const contactsRow = shapeOf(organisations, ['contacts'])

/** Whom people of an organisation can turn to if they want to be known. */
export async function findContacts(tx: Tx, organisationId: string): Promise<readonly Contact[]> {
  const { contacts } = await only(
    tx,
    contactsRow,
    sql`select ${contactsRow.columns} from organisations where id = ${organisationId}`,
  )
  return contacts
}
