/**
 * Whose work can be done while a server of divided tables is away: each organisation has its rows on one server, so those of the others go on.
 * On one server there is nothing to tell apart: it answers, or nobody's work can be done.
 *
 * Every server is taken to answer until a statement fails for want of one. Then they are asked, and asked again while one is away.
 * Source: docs.citusdata.com, citus_check_connection_to_node.
 */
import type { Db, Tx } from './db.ts'
import { many, sql, textArray } from './db.ts'
import { hasCitus } from './distribute.ts'
import { shape, text } from './shape.ts'

/** The organisations whose server answers; null: every server does. */
export type Reached = readonly string[] | null

export type Reach = {
  /** As it was last seen. While a server is away, this looks again from time to time, and waits for nothing. */
  now(): Reached
  /** After an error: looks now. */
  look(): Promise<Reached>
}

const againMs = 5_000
const reaches = new WeakMap<Db, Reach>()

/** One for each database, since all that work on it see the same servers. */
export function reachOf(db: Db): Reach {
  const known = reaches.get(db)
  if (known) return known
  const made = makeReach(db.tx)
  reaches.set(db, made)
  return made
}

function makeReach(tx: Tx): Reach {
  let reached: Reached = null
  let seenAt = -Infinity
  let looking: Promise<Reached> | undefined
  const look = (): Promise<Reached> =>
    (looking ??= reachedOrganisations(tx)
      .then((found) => (reached = found))
      // The coordinator is away as well: what was seen before says no less than nothing.
      .catch(() => reached)
      .finally(() => {
        seenAt = performance.now()
        looking = undefined
      }))
  return {
    now: () => {
      if (reached !== null && performance.now() - seenAt > againMs) void look()
      return reached
    },
    look,
  }
}

const serverRow = shape({ server: text })
const organisationRow = shape({ organisation_id: text })

/** Every organisation has a slug, and names are whole on every server. */
async function reachedOrganisations(tx: Tx): Promise<Reached> {
  if (!(await hasCitus(tx))) return null
  const away = await many(
    tx,
    serverRow,
    sql`
      select nodename || ':' || nodeport as server
      from pg_dist_node
      where shouldhaveshards
        and not citus_check_connection_to_node(nodename, nodeport)`,
  )
  if (away.length === 0) return null
  const all = await many(
    tx,
    organisationRow,
    sql`select distinct organisation_id from names where kind = 'slug'`,
  )
  const rows = await many(
    tx,
    organisationRow,
    sql`
      select o.organisation_id
      from unnest(${textArray(all.map((row) => row.organisation_id))}) as o (organisation_id)
      join pg_dist_shard_placement p
        on p.shardid = get_shard_id_for_distribution_column('organisations', o.organisation_id)
      where p.nodename || ':' || p.nodeport <> all (${textArray(away.map(({ server }) => server))})`,
  )
  return rows.map((row) => row.organisation_id)
}
