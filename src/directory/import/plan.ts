/**
 * SQL of an import before it writes: rows are staged in tables of the transaction and matched with the directory. All set-based:
 * the memory of the process does not grow with the file.
 *
 *   import_rows       the file's rows
 *   import_plan       the member of each row, as they will be
 *   import_directory  every member as they will be, named by the file or not
 *
 * Where one of them meets a table of the directory, it is in a subquery: on a divided database its rows are on the coordinator and the
 * directory's on a server, and Citus sends the first there only as a subquery. It writes a staged table from others only when all that is
 * read is one subquery, which “offset 0” keeps apart. PostgreSQL makes of such a subquery what it makes of the table.
 */
import type { RawBuilder } from 'kysely'
import { exists, json, many, only, run, sql, type Tx } from '../../db/db.ts'
import { bool, int4, int8, nullable, type RowOf, shape, text } from '../../db/shape.ts'
import { canSignIn } from '../address-changes-store.ts'
import { absencesDiffer } from './absences.ts'
import type { RowFields } from './row.ts'

export type StagedRow = { line: number; fresh_id: string; faulty: boolean; fields: RowFields }

const tables = [
  `create temporary table import_rows (
     line integer not null, fresh_id text collate "C" not null, faulty boolean not null, external_id text, email text,
     fields jsonb not null
   ) on commit drop`,
  `create temporary table import_plan (
     line integer not null, id text collate "C" not null, is_new boolean not null, faulty boolean not null, fields jsonb not null,
     name text, external_id text, email text, pending_email text, locale text, time_zone text, joined_on text, leaves_on text, manager_id text collate "C", attributes jsonb not null,
     channels jsonb not null, quiet_hours jsonb, status text not null, old_status text, old_manager_id text collate "C",
     changed boolean not null default false
   ) on commit drop`,
  `create temporary table import_directory (
     id text collate "C" not null, line integer, external_id text, email text, current_email text, status text not null,
     old_status text
   ) on commit drop`,
  `create temporary table import_teams (reference text not null, team_id text collate "C" not null) on commit drop`,
  `create temporary table import_membership_changes (
     member_id text collate "C" not null, team_id text collate "C" not null, kind text not null, role text
   ) on commit drop`,
]

const claimRow = shape({ free: bool })

