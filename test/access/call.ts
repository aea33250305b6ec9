/** One call of an operation, by any client. */
import assert from 'node:assert/strict'
import type { Operation } from '../../contract/operation.ts'
import type { Client, Reply } from '../support/world.ts'
import type { Request } from './requests.ts'

/** The body of a reply that succeeds. */
export const ok = (reply: Reply): any => {
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}

export const pathOf = (operation: Operation, { params = {}, query }: Request): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name]),
  )
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

export function call(
  client: Client,
  operation: Operation,
  request: Request,
  headers?: Record<string, string>,
): Promise<Reply> {
  const path = pathOf(operation, request)
  switch (operation.method) {
    case 'GET':
      return client.get(path, headers)
    case 'POST':
      return client.post(path, request.body, headers)
    case 'PUT':
      return client.put(path, request.body, headers)
    case 'PATCH':
      return client.patch(path, request.body, headers)
    case 'DELETE':
      return client.delete(path, request.body, headers)
  }
}
