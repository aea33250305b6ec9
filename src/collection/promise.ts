/** The promise of a collection, with its readers by name. */
import { type PromiseMade } from '../../contract/confidentiality.ts'
import { type Policy } from '../cells/cells.ts'
import { promiseOf, type Reader } from '../confidentiality/confidentiality.ts'
import { many, sql, type Tx } from '../db/db.ts'
import { type Language } from '../language.ts'

const readersOf = (tx: Tx, organisationId: string, userIds: readonly string[]): Promise<Reader[]> =>
  many<Reader>(
    tx,
    sql`
      select id as user_id, name
      from users
      where organisation_id = ${organisationId}
        and id = any (${[...userIds]}::text[])
      order by name, id`,
  )

/** The promise as it would be given (hash null), or as it was given at open, in the language of who reads it. */
export async function promiseFor(
  tx: Tx,
  organisationId: string,
  policy: Policy,
  hash: string | null,
  language: Language = 'en',
): Promise<PromiseMade> {
  return promiseOf(
    policy,
    policy.mode === 'attributed' ? await readersOf(tx, organisationId, policy.audience) : [],
    hash,
    language,
  )
}
