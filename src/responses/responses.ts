/**
 * What a team answered over time, across pulses and check-ins: figures that the gate released, and nothing else. A collection in
 * which too few of the team answered looks like one in which nobody did.
 */
import type * as contract from '../../contract/responses.ts'
import { type TeamResponses } from '../../contract/responses.ts'
import { type Page } from '../../contract/fields.ts'
import { type Call } from '../call.ts'
import { questionMeasure } from '../cells/cells.ts'
import { teamFiguresOf } from '../collection/collection.ts'
import { auditReading } from '../confidentiality/confidentiality.ts'
import { paged, pageOf } from '../db/paging.ts'
import { getTeam } from '../directory/directory.ts'
import { closedCollectionsOf } from './store.ts'

/** An archived team keeps its responses. @throws not_found | invalid_cursor */
export async function listTeamResponses({
  tx,
  actor,
  params: { id: teamId },
  query,
  now,
}: Call<typeof contract.listTeamResponses>): Promise<Page<'responses', TeamResponses>> {
  await getTeam(tx, actor, teamId)
  const paging = paged(`responses of ${teamId}`, query)
  const found = await closedCollectionsOf(tx, actor, teamId, paging)
  const { rows, ...rest } = pageOf('rows', found, paging, (row) => row.collection_id)
  const ids = rows.map((row) => row.collection_id)
  const figures = await teamFiguresOf(tx, actor.organisationId, teamId, ids)
  const read = rows.map((row) => ({ collectionId: row.collection_id, target: row.owner_id }))
  await auditReading(tx, actor, 'listTeamResponses', read, [questionMeasure('')], now)
  return {
    responses: rows.map(({ collection_id, owner_id: _owner, ...collection }) => {
      const questions = figures.get(collection_id)
      return { collection, ...(questions ? { questions } : { suppressed: true as const }) }
    }),
    ...rest,
  }
}
