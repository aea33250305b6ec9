/**
 * What would be deleted of an organisation's collections by some instant: a dry run, for admins. Answers are counted as everybody may know
 * them (response-summary.ts), and those of a private survey for its author alone.
 */
import { limits } from '../../contract/limits.ts'
import { only, sql, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, timestamptz } from '../db/shape.ts'
import { visibleToUser } from '../visibility.ts'

const dueRow = shape({
  surveys: int8,
  held: int8,
  answers: int8,
  recipients: int8,
  next_at: nullable(timestamptz),
})

export type DueCounts = RowOf<typeof dueRow>

type Admin = { readonly organisationId: string; readonly userId: string }
type Sql = ReturnType<typeof sql>

const asked = sql`recipients - absent - opted_out - unreachable - not_counted`

/** How many answers a row of `collections` has, as everybody may know it: a small one in steps of k_rate, so none. */
const knownAnswers = sql`case when mode <> 'attributed' and ${asked} < k_rate then 0 else responded end`

/** @param dueAt  of a row of `collections` that `among` holds for; null: never */
const countDue = (
  tx: Tx,
  { organisationId, userId }: Admin,
  { among, dueAt }: { among: Sql; dueAt: Sql },
  until: Date,
): Promise<DueCounts> =>
  only(
    tx,
    dueRow,
    sql`
      select count(*) filter (where due_at <= ${until} and held_at is null) as surveys,
             count(*) filter (where due_at <= ${until} and held_at is not null) as held,
             coalesce(sum(answers) filter (where due_at <= ${until} and held_at is null), 0)::int8 as answers,
             coalesce(sum(recipients) filter (where due_at <= ${until} and held_at is null), 0)::int8 as recipients,
             min(due_at) filter (where held_at is null) as next_at
      from (
        select held_at, ${dueAt} as due_at,
               case when ${visibleToUser(userId, 'collections')} then ${knownAnswers} else 0 end as answers,
               case when ${visibleToUser(userId, 'collections')} then recipients else 0 end as recipients
        from collections
        where organisation_id = ${organisationId}
          and deletion is distinct from 'survey'
          and ${among}
      ) as one`,
  )

const hours = (days: Sql) => sql`make_interval(hours => 24 * ${days})`

/** @param days  as if the organisation kept them for that long at most */
export const dueAnswers = (tx: Tx, admin: Admin, days: number, until: Date): Promise<DueCounts> =>
  countDue(
    tx,
    admin,
    {
      among: sql`state = 'closed' and answers_deleted_at is null`,
      dueAt: sql`greatest(closed_at, imported_at) + ${hours(sql`least(kept_days, ${days}::integer)`)}`,
    },
    until,
  )

export const dueDeliveries = (tx: Tx, admin: Admin, days: number, until: Date): Promise<DueCounts> =>
  countDue(
    tx,
    admin,
    {
      among: sql`state <> 'open' and deliveries_deleted_at is null`,
      dueAt: sql`closed_at + ${hours(sql`${days}::integer`)}`,
    },
    until,
  )

/** Pulses and check-ins that were deleted: the surveys of each. */
export const duePurges = (tx: Tx, admin: Admin, until: Date): Promise<DueCounts> =>
  countDue(
    tx,
    admin,
    {
      among: sql`deleted_at is not null`,
      dueAt: sql`deleted_at + ${hours(sql`${limits.deletedKeptDays}::integer`)}`,
    },
    until,
  )

/** Of how many surveys something is being deleted now. */
export async function countInDeletion(tx: Tx, organisationId: string): Promise<number> {
  const { count } = await only(
    tx,
    shape({ count: int8 }),
    sql`
      select count(*) as count
      from collections
      where organisation_id = ${organisationId}
        and deletion is not null
        and held_at is null`,
  )
  return count
}
