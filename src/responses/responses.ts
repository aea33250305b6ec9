/**
 * What a team answered over time, across pulses and check-ins: figures that the gate released, and nothing else. A collection in
 * which too few of the team answered looks like one in which nobody did.
 */
import type { listTeamResponses as operation, TeamResponses } from '../../contract/responses.ts'
import type { Page } from '../../contract/fields.ts'
import type { Call } from '../call.ts'
import { questionMeasure } from '../cells/cells.ts'
import { teamFiguresOf } from '../collection/collection.ts'
import { auditReading } from '../confidentiality/confidentiality.ts'
import { paged, pageOf } from '../db/paging.ts'
import { loadTeam, readerOf } from '../directory/directory.ts'
import { collectionsOfTeam } from './store.ts'

/** For an archived team too: results that name it stay. @throws not_found | invalid_cursor */
export async function listTeamResponses({
  tx,
  actor,
  params: { id: teamId },
  query,
  now,
}: Call<typeof operation>): Promise<Page<'responses', TeamResponses>> {
  await loadTeam(tx, actor, teamId)
  const paging = paged(`responses of ${teamId}`, query)
  const { rows, ...rest } = pageOf(
    'rows',
    await collectionsOfTeam(tx, await readerOf(tx, actor), teamId, paging),
    paging,
    (row) => row.collection_id,
  )
  const figures = await teamFiguresOf(
    tx,
    actor.organisationId,
    teamId,
    rows.map((row) => row.collection_id),
  )
  const read = rows.map((row) => ({ collectionId: row.collection_id, target: row.owner_id }))
  const measures = [questionMeasure('')]
  await auditReading(tx, actor, { operation: 'listTeamResponses', collections: read, measures }, now)
  return {
    responses: rows.map(({ collection_id, owner_id: _owner, ...collection }) => ({
      collection,
      ...(figures.get(collection_id) ?? { suppressed: true as const }),
    })),
    ...rest,
  }
}
