/**
 * A pooler between us and the database (pgbouncer and others) may give each transaction another session of the database. Then nothing that
 * belongs to a session holds: what it listens to, its settings, prepared statements, and the lock under which migrations run.
 */
import pg from 'pg'

const replyMs = 10_000

/**
 * Whether a connection stays one session. A first and a second connection begin a transaction each; when both have ended, the first gets
 * the session that was given back last, which is not its own; or, from a pooler that takes turns, its own and then the other.
 * @throws Error  also after ten seconds without a reply, as from a pooler that has a single session
 */
export async function keepsSessions(connection: pg.ClientConfig): Promise<boolean> {
  const bounded = { ...connection, connectionTimeoutMillis: replyMs, query_timeout: replyMs }
  const [first, second] = [new pg.Client(bounded), new pg.Client(bounded)]
  const sessionOf = async (client: pg.Client): Promise<number> => {
    const { rows } = await client.query('select pg_backend_pid() as id')
    return Number(rows[0].id)
  }
  try {
    await first.connect()
    await second.connect()
    await first.query('begin')
    await second.query('begin')
    const before = await sessionOf(first)
    await first.query('commit')
    await second.query('commit')
    return before === (await sessionOf(first)) && before === (await sessionOf(first))
  } finally {
    await Promise.all([first.end(), second.end()].map((ended) => ended.catch(() => {})))
  }
}
