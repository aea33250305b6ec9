/** SQL of notices to authors: mails that are due. */
import { one, only, run, sql, type Tx } from '../db/db.ts'
import { nullable, type RowOf, shape, shapeOf, textOf, timestamptz } from '../db/shape.ts'
import { authorNotices, organisations, users } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { type DueLag } from '../jobs/jobs.ts'

export const noticeKinds = [
  'closed',
  'cancelled',
  'paused',
  'ended',
  'archived',
  'deleted',
  'skipped',
  'handed_on',
  'handed_over',
  'inherited',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

type Notice = {
  readonly kind: NoticeKind
  /** The user who is told. */
  readonly to: string
  /** The user who acted; of what was inherited, the one who has left. */
  readonly by: string
  readonly reason?: string | undefined
}

/** Nobody is told whose access has ended. */
export async function insertNotice(
  tx: Tx,
  { organisationId, title }: { organisationId: string; title: string },
  { kind, to, by, reason }: Notice,
  now: Date,
): Promise<void> {
  await run(
    tx,
    sql`
      insert into author_notices (organisation_id, id, user_id, kind, title, by_name, reason, due_at)
      select reader.organisation_id, ${newId('notice')}, reader.id, ${kind}, ${title}, acting.name, ${reason ?? null}, ${now}
      from users reader
      join users acting
        on acting.organisation_id = reader.organisation_id
       and acting.id = ${by}
      where reader.organisation_id = ${organisationId}
        and reader.id = ${to}
        and reader.status = 'active'`,
  )
}

const dueRow = shapeOf(authorNotices, ['organisation_id', 'id', 'title', 'by_name', 'reason', 'attempts'], {
  kind: textOf<NoticeKind>(),
  name: users.name,
  email: users.email,
  organisation: organisations.name,
  locale: organisations.locale,
})
export type DueNotice = RowOf<typeof dueRow>

/** Takes one notice that is due until `leaseUntil`. */
export const claimNotice = (tx: Tx, leaseUntil: Date, now: Date): Promise<DueNotice | undefined> =>
  one(
    tx,
    dueRow,
    sql`
      update author_notices n
      set due_at = ${leaseUntil}
      from users u, organisations o
      where (n.organisation_id, n.id) = (
          select organisation_id, id
          from author_notices
          where due_at <= ${now}
          order by due_at
          limit 1
          for update skip locked)
        and u.organisation_id = n.organisation_id
        and u.id = n.user_id
        and o.id = n.organisation_id
      returning ${dueRow.of('n')}, n.kind, u.name, u.email, o.name as organisation, o.locale`,
  )

export const deleteNotice = (tx: Tx, { organisation_id, id }: DueNotice): Promise<number> =>
  run(tx, sql`delete from author_notices where organisation_id = ${organisation_id} and id = ${id}`)

export const postponeNotice = (
  tx: Tx,
  { organisation_id, id }: DueNotice,
  { attempts, dueAt }: { attempts: number; dueAt: Date },
): Promise<number> =>
  run(
    tx,
    sql`
      update author_notices
      set attempts = ${attempts},
          due_at = ${dueAt}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export const authorNoticeLag: DueLag = {
  work: 'author_notice',
  oldest: async (tx) => {
    const row = shape({ at: nullable(timestamptz) })
    return (await only(tx, row, sql`select min(due_at) as at from author_notices`)).at
  },
}
