/** A program that a model drives: the protocol's own client, in either era, and what a tool gave. */
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type Era = '2026' | '2025'

export type Agent = {
  readonly tools: () => Promise<any[]>
  /** @throws what the protocol refuses; a refusal of the tool is `{ refused }` */
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<any>
  readonly close: () => Promise<void>
}

export async function agentOf(url: string, token: string, era: Era = '2026'): Promise<Agent> {
  const client = new McpClient(
    { name: 'agent', version: '1' },
    { versionNegotiation: { mode: era === '2026' ? { pin: '2026-07-28' } : 'legacy' } },
  )
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

/** Every text of a reply that is not marked as written by people. */
export function trustedTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(trustedTexts)
  if (typeof value !== 'object' || value === null) return []
  if ('untrusted' in value && value.untrusted === true) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...trustedTexts(member)])
}
