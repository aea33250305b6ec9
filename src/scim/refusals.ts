/** How SCIM replies: its media type for everything, refusals too (RFC 7644 §3.12). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { scimMedia, scimSchemas, type ScimType } from '../../contract/scim.ts'
import type { Api } from '../http/route.ts'
import { asProblem } from '../http/server.ts'
import { countRefused } from './runs.ts'
import { ScimError } from './scim-error.ts'
import { getConnection } from './store.ts'

export const send = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).type(`${scimMedia}; charset=utf-8`).serializer(JSON.stringify).send(body)

/** What RFC 7644 §3.12 calls them; others have a status and a sentence. */
const scimTypes: Readonly<Record<string, ScimType>> = {
  conflict: 'uniqueness',
  unprocessable: 'invalidValue',
  team_cycle: 'invalidValue',
  invalid_cursor: 'invalidCursor',
}

type Failed = { readonly error: unknown; readonly request: FastifyRequest; readonly reply: FastifyReply }

export async function sendRefusal(api: Api, { error, request, reply }: Failed): Promise<FastifyReply> {
  const refusal = refusalOf(error, request)
  await countRefusal(api, request)
  const { status, detail, scimType, headers } = refusal
  return send(reply.headers(headers), status, {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  })
}

function refusalOf(error: unknown, request: FastifyRequest) {
  if (error instanceof ScimError)
    return { status: error.status, detail: error.message, scimType: error.scimType, headers: {} }
  const { code, status, extra, cause } = asProblem(error, request)
  request.refusal = code
  if (status >= 500) request.log.error({ err: cause ?? error, code }, 'directory sync failed')
  return {
    status: status === 422 ? 400 : status,
    detail: extra.detail ?? words[code] ?? code.replaceAll('_', ' '),
    scimType: scimTypes[code] ?? (code === 'invalid_request' ? 'invalidSyntax' : undefined),
    headers: extra.headers ?? {},
  }
}

const words: Readonly<Record<string, string>> = {
  unauthorized: 'A bearer token is required',
  invalid_token: 'The token is invalid, expired or revoked',
  insufficient_scope: 'The token lacks the scope directory:sync',
  precondition_failed: 'The resource has changed since you read it',
  last_admin: 'This would leave the organisation without an admin',
}

/** Writes that were refused are counted for the admin. Best effort: the refusal is sent in any case. */
async function countRefusal({ db, clock }: Api, request: FastifyRequest): Promise<void> {
  const { actor } = request
  if (request.method === 'GET' || actor?.kind !== 'organisation') return
  const { organisationId, applicationId } = actor
  await db
    .transaction(async (tx) => {
      const { state } = await getConnection(tx, organisationId)
      if (state !== 'off') await countRefused(tx, organisationId, { state, applicationId }, clock.now())
    })
    .catch((error: unknown) => request.log.warn({ err: error }, 'a refusal was not counted'))
}
