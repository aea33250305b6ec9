/** Why a recipient's answers are in no figure, in words: said on the answer page and in messages, before anybody answers. */
import type { NotCounted } from '../../contract/answering.ts'
import { textsOf } from '../../locales/catalogue.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { exists, one, sql, type Tx } from '../db/db.ts'
import { type RowOf, shape } from '../db/shape.ts'
import { collections, recipients } from '../db/tables.ts'
import { inWords, type Language } from '../language.ts'
import { recipientRows } from '../roster-rows.ts'

/** Columns of `recipients` as `r` and `collections` as `c`. */
export const notCountedColumns = {
  is_counted: recipients.is_counted,
  uncounted_because: recipients.uncounted_because,
  season_began_at: collections.season_began_at,
  season_ends_at: collections.season_ends_at,
  season_quiet_until: collections.season_quiet_until,
}

const recipientRow = shape(notCountedColumns)

/** Whether the place of a code was withdrawn while the survey is open. */
export const findUncountedPlace = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { teamId, language }: { teamId: string | null; language: Language },
): Promise<NotCounted | null> =>
  (await exists(
    tx,
    sql`
      select 1
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and team_id is not distinct from ${teamId}
        and not is_counted`,
  ))
    ? uncounted(language)
    : null

const uncounted = (language: Language): NotCounted => ({
  reason: null,
  since: null,
  until: null,
  sentence: textsOf('answering', language)('not_counted'),
})

/** @returns null for recipients who are counted */
export async function findNotCounted(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { memberId, language }: { memberId: string; language: Language },
): Promise<NotCounted | null> {
  const recipient = await one(
    tx,
    recipientRow,
    sql`
      select r.is_counted, r.uncounted_because, c.season_began_at, c.season_ends_at, c.season_quiet_until
      from collections c
      cross join lateral (${recipientRows(organisationId, { collection: sql`c.id`, member: sql`${memberId}` })}) as r
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}`,
  )
  return recipient ? notCountedOf(recipient, language) : null
}

/** If a place was withdrawn while the survey was open, its recipient learns only that: more would point at whoever was erased. */
export function notCountedOf(
  {
    is_counted,
    uncounted_because: because,
    season_began_at: since,
    season_ends_at: end,
    season_quiet_until: quiet,
  }: RowOf<typeof recipientRow>,
  language: Language,
): NotCounted | null {
  if (is_counted) return null
  const text = textsOf('answering', language)
  const until = because === 'quiet' ? quiet : end
  if (because === null || since === null || until === null) return uncounted(language)
  const sentence = text(`not_counted_${because}`, {
    since: inWords.day(language, since.slice(0, 10)),
    until: inWords.day(language, until.slice(0, 10)),
  })
  return { reason: because, since, until, sentence }
}
