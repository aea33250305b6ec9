/** SQL of notices. */
import { json, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { jsonbOf, nullable, type RowOf, shape, shapeOf, textOf, timestamptz } from '../db/shape.ts'
import { notices, organisations } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { type Notice, type NoticeFacts, type NoticeKind } from './content.ts'

export const insertNotice = (
  tx: Tx,
  { organisationId, kind, subjectId, address, locale, facts }: Notice,
  now: Date,
): Promise<number> =>
  run(
    tx,
    sql`
      insert into notices (organisation_id, id, kind, subject_id, address, locale, facts, due_at, created_at)
      values (${organisationId}, ${newId('notice')}, ${kind}, ${subjectId}, ${address}, ${locale}, ${json(facts)}, ${now}, ${now})`,
  )

const dueRow = shapeOf(
  notices,
  ['organisation_id', 'id', 'kind', 'subject_id', 'address', 'locale', 'facts', 'attempts'],
  {
    kind: textOf<NoticeKind>(),
    facts: jsonbOf<NoticeFacts>(),
    organisation: organisations.name,
    organisation_locale: organisations.locale,
  },
)
export type DueNotice = RowOf<typeof dueRow>

/** Takes the notice that has been due for longest, until `leaseUntil`. */
export const claimNotice = (tx: Tx, leaseUntil: Date, now: Date): Promise<DueNotice | undefined> =>
  one(
    tx,
    dueRow,
    sql`
      update notices n
      set due_at = ${leaseUntil},
          attempts = n.attempts + 1
      from organisations o
      where (n.organisation_id, n.id) = (
          select organisation_id, id
          from notices
          where due_at <= ${now}
          order by due_at
          limit 1
          for update skip locked)
        and o.id = n.organisation_id
      returning ${dueRow.of('n')}, o.name as organisation, o.locale as organisation_locale`,
  )

export const postponeNotice = (
  tx: Tx,
  { organisation_id, id }: DueNotice,
  { attempts, dueAt }: { attempts: number; dueAt: Date },
): Promise<number> =>
  run(
    tx,
    sql`
      update notices
      set attempts = ${attempts},
          due_at = ${dueAt}
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export const deleteNotice = (
  tx: Tx,
  { organisation_id, id }: Pick<DueNotice, 'organisation_id' | 'id'>,
): Promise<number> =>
  run(
    tx,
    sql`
      delete from notices
      where organisation_id = ${organisation_id}
        and id = ${id}`,
  )

export async function oldestNotice(tx: Tx): Promise<string | null> {
  const { at } = await only(
    tx,
    shape({ at: nullable(timestamptz) }),
    sql`select min(due_at) as at from notices`,
  )
  return at
}

/** Those about these requests that were not sent yet. */
export const deleteNoticesAbout = (
  tx: Tx,
  organisationId: string,
  subjectIds: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
      delete from notices
      where organisation_id = ${organisationId}
        and subject_id = any (${textArray(subjectIds)})`,
  )
