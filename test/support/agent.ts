/** A program that a model drives: the protocol's own client, in either era, and what a tool gave. */
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type Era = '2026' | '2025'

export type Agent = {
  readonly tools: () => Promise<any[]>
  /** @throws what the protocol refuses; a refusal of the tool is `{ refused }` */
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<any>
  readonly close: () => Promise<void>
}

/** What a person at the program answers to a question of ours. */
export type Answering = (question: { message: string }) => {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, boolean>
}

/** @param answering  the program shows questions to its person; left out: it cannot */
export async function agentOf(
  url: string,
  token: string,
  era: Era = '2026',
  answering?: Answering,
): Promise<Agent> {
  const client = new McpClient(
    { name: 'agent', version: '1' },
    {
      versionNegotiation: { mode: era === '2026' ? { pin: '2026-07-28' } : 'legacy' },
      ...(answering && { capabilities: { elicitation: { form: {} } } }),
    },
  )
  if (answering) client.setRequestHandler('elicitation/create', async ({ params }) => answering(params))
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, given = {}) => {
      const result: any = await client.callTool({ name, arguments: given })
      return result.isError ? { refused: JSON.parse(result.content[0].text) } : result.structuredContent
    },
    close: () => client.close(),
  }
}

/** An agent wants to open a draft. @returns the id of what its person is asked to confirm */
export async function requestConfirmation(url: string, token: string, pulseId: string): Promise<string> {
  const agent = await agentOf(url, token)
  const asked = await agent.call('ask_people', { pulse_id: pulseId })
  await agent.close()
  return asked.url.split('/').at(-1)
}

/** Every text of a reply that is not marked as written by people. */
export function trustedTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(trustedTexts)
  if (typeof value !== 'object' || value === null) return []
  if ('untrusted' in value && value.untrusted === true) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...trustedTexts(member)])
}
