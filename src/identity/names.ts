/**
 * Names that no two organisations share: slugs, client IDs, Slack workspaces and Microsoft tenants. They have their own table because organisations
 * and applications may be divided over several servers, and no key is unique over all of them without naming the organisation.
 */
import { one, run, sql, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { names } from '../db/tables.ts'

type Name = {
  readonly kind: 'slug' | 'client_id' | 'slack_workspace' | 'microsoft_tenant'
  readonly name: string
  readonly organisationId: string
}

/** @returns false: it is taken */
export const takeName = async (tx: Tx, { kind, name, organisationId }: Name): Promise<boolean> =>
  (await run(
    tx,
    sql`
      insert into names (kind, name, organisation_id)
      values (${kind}, ${name}, ${organisationId})
      on conflict (kind, name) do nothing`,
  )) === 1

/** Who has a name; undefined: nobody. */
export const organisationNamed = async (
  tx: Tx,
  { kind, name }: Pick<Name, 'kind' | 'name'>,
): Promise<string | undefined> =>
  (
    await one(
      tx,
      shapeOf(names, ['organisation_id']),
      sql`
        select organisation_id
        from names
        where kind = ${kind}
          and name = ${name}`,
    )
  )?.organisation_id

/** Another organisation may take it then. */
export const releaseName = (tx: Tx, { kind, name, organisationId }: Name): Promise<number> =>
  run(
    tx,
    sql`
      delete from names
      where kind = ${kind}
        and name = ${name}
        and organisation_id = ${organisationId}`,
  )
