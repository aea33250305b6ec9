/** The promise of a collection, with its readers by name. */
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import type { Policy } from '../cells/cells.ts'
import { promiseOf, type Reader } from '../confidentiality/confidentiality.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { shape } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import type { Language } from '../language.ts'

const readerRow = shape({ user_id: users.id, name: users.name })

const readersOf = async (tx: Tx, organisationId: string, userIds: readonly string[]): Promise<Reader[]> =>
  userIds.length === 0
    ? []
    : many(
        tx,
        readerRow,
        sql`
          select id as user_id, name
          from users
          where organisation_id = ${organisationId}
            and id = any (${[...userIds]}::text[])
          order by name, id`,
      )

/** The promise that was made at opening, or that opening would make (hash null), in the reader's language. */
export async function promiseFor(
  tx: Tx,
  organisationId: string,
  { policy, hash }: { policy: Policy; hash: string | null },
  language: Language = 'en',
): Promise<ConfidentialityPromise> {
  return promiseOf(
    policy,
    {
      ofNames: policy.mode === 'attributed' ? await readersOf(tx, organisationId, policy.audience) : [],
      ofResults: await readersOf(tx, organisationId, policy.results_readers),
    },
    hash,
    language,
  )
}
