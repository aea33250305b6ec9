/** SQL of what a language model is asked, and of what came of it. */
import { type CollectionRef } from '../collection-ref.ts'
import { json, many, one, run, sql, textArray, type Tx } from '../db/db.ts'
import { type Phrasing } from './phrasing.ts'

/** Told to respondents, agreed to still, and the operator's of today: all three, or nothing is sent. */
const isAgreed = (host: string) => sql`
  c.language_model = ${host}
  and c.state = 'closed'
  and o.language_model = ${host}`

/** Once a collection. @returns 0 where it may not be asked, or is already */
export const insertDue = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  host: string,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into phrasings (organisation_id, collection_id, due_at, updated_at)
      select c.organisation_id, c.id, ${now}::timestamptz, ${now}::timestamptz
      from collections c
      join organisations o on o.id = c.organisation_id
      where c.organisation_id = ${organisationId}
        and c.id = ${collectionId}
        and ${isAgreed(host)}
      on conflict do nothing`,
  )

export type Claimed = { organisation_id: string; collection_id: string; attempts: number; owner_id: string }

/** The one that is due first, put off until `until`: whoever dies while he asks loses it to another. */
export const claimDue = (
  tx: Tx,
  host: string,
  now: Date,
  until: Date,
  aside: readonly string[],
): Promise<Claimed | undefined> =>
  one<Claimed>(
    tx,
    sql`
      update phrasings p
      set due_at = ${until},
          attempts = p.attempts + 1,
          updated_at = ${now}
      from (
        select p.organisation_id, p.collection_id, c.owner_id
        from phrasings p
        join collections c on c.organisation_id = p.organisation_id and c.id = p.collection_id
        join organisations o on o.id = p.organisation_id
        where p.due_at <= ${now}
          and p.collection_id <> all (${textArray(aside)})
          and ${isAgreed(host)}
        order by p.due_at
        limit 1
        for update of p skip locked
      ) as due
      where p.organisation_id = due.organisation_id
        and p.collection_id = due.collection_id
      returning p.organisation_id, p.collection_id, p.attempts, due.owner_id`,
  )

/** @returns 0 when somebody else has ended it, or the organisation no longer agrees */
export const endWith = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  host: string,
  ended: { provider: string; model: string; phrasing: Phrasing | null; outcome: string },
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update phrasings p
      set due_at = null,
          provider = ${ended.provider},
          model = ${ended.model},
          phrasing = ${ended.phrasing === null ? null : json(ended.phrasing)},
          outcome = ${ended.outcome},
          updated_at = ${now}
      from collections c
      join organisations o on o.id = c.organisation_id
      where p.organisation_id = ${organisationId}
        and p.collection_id = ${collectionId}
        and p.due_at is not null
        and c.organisation_id = p.organisation_id
        and c.id = p.collection_id
        and ${isAgreed(host)}`,
  )

export const retryAt = (tx: Tx, { organisationId, collectionId }: CollectionRef, at: Date): Promise<number> =>
  run(
    tx,
    sql`
      update phrasings
      set due_at = ${at}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and due_at is not null`,
  )

export const findPhrasing = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<{ provider: string; model: string; phrasing: Phrasing } | undefined> =>
  one(
    tx,
    sql<{ provider: string; model: string; phrasing: Phrasing }>`
      select provider, model, phrasing
      from phrasings
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and phrasing is not null`,
  )

/** Emergent themes as the engine calls them, of everyone who was asked. */
export const themesOf = async (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<string[]> =>
  (
    await many<{ subject: string }>(
      tx,
      sql`
        select subject
        from insights
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and kind = 'theme'
          and state = 'ready'
          and team_id is null
          and value ->> 'source' = 'emergent'
        order by n desc, subject
        limit 12`,
    )
  ).map(({ subject }) => subject)

/** Names of the directory: none of them is a word for what many say. */
export const namesOf = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (
    await many<{ name: string }>(
      tx,
      sql`select name from members where organisation_id = ${organisationId} and status <> 'erased'`,
    )
  ).map(({ name }) => name)

/** As whoever computes findings anew does: two of them go one after the other. */
export const lockCollection = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<unknown> =>
  one(
    tx,
    sql`select 1 from collections where organisation_id = ${organisationId} and id = ${collectionId} for update`,
  )

export const forgetPhrasing = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from phrasings where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
