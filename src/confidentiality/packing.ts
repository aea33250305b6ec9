/**
 * Packs the figures of an old collection: many cells, or many groups, into one row, which PostgreSQL compresses. Readers get the same rows
 * (figure-rows.ts). A part moves some rows in a transaction that locks the collection's row. The moved rows are deleted, so the next part
 * does not have to know where this one stopped.
 */
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, run, sql, type Tx } from '../db/db.ts'
import { nullable, shapeOf, text } from '../db/shape.ts'
import { cells, releasedGroups } from '../db/tables.ts'

/** The most rows that a part moves. */
const rowsMax = 1_000

/** Figures of one packed row: anyone who reads one cell reads all of them. PostgreSQL finds repetitions only within the last 4 kB. */
const charactersMax = 8_000

const groupsMax = 64

const cellRow = shapeOf(cells, ['measure', 'cell', 'size'], { figures: text })

/** @returns how many were moved */
export async function packCells(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> {
  const rows = await many(
    tx,
    cellRow,
    sql`
      delete from cells
      where organisation_id = ${organisationId}
        and ctid = any (array(
          select ctid
          from cells
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
          order by measure, cell
          limit ${rowsMax}
        ))
      returning measure, cell, size, figures::text as figures`,
  )
  const packed = piecesOf(rows, (one, other) => one.cell - other.cell).map((piece) => ({
    measure: piece[0].measure,
    cells: piece.map(({ cell }) => cell),
    sizes: piece.map(({ size }) => size),
    figures: piece.map(({ figures }) => figures),
  }))
  await run(
    tx,
    sql`
      insert into packed_cells (organisation_id, collection_id, measure, number, cells, sizes, figures)
      select ${organisationId}, ${collectionId}, measure, cells[1], cells, sizes, figures
      from jsonb_to_recordset(${json(packed)}) as p (measure text, cells integer[], sizes integer[], figures text[])`,
  )
  return rows.length
}

type Measured = { measure: string; figures: string }

/** Rows of one measure each, as many as fit. */
function piecesOf<R extends Measured>(rows: readonly R[], inOrder: (one: R, other: R) => number): R[][] {
  const pieces: R[][] = []
  for (const ofMeasure of Map.groupBy(rows, ({ measure }) => measure).values()) {
    let left = 0
    for (const row of ofMeasure.toSorted(inOrder)) {
      left -= row.figures.length
      if (left < 0) {
        pieces.push([])
        left = charactersMax - row.figures.length
      }
      pieces.at(-1)!.push(row)
    }
  }
  return pieces
}

const groupRow = shapeOf(releasedGroups, ['measure', 'team_id', 'partial', 'cells', 'size'], {
  sums: nullable(text),
})

/** @returns how many were moved */
export async function packGroups(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> {
  const rows = await many(
    tx,
    groupRow,
    sql`
      delete from released_groups
      where organisation_id = ${organisationId}
        and ctid = any (array(
          select ctid
          from released_groups
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
          order by measure, team_id
          limit ${rowsMax}
        ))
      returning measure, team_id, partial, cells, size, sums::text as sums`,
  )
  const packed = Map.groupBy(rows, ({ measure }) => measure)
    .values()
    .flatMap((ofMeasure) =>
      inPieces(
        ofMeasure.toSorted((one, other) => (one.team_id < other.team_id ? -1 : 1)),
        groupsMax,
      ),
    )
    .map((piece) => ({
      measure: piece[0].measure,
      first: piece[0].team_id,
      last: piece.at(-1)!.team_id,
      teams: piece.map((one) => one.team_id),
      partials: piece.map((one) => String(one.partial)),
      cells: piece.map((one) => `{${one.cells.join(',')}}`),
      sizes: piece.map((one) => one.size),
      sums: piece.map((one) => one.sums),
    }))
    .toArray()
  await run(
    tx,
    sql`
      insert into packed_groups
        (organisation_id, collection_id, measure, first_team_id, last_team_id, team_ids, partials, cells, sizes, sums)
      select ${organisationId}, ${collectionId}, measure, first, last, teams, partials, cells, sizes, sums
      from jsonb_to_recordset(${json(packed)}) as p (
        measure text, first text, last text, teams text[], partials text[], cells text[], sizes integer[], sums text[]
      )`,
  )
  return rows.length
}

const inPieces = <R>(rows: readonly R[], max: number): R[][] =>
  Array.from({ length: Math.ceil(rows.length / max) }, (_, at) => rows.slice(at * max, (at + 1) * max))
