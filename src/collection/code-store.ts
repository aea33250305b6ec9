/** SQL of codes on paper. A code is stored as a hash, with its pool: nothing says who drew it, whether it was used, or when. */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, one, only, run, sql, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { codePools, collections, users } from '../db/tables.ts'
import type { Pool } from './pools.ts'

export async function insertPools(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  pools: readonly Pool[],
): Promise<void> {
  await run(
    tx,
    sql`
      insert into code_pools (organisation_id, collection_id, number, team_id, seat_cell, people)
      select ${organisationId}, ${collectionId}, made.number, made.team, made.cell, made.people
      from jsonb_to_recordset(${json(pools.map((one, index) => ({ ...one, number: index + 1 })))})
        as made (number integer, team text, cell integer, people integer)`,
  )
}

const poolRow = shapeOf(codePools, ['number', 'team_id', 'people', 'issued_at', 'destroyed_at'], {
  team_name: nullable(text),
  issued_by: nullable(users.id),
  issuer: nullable(users.name),
})

export type PoolRow = RowOf<typeof poolRow>

export const listPools = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<PoolRow[]> =>
  many(
    tx,
    poolRow,
    sql`
      select ${poolRow.of('p')}, t.name as team_name, p.issued_by, u.name as issuer
      from code_pools p
      left join collection_teams t
        on t.organisation_id = p.organisation_id
       and t.collection_id = p.collection_id
       and t.team_id = p.team_id
      left join users u on u.organisation_id = p.organisation_id and u.id = p.issued_by
      where p.organisation_id = ${organisationId}
        and p.collection_id = ${collectionId}
      order by p.number`,
  )

const wordingRow = shapeOf(collections, ['language', 'translations'])

/** In which language people are asked, and in which others. */
export const wordingOf = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  only(
    tx,
    wordingRow,
    sql`
      select ${wordingRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

const issuedRow = shapeOf(codePools, ['number'])

/** Once: of two who print at the same time, one does. @returns the pools that were marked */
export const markIssued = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { by, now }: { by: string; now: Date },
): Promise<number[]> => {
  const rows = await many(
    tx,
    issuedRow,
    sql`
      update code_pools
      set issued_at = ${now},
          issued_by = ${by}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and issued_at is null
      returning number`,
  )
  return rows.map(({ number }) => number)
}

/** All at once and in the order of their hashes, so the order of rows says nothing of the order on paper. */
export const insertCodes = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  codes: readonly { hash: Buffer; number: number }[],
): Promise<number> =>
  run(
    tx,
    sql`
      insert into codes (organisation_id, collection_id, code_sha256, number)
      select ${organisationId}, ${collectionId}, made.hash, made.number
      from unnest(${codes.map(({ hash }) => hash)}::bytea[], ${codes.map(({ number }) => number)}::integer[]) as made (hash, number)
      order by made.hash`,
  )

/** @param number  of a pool; null: every one @returns the pools whose codes were destroyed just now */
export const markDestroyed = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  number: number | null,
  { by, now }: { by: string; now: Date },
): Promise<RowOf<typeof destroyedRow>[]> =>
  many(
    tx,
    destroyedRow,
    sql`
      update code_pools
      set destroyed_at = ${now},
          destroyed_by = ${by}
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and (${number}::integer is null or number = ${number}::integer)
        and issued_at is not null
        and destroyed_at is null
      returning number, people`,
  )

const destroyedRow = shapeOf(codePools, ['number', 'people'])

/** When a collection has ended no code leads to it. */
export const deleteCodes = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from codes
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

export const deletePools = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from code_pools
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

const sittingOutRow = shapeOf(collections, ['sitting_out'])

/** Where people who sit out of a question were put together with others, all of them sit out. */
export async function moveSittingOut(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  moved: ReadonlyMap<string | null, ReadonlySet<string | null>>,
): Promise<void> {
  const { sitting_out: before } = await only(
    tx,
    sittingOutRow,
    sql`
      select ${sittingOutRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  const after = Object.fromEntries(
    Object.entries(before).map(([question, teams]) => [
      question,
      [
        ...new Set([
          ...teams,
          ...teams.flatMap((team) => [...(moved.get(team || null) ?? [])].map((to) => to ?? '')),
        ]),
      ],
    ]),
  )
  await run(
    tx,
    sql`
      update collections
      set sitting_out = ${json(after)}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
}

const openRow = shapeOf(collections, ['id'])

/** Whether it is open; it stays so until the transaction ends. */
export const lockOpen = async (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<boolean> =>
  (await one(
    tx,
    openRow,
    sql`
      select ${openRow.columns}
      from collections
      where organisation_id = ${organisationId}
        and id = ${collectionId}
        and state = 'open'
      for share`,
  )) !== undefined

const privateRow = shape({ author: nullable(text) })

/** The author of a private survey, who alone may know of it; null for a public one. */
export const privateAuthorOf = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<string | null> =>
  (
    await only(
      tx,
      privateRow,
      sql`
        select case when visibility = 'private' then author_user_id end as author
        from collections
        where organisation_id = ${organisationId}
          and id = ${collectionId}`,
    )
  ).author
