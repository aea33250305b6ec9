/** How PostgreSQL's own programs reach the database of a connection of ours. */
import pg from 'pg'

/** What libpq has in common with the driver: it is passed on. Our own settings and secrets are not. */
const passedOn = /^(PATH|HOME|LD_LIBRARY_PATH|PG(SSL\w*|PASSFILE|SERVICEFILE|SYSCONFDIR|GSS\w*|KRB\w*))$/

/**
 * How the programs reach the database of a connection. All of it is in their environment, because everybody on the machine sees the
 * arguments of a process. TLS is as strict as the driver's, which checks the server's name wherever TLS is asked for; libpq does so by
 * `verify-full` alone.
 */
export function libpqEnvironment(
  connection: pg.ClientConfig,
  own: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const { host, port, user, password, database } = new pg.Client(connection)
  const parameters = URL.parse(connection.connectionString ?? '')?.searchParams ?? new URLSearchParams()
  const set = {
    ...Object.fromEntries(Object.entries(own).filter(([name]) => passedOn.test(name))),
    // Their messages, which are passed on, are in English.
    LC_ALL: 'C',
    PGAPPNAME: 'sonde-server',
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGPASSWORD: typeof password === 'string' ? password : undefined,
    ...tlsOf(parameters, own.PGSSLROOTCERT),
  }
  return Object.fromEntries(Object.entries(set).filter((entry): entry is [string, string] => !!entry[1]))
}

/** @param authorities  the operator's own, for programs that do not know those of the system, as before version 16 */
function tlsOf(parameters: URLSearchParams, authorities?: string): Record<string, string | undefined> {
  const files = {
    PGSSLROOTCERT: parameters.get('sslrootcert') ?? undefined,
    PGSSLCERT: parameters.get('sslcert') ?? undefined,
    PGSSLKEY: parameters.get('sslkey') ?? undefined,
  }
  const isAsked = ['true', '1'].includes(parameters.get('ssl') ?? '')
  const mode = parameters.get('sslmode') ?? (isAsked ? 'require' : null)
  if (mode === null) return {}
  if (mode === 'disable') return { PGSSLMODE: mode }
  if (mode === 'no-verify') return { ...files, PGSSLMODE: 'require' }
  if (parameters.get('uselibpqcompat') === 'true') return { ...files, PGSSLMODE: mode }
  return { ...files, PGSSLMODE: 'verify-full', PGSSLROOTCERT: files.PGSSLROOTCERT ?? authorities ?? 'system' }
}
