/**
 * The log: one JSON object a line, on standard error. It holds names of routes, codes, times and request ids, and nothing else. Messages
 * of the database may quote the values that it refused, so of its errors only the code, the constraint and the place are logged.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

type Fault = Error & {
  code?: string
  constraint?: string
  routine?: string
  severity?: string
  cause?: unknown
}

function loggedError(error: Fault): Record<string, unknown> {
  const fromDatabase = error.severity !== undefined
  return {
    type: error.name,
    code: error.code,
    ...(fromDatabase
      ? { constraint: error.constraint, routine: error.routine }
      : { message: error.message, stack: error.stack }),
    ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
  }
}

/** A full disk or a closed terminal loses lines and does not end the process. */
function standardError(): DestinationStream {
  const destination = pino.destination(2)
  destination.on('error', () => {})
  return destination
}

export const logger = (level: Config['logLevel'], to: DestinationStream = standardError()): Logger =>
  pino(
    {
      level,
      base: undefined,
      serializers: { err: loggedError, error: loggedError },
      redact: { paths: ['req', 'res'], remove: true },
    },
    to,
  )
