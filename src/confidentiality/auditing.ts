/**
 * Audits what leaves the gate: every release, and once a day every reader of a collection's figures. An entry names measures
 * and the size of the smallest cell behind them, in steps; never a figure. How many people were asked and how many answered
 * are no figures of answers: reading those is not audited.
 */
import type { Actor } from '../actor.ts'
import { actedBy, type AuditedActor, type Read, recordAudit, recordReading } from '../audit/audit.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { int4, nullable, shape, text, textList } from '../db/shape.ts'
import { collections } from '../db/tables.ts'

/** A collection; target: the pulse or instance that it belongs to. */
type AuditedCollection = { collectionId: string; target: string }

const steps = [5, 10, 20, 50] as const

/** A range around the size: 5-9, 10-19, 20-49, 50+. */
function bucketOf(size: number): string {
  const at = steps.findLastIndex((step) => step <= size)
  return at < 0
    ? `1-${steps[0] - 1}`
    : at + 1 < steps.length
      ? `${steps[at]}-${steps[at + 1] - 1}`
      : `${steps[at]}+`
}

const releaseRow = shape({
  id: collections.id,
  private_to: nullable(text),
  measures: textList,
  smallest: int4,
})

/**
 * Collections of which any of these measures was released.
 * @param measures  names, or the beginnings of names
 */
async function releasesOf(
  tx: Tx,
  organisationId: string,
  collectionIds: readonly string[],
  measures: readonly string[],
): Promise<Map<string, Read>> {
  const rows = await many(
    tx,
    releaseRow,
    sql`
      select c.id, case when c.visibility = 'private' then c.author_user_id end as private_to, sums.measures, sums.smallest
      from collections c
      cross join lateral (
        select array_agg(distinct measure order by measure) as measures, min(size) as smallest
        from (
          select measure, size
          from cells
          where organisation_id = ${organisationId}
            and collection_id = c.id
          union all
          select p.measure, one.size
          from packed_cells p
          cross join lateral unnest(p.sizes) as one (size)
          where p.organisation_id = ${organisationId}
            and p.collection_id = c.id
        ) as stored
        where exists (select 1 from unnest(${textArray(measures)}) as wanted (name) where starts_with(measure, wanted.name))
      ) as sums
      where c.organisation_id = ${organisationId}
        and c.id = any (${textArray(collectionIds)})
        and sums.smallest is not null`,
  )
  return new Map(
    rows.map(({ id, private_to, measures: names, smallest }) => [
      id,
      { detail: { measures: names, smallest_cell: bucketOf(smallest) }, privateTo: private_to },
    ]),
  )
}

type AuditedRelease = { target: string; measures: readonly string[]; by: AuditedActor }

/** In the transaction of the release. Where nothing could be released, nothing is written. */
export async function auditRelease(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { target, measures, by }: AuditedRelease,
  now: Date,
): Promise<void> {
  const read = (await releasesOf(tx, organisationId, [collectionId], measures)).get(collectionId)
  if (!read) return
  await recordAudit(tx, { organisationId, actor: by, action: 'figures.released', target, ...read, at: now })
}

type AuditedReading = {
  operation: string
  collections: readonly AuditedCollection[]
  measures: readonly string[]
}

/** Before the figures leave. Where there are none, nothing is written. */
export const auditReading = (
  tx: Tx,
  actor: Actor,
  { operation, collections: read, measures }: AuditedReading,
  now: Date,
): Promise<void> => {
  const { organisationId } = actor
  return recordReading(
    tx,
    { organisationId, actor: actedBy(actor), action: 'figures.read', operation, at: now },
    [...new Set(read.map(({ target }) => target))],
    async (fresh) => {
      const targets = new Set(fresh)
      const unaudited = read.filter(({ target }) => targets.has(target))
      const ids = unaudited.map(({ collectionId }) => collectionId)
      const releases = await releasesOf(tx, organisationId, ids, measures)
      return new Map(
        unaudited.flatMap(({ target, collectionId }): [string, Read][] => {
          const release = releases.get(collectionId)
          return release ? [[target, release]] : []
        }),
      )
    },
  )
}

const ownerRow = shape({ private_to: nullable(text) })

/** Answers by name, of attributed mode. @param target  the owner of the collection */
export const auditNames = (tx: Tx, actor: Actor, target: string, now: Date): Promise<void> =>
  auditOwner(tx, actor, { action: 'responses.read_by_name', operation: 'responses', target, now })

/** Personal links. @param target  the owner of the collection */
export const auditLinks = (tx: Tx, actor: Actor, target: string, now: Date): Promise<void> =>
  auditOwner(tx, actor, { action: 'links.read', operation: 'links', target, now })

type OwnerReading = {
  action: 'responses.read_by_name' | 'links.read'
  operation: string
  target: string
  now: Date
}

function auditOwner(tx: Tx, actor: Actor, { action, operation, target, now }: OwnerReading): Promise<void> {
  const { organisationId } = actor
  return recordReading(
    tx,
    { organisationId, actor: actedBy(actor), action, operation, at: now },
    [target],
    async () => {
      const row = await one(
        tx,
        ownerRow,
        sql`
          select case when c.visibility = 'private' then c.author_user_id end as private_to
          from collections c
          where c.organisation_id = ${organisationId}
            and c.owner_kind in ('pulse', 'check_in_instance')
            and c.owner_id = ${target}`,
      )
      return new Map([[target, { detail: {}, privateTo: row?.private_to ?? null }]])
    },
  )
}
