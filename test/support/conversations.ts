/** The address of a conversation about a named answer, as the message to the person has it. */
import { named } from '../../src/ids.ts'
import type { World } from './world.ts'

export async function messageKeyOf(world: World, responseId: string): Promise<string> {
  const { rows } = await world.running.db.pool.query<{ page_key: string }>(
    'select page_key from conversations where response_id = $1',
    [responseId],
  )
  return named(world.organisationId, rows[0].page_key)
}
