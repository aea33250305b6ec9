/**
 * What a team has said over time, across pulses and check-ins: figures that the gate released, and nothing else. A
 * collection in which the team said too little stands there like one in which it said nothing.
 */
import { type Page } from '../../contract/fields.ts'
import { type TeamResponses } from '../../contract/responses.ts'
import { type ApplicationActor } from '../actor.ts'
import { teamFiguresOf } from '../collection/collection.ts'
import { auditReading } from '../confidentiality/confidentiality.ts'
import { questionMeasure } from '../cells/cells.ts'
import { type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { getTeam } from '../directory/directory.ts'
import { collectionsOfTeam } from './store.ts'

/** Of an archived team too: results that name it stand. @throws not_found | invalid_cursor */
export async function listTeamResponses(
  tx: Tx,
  actor: ApplicationActor,
  teamId: string,
  query: { limit?: number; cursor?: string },
  now: Date,
): Promise<Page<'responses', TeamResponses>> {
  await getTeam(tx, actor, teamId)
  const paging = paged(`responses of ${teamId}`, query)
  const { rows, ...rest } = pageOf(
    'rows',
    await collectionsOfTeam(tx, actor, teamId, paging),
    paging,
    (row) => row.collection_id,
  )
  const figures = await teamFiguresOf(
    tx,
    actor.organisationId,
    teamId,
    rows.map((row) => row.collection_id),
  )
  const read = rows.map((row) => ({
    collectionId: row.collection_id,
    target: row.pulse_id ?? row.check_in_instance_id!,
  }))
  const measures = [questionMeasure('')]
  await auditReading(tx, actor, { operation: 'listTeamResponses', collections: read, measures }, now)
  return {
    responses: rows.map(({ collection_id, ...collection }) => {
      const questions = figures.get(collection_id)
      return { collection, ...(questions ? { questions } : { suppressed: true as const }) }
    }),
    ...rest,
  }
}
