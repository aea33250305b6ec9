/** Checks over the whole file: addresses and ids that are taken, unknown managers, and lines of managers that form a cycle. */
import { limits } from '../../../contract/limits.ts'
import { many, sql, type Tx } from '../../db/db.ts'
import { bool, int4, int8, nullable, shape, text } from '../../db/shape.ts'
import type { Fault, Faults } from '../../imports/imports.ts'
import { problem } from '../../problem.ts'
import { isManaging } from '../managed.ts'
import { type ManagerLink, managers, managersChange } from './plan.ts'

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
  await checkDays(tx, faults)
  await checkAttributes(tx, faults)
  await checkManagers(tx, faults)
  if (faults.count === 0 && (await managersChange(tx))) await checkCycles(tx, organisationId, faults)
}

/** A faulty line, and how many there are beyond the first that are fetched. */
const faultyRow = shape({ line: int4, total: int8 })
type Faulty = { line: number; total: number }

const addAll = <R extends Faulty>(
  faults: Faults,
  rows: readonly R[],
  describe: (row: R) => Omit<Fault, 'at'>,
): void =>
  faults.addAll(
    rows.map((row) => ({ at: row.line, ...describe(row) })),
    rows[0]?.total ?? 0,
  )

const duplicateRow = shape({ ...faultyRow.fields, value: text, first: int4, owner: nullable(text) })

