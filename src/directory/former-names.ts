/**
 * Names that members had. Texts are shown without the names of people (confidentiality/analysing.ts), whatever those are called when a survey
 * closes: else whoever may change a name could change it for that moment, and others go on writing a name that somebody gave up.
 */
import { run, sql, type Tx } from '../db/db.ts'
import type { Ref } from './ref.ts'

/** Longer than surveys are open, and than people go on using a name. */
const keptDays = 400

const until = sql`make_interval(days => ${keptDays})`

/** The name that a member has, if it is about to be another one. */
export const keepFormerName = (
  tx: Tx,
  { organisationId, id }: Ref,
  next: string,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into former_names (organisation_id, member_id, name, replaced_at, kept_until)
      select organisation_id, id, name, ${now}::timestamptz, ${now}::timestamptz + ${until}
      from members
      where organisation_id = ${organisationId}
        and id = ${id}
        and name <> ${next}
      on conflict (organisation_id, member_id, name) do update
      set replaced_at = excluded.replaced_at,
          kept_until = excluded.kept_until`,
  )

/** Those that an import is about to replace. */
export const keepReplacedNames = (tx: Tx, organisationId: string, now: Date): Promise<number> =>
  run(
    tx,
    sql`
      insert into former_names (organisation_id, member_id, name, replaced_at, kept_until)
      select m.organisation_id, m.id, m.name, ${now}::timestamptz, ${now}::timestamptz + ${until}
      from members m
      join (select * from import_plan) p on p.id = m.id
      where m.organisation_id = ${organisationId}
        and p.changed
        and not p.is_new
        and p.name <> m.name
      on conflict (organisation_id, member_id, name) do update
      set replaced_at = excluded.replaced_at,
          kept_until = excluded.kept_until`,
  )

/**
 * For a member who has been erased, and whose user will be: every name that they had, until what is open now has been read. What others
 * write of them is shown without their name.
 */
export async function keepErasedNames(tx: Tx, { organisationId, id }: Ref, now: Date): Promise<void> {
  await run(
    tx,
    sql`
      insert into former_names (organisation_id, member_id, name, replaced_at, kept_until)
      select organisation_id, ${id}, name, ${now}::timestamptz, ${now}::timestamptz
      from users
      where organisation_id = ${organisationId}
        and member_id = ${id}
      on conflict do nothing`,
  )
  await run(
    tx,
    sql`
      update former_names
      set replaced_at = ${now},
          kept_until = ${now}
      where organisation_id = ${organisationId}
        and member_id = ${id}`,
  )
}
