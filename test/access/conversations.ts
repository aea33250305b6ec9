/** Named answers of surveys of the author, and what is written about them. */
import type { Db } from '../../src/db/db.ts'
import { named } from '../../src/ids.ts'
import { type Client, links } from '../support/world.ts'
import { ok } from './call.ts'

type Setup = {
  readonly organisationId: string
  readonly author: Client
  readonly anyone: Client
  readonly running: { readonly db: Db }
  openPulse(more: Record<string, unknown>): Promise<{ id: string }>
  openInstance(more: Record<string, unknown>): Promise<{ id: string }>
}

export function conversationMakers({
  organisationId,
  author,
  anyone,
  running,
  openPulse,
  openInstance,
}: Setup) {
  const attributed = { confidentiality: { mode: 'attributed' } }
  const answerOf = async (path: string, id: string) => {
    const [{ url }] = await links(author, `${path}/${id}`)
    ok(await anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }))
    const { responses } = ok(await author.get(`${path}/${id}/responses`))
    return { id, response_id: responses[0].id as string }
  }
  const namedAnswer = async () => answerOf('/api/pulses', (await openPulse(attributed)).id)
  const newMessage = async (...verbs: string[]): Promise<string> => {
    const { id: pulse, response_id: response } = await namedAnswer()
    const path = `/api/pulses/${pulse}/responses/${response}/messages`
    const { id } = ok(await author.post(path, { text: 'We read it.' }))
    for (const verb of verbs) ok(await author.post(`/api/messages/${id}/${verb}`))
    return id
  }
  /** The address that a message to the person would have. */
  const conversationKey = async (): Promise<string> => {
    const { rows } = await running.db.pool.query<{ page_key: string }>(
      'select v.page_key from conversations v join conversation_messages m using (organisation_id, collection_id, response_id) where m.id = $1',
      [await newMessage('publish')],
    )
    return named(organisationId, rows[0].page_key)
  }
  return {
    namedAnswer,
    namedInstanceAnswer: async () => answerOf('/api/check-in-instances', (await openInstance(attributed)).id),
    newMessage,
    conversationKey,
    ownMessage: async () => {
      const key = await conversationKey()
      const { messages } = ok(await anyone.post(`/conversations/${key}`, { text: 'Gladly.' }))
      return { key, message_id: messages.at(-1).id as string }
    },
  }
}
