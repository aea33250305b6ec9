/** SQL of the requests to a language model, of the words that came back, and of what an organisation has agreed to. */
import type { CollectionRef } from '../collection-ref.ts'
import { claimWithin } from '../db/claiming.ts'
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { collections, members, organisations, phrasings } from '../db/tables.ts'
import type { Phrasing } from './phrasing.ts'

/** Promised to respondents, agreed to by the organisation today, and the operator's model today: otherwise nothing is sent. */
const isAgreed = (host: string) => sql`
  c.language_model = ${host}
  and c.state = 'closed'
  and o.language_model = ${host}`

/** Once for a collection. @returns 0 where the model may not be asked, or was already */
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

const claimedRow = shapeOf(phrasings, ['organisation_id', 'collection_id', 'attempts'], {
  owner_id: collections.owner_id,
})
export type ClaimedRow = RowOf<typeof claimedRow>

/**
 * Claims the request that is due first until the lease ends: if the worker dies, another one takes it then.
 * @param quarantined  collections that are left alone
 */
export const claimDue = (
  tx: Tx,
  host: string,
  { now, leaseEnds }: { now: Date; leaseEnds: Date },
  quarantined: readonly string[],
): Promise<ClaimedRow | undefined> =>
  claimWithin(
    tx,
    sql`
      select p.organisation_id
      from phrasings p
      join collections c on c.organisation_id = p.organisation_id and c.id = p.collection_id
      join organisations o on o.id = p.organisation_id
      where p.due_at <= ${now}
        and p.collection_id <> all (${textArray(quarantined)})
        and ${isAgreed(host)}
      order by p.due_at`,
    (organisationId) =>
      one(
        tx,
        claimedRow,
        sql`
      update phrasings p
      set due_at = ${leaseEnds},
          attempts = p.attempts + 1,
          updated_at = ${now}
      from (
        select p.organisation_id, p.collection_id, c.owner_id
        from phrasings p
        join collections c on c.organisation_id = p.organisation_id and c.id = p.collection_id
        join organisations o on o.id = p.organisation_id
        where p.organisation_id = ${organisationId}
          and p.due_at <= ${now}
          and p.collection_id <> all (${textArray(quarantined)})
          and ${isAgreed(host)}
        order by p.due_at
        limit 1
        for update of p skip locked
      ) as due
      where p.organisation_id = ${organisationId}
        and p.collection_id = due.collection_id
      returning ${claimedRow.of('p')}, due.owner_id`,
      ),
  )

export type Ending = { provider: string; model: string; phrasing: Phrasing | null; outcome: string }

/** @param ending.provider  the host that was asked. @returns 0 where another worker ended it, or the consent was withdrawn */
export const endWith = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { provider, model, phrasing, outcome }: Ending,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      update phrasings p
      set due_at = null,
          provider = ${provider},
          model = ${model},
          phrasing = ${phrasing === null ? null : json(phrasing)},
          outcome = ${outcome},
          updated_at = ${now}
      from collections c
      join organisations o on o.id = c.organisation_id
      where p.organisation_id = ${organisationId}
        and p.collection_id = ${collectionId}
        and p.due_at is not null
        and c.organisation_id = p.organisation_id
        and c.id = p.collection_id
        and ${isAgreed(provider)}`,
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

/** Both are written together with the words. */
const phrasingRow = shapeOf(phrasings, ['provider', 'model', 'phrasing'], {
  provider: text,
  model: text,
  phrasing: jsonbOf<Phrasing>(),
})

export const findPhrasing = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<RowOf<typeof phrasingRow> | undefined> =>
  one(
    tx,
    phrasingRow,
    sql`
      select ${phrasingRow.columns}
      from phrasings
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and phrasing is not null`,
  )

const nameRow = shapeOf(members, ['name'])

/** The names of the directory: no label may hold one. */
export const namesOf = async (tx: Tx, organisationId: string): Promise<string[]> =>
  (
    await many(
      tx,
      nameRow,
      sql`
        select ${nameRow.columns}
        from members
        where organisation_id = ${organisationId}
          and status <> 'erased'`,
    )
  ).map(({ name }) => name)

const organisationRow = shapeOf(organisations, ['locale', 'translation_model'])

/** The language of what it writes, and the host that its texts may be sent to. */
export const organisationForTranslation = (
  tx: Tx,
  organisationId: string,
): Promise<RowOf<typeof organisationRow>> =>
  only(
    tx,
    organisationRow,
    sql`select ${organisationRow.columns} from organisations where id = ${organisationId}`,
  )

/** The same lock that computing insights again takes, so the two go one after the other. */
export const lockCollection = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<unknown> =>
  one(
    tx,
    shape({ id: collections.id }),
    sql`
      select id
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
      for update`,
  )

export const deletePhrasing = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from phrasings where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
