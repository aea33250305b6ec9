/**
 * Requests that the HTTP parser refuses: no route has seen them, so there is no reply object, and the refusal is written to the socket.
 * They get the same application/problem+json as every other refusal, with a request id of their own.
 */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import type { ProblemCode } from '../../contract/problems.ts'
import { problem } from '../problem.ts'
import { problemBody } from './problem-body.ts'

const byParserCode: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'header_fields_too_large',
}

export function refuseUnparsed(error: ConnectionError, socket: Socket): void {
  // Somebody went away: nobody is there to be told.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) socket.write(replyTo(error.code))
  socket.destroy(error)
}

function replyTo(code: string): string {
  const refusal = problem(byParserCode[code] ?? 'invalid_request', {
    ...(byParserCode[code] === undefined && { detail: 'The request is not valid HTTP' }),
  })
  const requestId = randomUUID()
  const body = JSON.stringify(problemBody(refusal, requestId))
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    '',
    body,
  ].join('\r\n')
}