async function checkUnique(tx: Tx, faults: Faults, word: string): Promise<void> {
  const columns = { external_id: 'external_id', email: 'email', current_email: 'email', id: 'external_id' }
  for (const [key, column] of Object.entries(columns)) {
    // One person under two keys is reported under the first of them, and so is an address that is taken while another one is pending.
    if ((key === 'id' || key === 'current_email') && faults.count > 0) return
    const rows = await many(
      tx,
      duplicateRow,
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
    addAll(faults, rows, ({ value, first, owner }) =>
      owner === null
        ? { column, code: 'repeated', detail: `${value} is already in ${word} ${first}` }
        : { column, code: 'taken', detail: `${value} belongs to another member, ${owner}` },
    )
  }
}

async function checkNames(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many(
    tx,
    faultyRow,
    sql`
      select line, count(*) over () as total
      from import_plan
      where name is null
        and not faulty
      order by line
      limit ${shownMax}`,
  )
  addAll(faults, rows, () => ({ column: 'name', code: 'missing', detail: 'A new member needs a name' }))
}

async function checkDays(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many(
    tx,
    faultyRow,
    sql`
      select line, count(*) over () as total
      from import_plan
      where leaves_on < joined_on
        and not faulty
      order by line
      limit ${shownMax}`,
  )
  const detail = 'A member leaves on the day on which they join, or later'
  addAll(faults, rows, () => ({ column: 'leaves_on', code: 'not_later', detail }))
}

async function checkAttributes(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many(
    tx,
    faultyRow,
    sql`
      select line, count(*) over () as total
      from import_plan
      where (select count(*) from jsonb_object_keys(attributes)) > ${limits.attributesMax}
      order by line
      limit ${shownMax}`,
  )
  const detail = `A member has at most ${limits.attributesMax} attributes`
  addAll(faults, rows, () => ({ column: 'attributes', code: 'too_many', detail }))
}

const managedRow = shape({ ...faultyRow.fields, field: text })

/**
 * Fields and memberships that directory sync maintains (managed.ts), by the same rule as single calls. The changes of memberships must be planned.
 * @throws managed_by_directory  the file deactivates somebody by not naming them
 */
export async function checkManaged(tx: Tx, organisationId: string, faults: Faults): Promise<void> {
  const isOn = sql`exists (
    select 1
    from directory_syncs c
    where c.organisation_id = ${organisationId}
      and ${isManaging('c')})`
  const rows = await many(
    tx,
    managedRow,
    sql`
      select p.line, f.field, count(*) over () as total
      from (select * from import_plan) p
      join members m on m.organisation_id = ${organisationId} and m.id = p.id
      join synced_users u on u.organisation_id = m.organisation_id and u.id = m.id and u.deleted_at is null
      cross join lateral (
        values
          ('name', 'name', p.name is distinct from m.name),
          ('email', 'email',
           lower(coalesce(p.pending_email, p.email)) is distinct from lower(coalesce(m.pending_email, m.email))),
          ('locale', 'locale', p.locale is distinct from m.locale),
          ('time_zone', 'time_zone', p.time_zone is distinct from m.time_zone),
          ('manager', 'manager_member_id', p.manager_id is distinct from m.manager_member_id),
          ('status', 'status', (p.status = 'deactivated') <> (m.status = 'deactivated'))
        union all
        select 'attributes', owned, p.attributes ->> substr(owned, 12) is distinct from m.attributes ->> substr(owned, 12)
        from unnest(u.owns) as owned
        where owned like 'attributes.%'
      ) as f (field, owned, differs)
      where ${isOn}
        and not p.is_new
        and f.differs
        and f.owned = any (u.owns)
      union all
      select p.line, 'teams', count(*) over ()
      from (select * from import_membership_changes) v
      join (select line, id from import_plan) p on p.id = v.member_id
      join synced_users u on u.organisation_id = ${organisationId} and u.id = v.member_id and u.deleted_at is null
      join synced_groups g on g.organisation_id = ${organisationId} and g.id = v.team_id and g.deleted_at is null
      where ${isOn}
        and v.kind in ('add', 'remove')
      order by line
      limit ${shownMax}`,
  )
  addAll(faults, rows, ({ field }) => ({
    column: field,
    code: 'managed_by_directory',
    detail: 'The identity provider maintains this; change it there',
  }))
  const missing = await many(
    tx,
    shape({ id: text }),
    sql`
      select d.id
      from (select * from import_directory) d
      join synced_users u on u.organisation_id = ${organisationId} and u.id = d.id and u.deleted_at is null
      where ${isOn}
        and d.line is null
        and d.status <> d.old_status
      order by d.id
      limit 1`,
  )
  if (missing.length > 0)
    throw problem('managed_by_directory', {
      detail: `The file does not name ${missing[0].id}, whom the identity provider maintains; leave out missing=deactivate`,
    })
}

const managerRow = shape({ ...faultyRow.fields, named: text, self: nullable(bool), known: bool })

async function checkManagers(tx: Tx, faults: Faults): Promise<void> {
  const rows = await many(
    tx,
    managerRow,
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
  addAll(faults, rows, ({ named, self, known }) => ({
    column: 'manager',
    ...(self
      ? { code: 'cycle', detail: 'A member cannot be their own manager' }
      : known
        ? { code: 'deactivated', detail: `${named} is deactivated` }
        : { code: 'unknown', detail: `No member has the external_id or address ${named}` }),
  }))
}

/** Walks up from every member, and visits nobody twice. */
async function checkCycles(tx: Tx, organisationId: string, faults: Faults): Promise<void> {
  const links = await managers(tx, organisationId)
  const linkOf = new Map(links.map((link) => [link.id, link]))
  const visitedFrom = new Map<string, string>()
  for (const { id } of links) {
    for (let link = linkOf.get(id); link; link = linkOf.get(link.manager_id)) {
      const start = visitedFrom.get(link.id)
      if (start === id) addCycle(faults, cycleFrom(link, linkOf))
      if (start !== undefined) break
      visitedFrom.set(link.id, id)
    }
  }
}

function cycleFrom(first: ManagerLink, linkOf: ReadonlyMap<string, ManagerLink>): ManagerLink[] {
  const cycle = [first]
  for (let link = linkOf.get(first.manager_id); link && link !== first; link = linkOf.get(link.manager_id))
    cycle.push(link)
  return cycle
}

/** Reported at its first line of the file; a cycle that was in the directory before is not the file's fault. */
function addCycle(faults: Faults, cycle: readonly ManagerLink[]): void {
  const [at] = cycle.flatMap(({ line }) => line ?? []).toSorted((a, b) => a - b)
  if (at === undefined) return
  const detail = `These managers report to each other in a circle of ${cycle.length} people`
  faults.add({ at, column: 'manager', code: 'cycle', detail })
}
