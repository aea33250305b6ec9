/**
 * The log: one JSON object a line, on standard error. What may stand in it is listed here and nothing else gets in: names of
 * routes, codes, times, request ids. A database's own messages may quote the values that it choked on, so of its errors only
 * the code, the constraint and the place are kept.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import { type Config } from './config.ts'

type Fault = Error & {
  code?: string
  constraint?: string
  routine?: string
  severity?: string
  cause?: unknown
}

function written(error: Fault): Record<string, unknown> {
  const fromDatabase = error.severity !== undefined
  return {
    type: error.name,
    code: error.code,
    ...(fromDatabase
      ? { constraint: error.constraint, routine: error.routine }
      : { message: error.message, stack: error.stack }),
    ...(error.cause instanceof Error && { cause: written(error.cause) }),
  }
}

/** A disk that is full or a terminal that is closed loses lines, and ends no process. */
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
      serializers: { err: written, error: written },
      redact: { paths: ['req', 'res'], remove: true },
    },
    to,
  )
