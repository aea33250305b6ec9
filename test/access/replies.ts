/** Findings of surveys of the author that have room for a reply, and replies to them. */
import { named } from '../../src/ids.ts'
import type { Client } from '../support/world.ts'
import { ok } from './call.ts'
import { conversationMakers } from './conversations.ts'

type Setup = {
  readonly author: Client
  /** Makes a closed pulse with findings. */
  answered(): Promise<{ id: string }>
  openPulse(more: Record<string, unknown>): Promise<{ id: string }>
  /** The receipt of an answer to this pulse. */
  receipt(pulseId: string): Promise<string>
} & Parameters<typeof conversationMakers>[0]

export function replyMakers({ answered, receipt, ...setup }: Setup) {
  const { organisationId, author, openPulse } = setup
  const { db } = setup.running
  /** A finding for each reply that it may have. */
  let free: string[] = []
  const newFinding = async (): Promise<string> => {
    if (free.length === 0) {
      const { insights } = ok(
        await author.get(`/api/insights?pulse_id=${(await answered()).id}&everyone=true`),
      )
      free = insights.flatMap(({ id }: { id: string }) => [id, id, id])
    }
    return free.pop()!
  }
  const newReply = async (...verbs: string[]): Promise<string> => {
    const draft = { kind: 'answer', text: 'We talk about it on Monday.' }
    const { id } = ok(await author.post(`/api/insights/${await newFinding()}/replies`, draft))
    for (const verb of verbs) ok(await author.post(`/api/replies/${id}/${verb}`))
    return id
  }
  return {
    ...conversationMakers(setup),
    newFinding,
    newReply,
    /** The receipt of an answer that was counted. */
    countedReceipt: async (): Promise<string> => {
      const { id } = await openPulse({ confidentiality: { mode: 'attributed' } })
      const counted = await receipt(id)
      ok(await author.post(`/api/pulses/${id}/close`))
      return counted
    },
    /** The address that a message about it would have. */
    replyKey: async (): Promise<string> => {
      const { rows } = await db.pool.query<{ page_key: string }>(
        'select page_key from replies where id = $1',
        [await newReply('publish')],
      )
      return named(organisationId, rows[0].page_key)
    },
  }
}
