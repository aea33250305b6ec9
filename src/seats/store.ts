/** SQL of ledgers, their cells and seats. */
import { everyone } from '../cells/cells.ts'
import { json, many, run, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { seatCells, seatLedgers, seatQuestions, seats } from '../db/tables.ts'
import type { Ledger, SeatCell } from './ledger.ts'

const ledgerRow = shapeOf(seatLedgers, [
  'id',
  'k',
  'attribute',
  'opened_at',
  'ends_at',
  'quiet_until',
  'last_opened_at',
])
export type LedgerRow = RowOf<typeof ledgerRow>

/** Whether it is the ledger of an imported survey (imported-seats.ts), which seats nobody: it is over when it begins. */
export const isImported = ({ opened_at, ends_at }: LedgerRow): boolean =>
  new Date(opened_at).getTime() === new Date(ends_at).getTime()

/** Collections of one organisation that open at once would not see each other's seats: they take turns, until the transaction ends. */
export const lockLedgers = (tx: Tx, organisationId: string): Promise<number> =>
  run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`seats of ${organisationId}`}, 0))`)

const questionRow = shapeOf(seatQuestions, ['question_key', 'ledger_id'])

/** The last ledger of each of these keys that has one. */
export async function ledgersByKey(
  tx: Tx,
  organisationId: string,
  keys: readonly string[],
): Promise<Map<string, LedgerRow>> {
  const bound = await many(
    tx,
    questionRow,
    sql`
      select ${questionRow.columns}
      from seat_questions
      where organisation_id = ${organisationId}
        and question_key = any (${textArray(keys)})`,
  )
  const rows = await many(
    tx,
    ledgerRow,
    sql`
      select ${ledgerRow.columns}
      from seat_ledgers
      where organisation_id = ${organisationId}
        and id = any (${textArray(bound.map(({ ledger_id }) => ledger_id))})`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    bound.flatMap(({ question_key, ledger_id }) => {
      const row = byId.get(ledger_id)
      return row ? [[question_key, row] as const] : []
    }),
  )
}

const cellRow = shapeOf(seatCells, ['cell', 'team_id', 'value_group', 'is_quiet'])
const seatRow = shapeOf(seats, ['member_id', 'cell'])

/** Seats of a season that ended long ago are packed (packing.ts). */
export async function loadLedger(tx: Tx, organisationId: string, ledgerId: string): Promise<Ledger> {
  const cells = await many(
    tx,
    cellRow,
    sql`
      select ${cellRow.columns}
      from seat_cells
      where organisation_id = ${organisationId}
        and ledger_id = ${ledgerId}
      order by cell`,
  )
  const rows = await many(
    tx,
    seatRow,
    sql`
      select member_id, cell
      from seats
      where organisation_id = ${organisationId}
        and ledger_id = ${ledgerId}
      union all
      select one.member_id, one.cell
      from packed_seats p
      cross join lateral unnest(p.member_ids, p.cells) as one (member_id, cell)
      where p.organisation_id = ${organisationId}
        and p.ledger_id = ${ledgerId}
      order by member_id`,
  )
  const byCell = Map.groupBy(rows, ({ cell }) => cell)
  return {
    cells: cells.map(({ cell, team_id, value_group }): SeatCell => ({
      number: cell,
      node: team_id ?? everyone,
      group: value_group,
      seats: (byCell.get(cell) ?? []).map(({ member_id }) => member_id),
    })),
    quiet: new Set(cells.flatMap(({ cell, is_quiet }) => (is_quiet ? [cell] : []))),
  }
}

/** Stores what has changed of a ledger: rows are added and changed, and never deleted. */
export async function storeLedger(
  tx: Tx,
  organisationId: string,
  row: LedgerRow,
  { before, after }: { before: Ledger | null; after: Ledger },
): Promise<void> {
  await run(
    tx,
    sql`
      insert into seat_ledgers (organisation_id, id, k, attribute, opened_at, ends_at, quiet_until, last_opened_at)
      values (${organisationId}, ${row.id}, ${row.k}, ${row.attribute}, ${row.opened_at}::timestamptz, ${row.ends_at}::timestamptz,
              ${row.quiet_until}::timestamptz, ${row.last_opened_at}::timestamptz)
      on conflict (organisation_id, id) do update
      set k = excluded.k,
          attribute = excluded.attribute,
          ends_at = greatest(seat_ledgers.ends_at, excluded.ends_at),
          last_opened_at = excluded.last_opened_at`,
  )
  const cells = after.cells.map(({ number, node, group }) => ({
    cell: number,
    team_id: node === everyone ? null : node,
    value_group: group,
    is_quiet: after.quiet.has(number),
  }))
  await run(
    tx,
    sql`
      insert into seat_cells (organisation_id, ledger_id, cell, team_id, value_group, is_quiet)
      select ${organisationId}, ${row.id}, cell, team_id, value_group, is_quiet
      from jsonb_to_recordset(${json(cells)}) as one (cell integer, team_id text, value_group text, is_quiet boolean)
      on conflict (organisation_id, ledger_id, cell) do update
      set team_id = excluded.team_id,
          value_group = excluded.value_group,
          is_quiet = excluded.is_quiet`,
  )
  const cellBefore = cellsByMember(before)
  // In the order of the key, whose pages are filled then.
  const moved = after.cells
    .flatMap(({ number, seats: members }) =>
      members.flatMap((member) => (cellBefore.get(member) === number ? [] : [{ member, number }])),
    )
    .toSorted((one, other) => (one.member < other.member ? -1 : 1))
  await run(
    tx,
    sql`
      insert into seats (organisation_id, ledger_id, member_id, cell)
      select ${organisationId}, ${row.id}, moved.*
      from unnest(${moved.map(({ member }) => member)}::text[], ${moved.map(({ number }) => number)}::integer[]) as moved
      on conflict (organisation_id, ledger_id, member_id) do update
      set cell = excluded.cell`,
  )
}

const cellsByMember = (ledger: Ledger | null): Map<string, number> =>
  new Map(
    (ledger?.cells ?? []).flatMap(({ number, seats: members }) =>
      members.map((member) => [member, number] as const),
    ),
  )

/** From now on the questions with these keys count by this ledger. Ledgers that are left without a question are deleted. */
export async function bindQuestions(
  tx: Tx,
  organisationId: string,
  keys: readonly string[],
  ledgerId: string,
): Promise<void> {
  await run(
    tx,
    sql`
      insert into seat_questions (organisation_id, question_key, ledger_id)
      select ${organisationId}, question_key, ${ledgerId}
      from unnest(${textArray(keys)}) as question_key
      on conflict (organisation_id, question_key) do update
      set ledger_id = excluded.ledger_id`,
  )
  await run(
    tx,
    sql`
      delete from seat_ledgers l
      where l.organisation_id = ${organisationId}
        and not exists (
          select 1
          from seat_questions q
          where q.organisation_id = l.organisation_id
            and q.ledger_id = l.id
        )`,
  )
}
