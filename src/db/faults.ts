/** What an error of the database means. */
import pg from 'pg'
import { codeOf, messageOf, Unavailable } from '../caught.ts'

/**
 * The part of a divided table on a server has the table’s constraints, each with the number of the part behind its name. Citus passes on what such a
 * server says without its field for the constraint, which is then named in the message alone, in the language of that server.
 */
function isNamed({ constraint: found, message }: pg.DatabaseError, constraint: string): boolean {
  const names = found === undefined ? message.match(/\w+/g) : [found]
  return names?.some((name) => name.replace(/_\d+$/, '') === constraint || name === constraint) ?? false
}

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined || (error instanceof pg.DatabaseError && isNamed(error, constraint)))

export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503'

/** Nobody got a connection for as long as the pool waits (`connect`). */
export const isUnconnected = (error: unknown): boolean =>
  /timeout exceeded when trying to connect/.test(messageOf(error))

/** Whether the server (or something else that we need) is gone, starting, stopping or out of connections: worth another try later. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof Unavailable) return true
  const code = codeOf(error) ?? ''
  return (
    /^(08|57P0|53)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code) ||
    isUnconnected(error) ||
    /Connection terminated|not queryable/.test(messageOf(error))
  )
}
