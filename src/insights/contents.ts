/**
 * Contents of findings that lie together: 64 in the order in which they were written, so that a page of a list reads one or two rows of them, and one finding
 * costs a fraction of a millisecond. A finding names its place.
 *
 * Processes of an older release can read neither these nor findings that do not repeat data of their collection. So findings get a content each
 * as long as such a process may be running (db/forms.ts).
 */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { isReadByAll } from '../db/forms.ts'
import { int4, shape, shapeOf } from '../db/shape.ts'
import { insightContents } from '../db/tables.ts'
import { mapInTurn } from '../in-turns.ts'
import { type Content, contentOf, type ContentRow, packContents, unpackContents } from './content.ts'

/** With twice as many, each would take a tenth less space, and reading one would take twice as long. */
const together = 64

/** The migration that added the table. */
const migration = 88

export const lieTogether = (tx: Tx, now: Date): Promise<boolean> => isReadByAll(tx, migration, now)

const numberRow = shape({ number: int4 })

/** The caller holds the collection. @returns the places of the contents, in their order */
export async function insertContents(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  contents: readonly Content[],
): Promise<number[]> {
  const { number: first } = await only(
    tx,
    numberRow,
    sql`
      select coalesce(max(number) + 1, 0) as number
      from insight_contents
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  const firsts = Array.from({ length: Math.ceil(contents.length / together) }, (_, at) => at * together)
  const rows = await mapInTurn(firsts, (from) => {
    const some = packContents(contents.slice(from, from + together))
    return { number: first + from / together, contents: some.toString('base64') }
  })
  await run(
    tx,
    sql`
      insert into insight_contents (organisation_id, collection_id, number, contents)
      select ${organisationId}, ${collectionId}, number, decode(contents, 'base64')
      from jsonb_to_recordset(${json(rows)}) as made (number integer, contents text)`,
  )
  return contents.map((_, at) => first * together + at)
}

const contentsRow = shapeOf(insightContents, ['collection_id', 'number', 'contents'])

type Placed = ContentRow & { readonly collection_id: string }

const numberOf = (place: number): number => Math.floor(place / together)
const keyOf = (collectionId: string, number: number): string => `${collectionId} ${number}`

/** Each row with its content. Findings that were deleted since the rows were read are left out. */
export async function withContents<R extends Placed>(
  tx: Tx,
  organisationId: string,
  rows: readonly R[],
): Promise<{ row: R; content: Content }[]> {
  const wanted = new Map<string, { collection_id: string; number: number }>()
  for (const { collection_id, place } of rows) {
    if (place === null) continue
    const number = numberOf(place)
    wanted.set(keyOf(collection_id, number), { collection_id, number })
  }
  const named = [...wanted.values()]
  const found =
    named.length === 0
      ? []
      : await many(
          tx,
          contentsRow,
          sql`
            select ${contentsRow.of('k')}
            from unnest(${textArray(named.map((one) => one.collection_id))}, ${named.map((one) => one.number)}::integer[])
              as wanted (collection_id, number)
            join insight_contents k
              on k.organisation_id = ${organisationId}
             and k.collection_id = wanted.collection_id
             and k.number = wanted.number`,
        )
  const lying = new Map(
    found.map(({ collection_id, number, contents }) => [
      keyOf(collection_id, number),
      unpackContents(contents),
    ]),
  )
  return rows.flatMap((row) => {
    if (row.place === null) return [{ row, content: contentOf(row) }]
    const placed = lying.get(keyOf(row.collection_id, numberOf(row.place)))?.[row.place % together]
    return placed ? [{ row, content: contentOf(row, placed) }] : []
  })
}

/** Changes the contents of a collection's findings. @param change  returns null to change nothing. @returns how many it changed */
export async function changeContents(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  change: (content: Content) => Content | null,
): Promise<number> {
  const rows = await many(
    tx,
    contentsRow,
    sql`
      select ${contentsRow.columns}
      from insight_contents
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  let changes = 0
  const changed = rows.flatMap(({ number, contents }) => {
    const before = unpackContents(contents)
    const after = before.map(change)
    const count = after.filter((one) => one !== null).length
    if (count === 0) return []
    changes += count
    const packed = packContents(after.map((one, at) => one ?? before[at]))
    return [{ number, contents: packed.toString('base64') }]
  })
  await run(
    tx,
    sql`
      update insight_contents k
      set contents = decode(changed.contents, 'base64')
      from jsonb_to_recordset(${json(changed)}) as changed (number integer, contents text)
      where k.organisation_id = ${organisationId}
        and k.collection_id = ${collectionId}
        and k.number = changed.number`,
  )
  return changes
}

export const deleteContents = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`delete from insight_contents where organisation_id = ${organisationId} and collection_id = ${collectionId}`,
  )
