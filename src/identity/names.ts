/**
 * Names that no two organisations share: slugs, and client ids that somebody chose. They have a table of their own because organisations
 * and applications may be divided over several servers, and no key is unique over all of them without naming the organisation.
 */
import { run, sql, type Tx } from '../db/db.ts'

type Name = { readonly kind: 'slug' | 'client_id'; readonly name: string; readonly organisationId: string }

/** @returns false: it is taken */
export const takeName = async (tx: Tx, { kind, name, organisationId }: Name): Promise<boolean> =>
  (await run(
    tx,
    sql`
      insert into names (kind, name, organisation_id)
      values (${kind}, ${name}, ${organisationId})
      on conflict (kind, name) do nothing`,
  )) === 1
