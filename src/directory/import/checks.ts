/** What no row can tell by itself: who else has an address, whether a manager is known, whom a line of managers comes back to. */
import { limits } from '../../../contract/limits.ts'
import { many, sql, type Tx } from '../../db/db.ts'
import { type Fault, type Faults } from '../../imports/imports.ts'
import { managers, managersChange } from './plan.ts'

const shownMax = sql.lit(limits.importErrorsShownMax)

/** The directory must be planned. */
export async function checkPlan(
  tx: Tx,
  organisationId: string,
  faults: Faults,
  word: 'line' | 'row',
): Promise<void> {
  await checkUnique(tx, faults, word)
  await checkNames(tx, faults)
  await checkAttributes(tx, faults)
  await checkManagers(tx, faults)
  if (faults.count === 0 && (await managersChange(tx))) await checkCircles(tx, organisationId, faults)
}

type Found<Row> = Row & { line: number; total: number }

const add = <Row>(
  faults: Faults,
  rows: Found<Row>[],
  faultOf: (row: Row & { line: number }) => Omit<Fault, 'at'>,
): void =>
  faults.addAll(
    rows.map((row) => ({ at: row.line, ...faultOf(row) })),
    rows[0]?.total ?? 0,
  )

type Taken = { value: string; first: number; owner: string | null }

async function checkUnique(tx: Tx, faults: Faults, word: string): Promise<void> {
  const named = { external_id: 'external_id', email: 'email', id: 'external_id' }
  for (const [key, column] of Object.entries(named)) {
    // The same person under two keys is told of by the first of them.
    if (key === 'id' && faults.count > 0) return
    const rows = await many<Found<Taken>>(
      tx,
      sql`
        select line, value, first, owner, count(*) over () as total
        from (
          select line, ${sql.ref(key)} as value, min(line) over same as first, max(id) filter (where line is null) over same as owner
          from import_directory
          where ${sql.ref(key)} is not null
          window same as (partition by ${sql.ref(key)})
        ) as one
        where line is not null
          and (owner is not null or line > first)
        order by line
        limit ${shownMax}`,
    )
    add(faults, rows, ({ value, first, owner }) =>
      owner === null
        ? { column, code: 'repeated', detail: `${value} stands in ${word} ${first} already` }
        : { column, code: 'taken', detail: `${value} belongs to another member, ${owner}` },
    )
  }
}

async function checkNames(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many<Found<object>>(
    tx,
    sql`
      select line, count(*) over () as total
      from import_plan
      where name is null
        and not faulty
      order by line
      limit ${shownMax}`,
  )
  add(faults, rows, () => ({ column: 'name', code: 'missing', detail: 'Somebody new has a name' }))
}

async function checkAttributes(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many<Found<object>>(
    tx,
    sql`
      select line, count(*) over () as total
      from import_plan
      where (select count(*) from jsonb_object_keys(attributes)) > ${limits.attributesMax}
      order by line
      limit ${shownMax}`,
  )
  const detail = `A member has at most ${limits.attributesMax} attributes`
  add(faults, rows, () => ({ column: 'attributes', code: 'too_many', detail }))
}

async function checkManagers(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many<Found<{ named: string; self: boolean; known: boolean }>>(
    tx,
    sql`
      select p.line, p.fields ->> 'manager' as named, p.manager_id = p.id as self, p.manager_id is not null as known,
             count(*) over () as total
      from import_plan p
      left join import_directory d on d.id = p.manager_id
      where p.fields ->> 'manager' is not null
        and (p.manager_id is null
          or p.manager_id = p.id
          or (d.status not in ('active', 'suspended') and p.manager_id is distinct from p.old_manager_id))
      order by p.line
      limit ${shownMax}`,
  )
  add(faults, rows, ({ named, self, known }) => ({
    column: 'manager',
    ...(self
      ? { code: 'cycle', detail: 'Nobody is his own manager' }
      : known
        ? { code: 'deactivated', detail: `${named} is deactivated` }
        : { code: 'unknown', detail: `There is nobody with the external_id or address ${named}` }),
  }))
}

/** Walks up from everybody, over nobody twice. */
async function checkCircles(tx: Tx, organisationId: string, faults: Faults): Promise<void> {
  const lines = await managers(tx, organisationId)
  const above = new Map(lines.map((one) => [one.id, one]))
  const seenFrom = new Map<string, string>()
  for (const { id } of lines) {
    for (let at = above.get(id); at; at = above.get(at.manager_id)) {
      const seen = seenFrom.get(at.id)
      if (seen === id) blameCircle(at.id)
      if (seen !== undefined) break
      seenFrom.set(at.id, id)
    }
  }
  function blameCircle(start: string): void {
    const circle = [start]
    for (let at = above.get(start)!.manager_id; at !== start; at = above.get(at)!.manager_id) circle.push(at)
    const blamed = circle.flatMap((id) => above.get(id)!.line ?? []).toSorted((a, b) => a - b)
    // A circle that stood before the import is none of the file's.
    if (blamed.length === 0) return
    const detail = `This line of managers comes back to itself, over ${circle.length} people`
    faults.add({ at: blamed[0], column: 'manager', code: 'cycle', detail })
  }
}