/** One import of an organisation at a time. @returns false while another one runs */
export async function claimImport(tx: Tx, organisationId: string): Promise<boolean> {
  const { free } = await only(
    tx,
    claimRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`import of ${organisationId}`}, 0)) as free`,
  )
  return free
}

export async function makeTables(tx: Tx): Promise<void> {
  for (const table of tables) await run(tx, sql.raw(table))
}

export const stage = (tx: Tx, rows: readonly StagedRow[]): Promise<number> =>
  run(
    tx,
    sql`
      insert into import_rows (line, fresh_id, faulty, external_id, email, fields)
      select line, fresh_id, faulty, fields ->> 'external_id', lower(fields ->> 'email'), fields
      from jsonb_to_recordset(${json(rows)}) as row (line integer, fresh_id text, faulty boolean, fields jsonb)`,
  )

const joinColumns = {
  import_rows: 'external_id, email',
  import_plan: 'line, id, is_new, changed',
  import_directory: 'id, line, external_id, email',
  import_membership_changes: 'member_id, team_id',
}

/** Gives the planner the real number of rows for the joins that follow. */
export const analyze = (tx: Tx, table: keyof typeof joinColumns): Promise<number> =>
  run(tx, sql.raw(`analyze ${table} (${joinColumns[table]})`))

/** The value of the file's column, or without that column the current one. */
const value = (column: string) =>
  sql.raw(`case when r.fields ? '${column}' then r.fields ->> '${column}' else x.${column} end`)

/** The same of a day. */
const day = (column: string) =>
  sql.raw(`case when r.fields ? '${column}' then r.fields ->> '${column}' else x.${column}::text end`)

/** The channels of an earlier step, with the address that the row has of one. */
const withAddress = (type: 'slack' | 'microsoft_teams' | 'sms', before: RawBuilder<unknown>) => sql`
  case
    when not r.fields ? ${type}::text then ${before}
    else (
      select coalesce(jsonb_agg(one.channel order by one.place), '[]')
      from (
        select case when known.channel ->> 'type' = ${type}::text
                    then known.channel || jsonb_build_object('address', r.fields ->> ${type}::text) else known.channel end, known.place
        from jsonb_array_elements(${before}) with ordinality as known (channel, place)
        where known.channel ->> 'type' <> ${type}::text
           or r.fields ->> ${type}::text is not null
        union all
        select jsonb_build_object('type', ${type}::text, 'address', r.fields ->> ${type}::text), 1000
        where r.fields ->> ${type}::text is not null
          and not ${before} @> jsonb_build_array(jsonb_build_object('type', ${type}::text))
      ) as one (channel, place)
    )
  end`

/** And with codes on paper, or without, where the row says so. */
const channels = sql.raw(`
  case
    when not r.fields ? 'code' then addressed.channels
    else (
      select coalesce(jsonb_agg(known.channel order by known.place), '[]')
      from jsonb_array_elements(addressed.channels) with ordinality as known (channel, place)
      where known.channel ->> 'type' <> 'code' or r.fields -> 'code' = 'true'
    ) || case
      when r.fields -> 'code' = 'true' and not addressed.channels @> '[{"type": "code"}]' then '[{"type": "code"}]'::jsonb
      else '[]'::jsonb
    end
  end`)

/**
 * Matches each row with its member: by external_id, otherwise by address, unless that member has another external_id.
 * @param isComplete  the file names everybody: deactivated members in it become active, unless it gives a status
 */
export const plan = (tx: Tx, organisationId: string, isComplete: boolean): Promise<number> =>
  run(
    tx,
    sql`
      insert into import_plan
        (line, id, is_new, faulty, fields, name, external_id, email, locale, time_zone, joined_on, leaves_on, manager_id, attributes, channels,
         quiet_hours, status, old_status, old_manager_id)
      select r.line, coalesce(x.id, r.fresh_id), x.id is null, r.faulty, r.fields, ${value('name')}, ${value('external_id')},
             ${value('email')}, ${value('locale')}, ${value('time_zone')}, ${day('joined_on')}, ${day('leaves_on')},
             case when not r.fields ? 'manager' then x.manager_member_id end,
             jsonb_strip_nulls(coalesce(x.attributes, '{}') || coalesce(r.fields -> 'attributes', '{}')), ${channels},
             nullif(case when r.fields ? 'quiet_hours' then r.fields -> 'quiet_hours' else x.quiet_hours end, 'null'),
             case when r.fields ? 'status' then r.fields ->> 'status'
                  when ${isComplete} and x.status = 'deactivated' then 'active'
                  else coalesce(x.status, 'active') end,
             x.status, x.manager_member_id
      from (select * from import_rows) r
      left join members a on a.organisation_id = ${organisationId} and a.external_id = r.external_id
      left join members b
        on b.organisation_id = ${organisationId}
       and lower(b.email) = r.email
       and a.id is null
       and (r.external_id is null or b.external_id is null)
      left join members x on x.organisation_id = ${organisationId} and x.id = coalesce(a.id, b.id)
      cross join lateral (select ${withAddress('slack', sql`coalesce(x.channels, '[]')`)} as channels) as slacked
      cross join lateral (select ${withAddress('microsoft_teams', sql`slacked.channels`)} as channels) as teamed
      cross join lateral (select ${withAddress('sms', sql`teamed.channels`)} as channels) as addressed`,
  )

/**
 * New addresses that have to be confirmed stay pending (src/directory/address-changes.ts): the row keeps the current address. A row with
 * the current address, or with none, gives up what was pending.
 */
export const holdAddresses = (tx: Tx, organisationId: string): Promise<number> =>
  run(
    tx,
    sql`
      update import_plan p
      set email = case when m.held then m.email else p.email end,
          pending_email = case
            when not p.fields ? 'email' then m.pending_email
            when not m.held then null
            when lower(m.pending_email) = lower(p.email) then m.pending_email
            else p.email end
      from (
        select q.line, m.email, m.pending_email,
               q.fields ? 'email'
                 and q.email is not null
                 and lower(q.email) is distinct from lower(m.email)
                 and ${canSignIn(organisationId)} as held
        from (select line, id, email, fields from import_plan) q
        join members m on m.organisation_id = ${organisationId} and m.id = q.id
        offset 0
      ) m
      where m.line = p.line`,
  )

/** @param isComplete  members with an external_id whom the file does not name are deactivated */
export const planDirectory = (tx: Tx, organisationId: string, isComplete: boolean): Promise<number> =>
  run(
    tx,
    sql`
      insert into import_directory (id, line, external_id, email, current_email, status, old_status)
      select id, line, external_id, lower(case when fields ? 'email' then fields ->> 'email' else email end), lower(email), status,
             old_status
      from import_plan
      union all
      select m.id, null, m.external_id, lower(m.email), lower(m.email),
             case when ${isComplete} and m.external_id is not null and m.status in ('active', 'suspended')
                  then 'deactivated' else m.status end,
             m.status
      from members m
      where m.organisation_id = ${organisationId}
        and m.status <> 'erased'
        and not exists (select 1 from (select id from import_plan) p where p.id = m.id)`,
  )

/** A manager is named by external_id, otherwise by address, and is in the file or in the directory. */
export const planManagers = (tx: Tx): Promise<number> =>
  run(
    tx,
    sql`
      update import_plan p
      set manager_id = coalesce(a.id, b.id)
      from import_plan q
      left join import_directory a on a.external_id = q.fields ->> 'manager'
      left join import_directory b on b.email = lower(q.fields ->> 'manager')
      where q.line = p.line
        and q.fields ->> 'manager' is not null`,
  )

const deactivationRow = shape({ current: int8, deactivated: int8 })

/** How many active and suspended members there are, and how many of them the file deactivates by not naming them. */
export const countDeactivations = (tx: Tx, organisationId: string): Promise<RowOf<typeof deactivationRow>> =>
  only(
    tx,
    deactivationRow,
    sql`
      select (select count(*)
              from members
              where organisation_id = ${organisationId}
                and status in ('active', 'suspended')) as current,
             (select count(*)
              from import_directory
              where line is null
                and status <> old_status) as deactivated`,
  )

/** Marks rows whose member will differ from the current one. */
export const markChanged = (tx: Tx, organisationId: string): Promise<number> =>
  run(
    tx,
    sql`
      update import_plan p
      set changed = true
      from (
        select q.line
        from (select * from import_plan) q
        left join members m on m.organisation_id = ${organisationId} and m.id = q.id
        where m.id is null
          or (q.name, q.external_id, q.email, q.pending_email, q.locale, q.time_zone, q.joined_on, q.leaves_on, q.manager_id, q.attributes, q.channels, q.quiet_hours, q.status)
             is distinct from
             (m.name, m.external_id, m.email, m.pending_email, m.locale, m.time_zone, m.joined_on::text, m.leaves_on::text, m.manager_member_id, m.attributes, m.channels,
              m.quiet_hours, m.status)
          or exists (select 1 from (select member_id from import_membership_changes) s where s.member_id = q.id)
          or ${absencesDiffer(organisationId, 'q')}
        offset 0
      ) q
      where q.line = p.line`,
  )

/** Members whose address the file removes. Nothing may be written before. */
export async function removedAddresses(tx: Tx, organisationId: string): Promise<string[]> {
  const rows = await many(
    tx,
    shape({ id: text }),
    sql`
      select p.id
      from (select id, email, pending_email from import_plan) p
      join members m on m.organisation_id = ${organisationId} and m.id = p.id
      where m.email is not null
        and p.email is null`,
  )
  return rows.map(({ id }) => id)
}

const idRow = shape({ id: text, pending: bool })

/** Members whose new address will be pending, and those who give up a pending one. Nothing may be written before. */
export async function addressChanges(
  tx: Tx,
  organisationId: string,
): Promise<{ started: string[]; ended: string[] }> {
  const rows = await many(
    tx,
    idRow,
    sql`
      select p.id, p.pending_email is not null as pending
      from (select id, email, pending_email from import_plan) p
      join members m on m.organisation_id = ${organisationId} and m.id = p.id
      where p.pending_email is distinct from m.pending_email`,
  )
  const idsOf = (isPending: boolean) =>
    rows.filter(({ pending }) => pending === isPending).map(({ id }) => id)
  return { started: idsOf(true), ended: idsOf(false) }
}

const countRow = shape({ created: int8, updated: int8, unchanged: int8, added: int8, removed: int8 })

/** Members by what happens to them, and memberships that are added and removed. */
export const countChanges = (tx: Tx): Promise<RowOf<typeof countRow>> =>
  only(
    tx,
    countRow,
    sql`
      select count(*) filter (where is_new) as created,
             count(*) filter (where changed and not is_new) as updated,
             count(*) filter (where not changed) as unchanged,
             (select count(*) from import_membership_changes where kind = 'add') as added,
             (select count(*) from import_membership_changes where kind = 'remove') as removed
      from import_plan`,
  )

/** Whether somebody gets another manager: only that can make a cycle. */
export const managersChange = (tx: Tx): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from import_plan
      where manager_id is distinct from old_manager_id
        and manager_id is not null
      limit 1`,
  )

const managerLink = shape({ id: text, manager_id: text, line: nullable(int4) })
/** A member and their manager, with the line that makes the two so. */
export type ManagerLink = RowOf<typeof managerLink>

/** Every member's manager, as it will be. */
export const managers = (tx: Tx, organisationId: string): Promise<ManagerLink[]> =>
  many(
    tx,
    managerLink,
    sql`
      select id, manager_id, case when manager_id is distinct from old_manager_id then line end as line
      from import_plan
      where manager_id is not null
      union all
      select m.id, m.manager_member_id, null
      from members m
      where m.organisation_id = ${organisationId}
        and m.manager_member_id is not null
        and not exists (select 1 from (select id from import_plan) p where p.id = m.id)`,
  )
