/** Exports in tests: rows page by page, and files from the job to the download. */
import assert from 'node:assert/strict'
import type { Dataset } from '../../contract/exports.ts'
import { type Client, eventually } from './world.ts'

const tokenOf = ({ token }: Client): string => {
  assert.ok(token)
  return token
}

/** All rows of a list, page by page. */
export async function rowsOf(api: Client, dataset: Dataset, query = 'limit=1000'): Promise<any[]> {
  const rows: any[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body }: { status: number; body: any } = await api.get(
      `/api/exports/${dataset}/rows?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.has_more, body.next_cursor !== null)
    rows.push(...body.rows)
    cursor = body.next_cursor
  }
  return rows
}

export const ended = async (api: Client, id: string): Promise<any> =>
  (
    await eventually(
      () => api.get(`/api/exports/${id}`),
      ({ body }) => !['queued', 'running'].includes(body.state),
    )
  ).body

/** @param urlOf  of the service, once it runs */
export function exporting(urlOf: () => string) {
  /** The reply with the bytes. */
  const download = (api: Client, id: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${urlOf()}/api/exports/${id}/file`, {
      headers: { authorization: `Bearer ${tokenOf(api)}`, ...headers },
    })

  /** The file of an export, when it is ready. */
  const fileOf = async (api: Client, draft: object): Promise<{ id: string; bytes: Buffer; type: string }> => {
    const made = await api.post('/api/exports', draft)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { state, id, bytes: size } = await ended(api, made.body.id)
    assert.equal(state, 'ready')
    const reply = await download(api, id)
    const bytes = Buffer.from(await reply.arrayBuffer())
    assert.equal(bytes.length, size)
    return { id, bytes, type: reply.headers.get('content-type') ?? '' }
  }
  return { download, fileOf }
}

export const linesOf = (bytes: Buffer): any[] =>
  bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

export const listed = async (api: Client, path: string): Promise<any> => {
  const { status, body } = await api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
