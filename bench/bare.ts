/**
 * The yardstick: node:http, the same pool, the same prepared statements, JSON.stringify of the rows, and nothing else. No
 * routing to speak of, no check, no header of ours. It is told its statements by the bench, which took them off our own code.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { connect } from '../src/db/db.ts'

export type Statement = { name: string; text: string; values: unknown[] }

export type Told = {
  connection: { host: string; port: number; user: string; password: string; database: string; ssl: false }
  list: Statement
  /** $1 is the token's hash: random for each. */
  token: Statement
  /** `values` of `keep` are those of one answer; what differs each time is put in here. */
  answer: { find: Statement; keep: Statement; sealedBytes: number }
}

const hourMs = 3_600_000

function start({ connection, list, token, answer }: Told): void {
  const { pool } = connect(connection)
  const send = (reply: ServerResponse, status: number, value: unknown): void => {
    const text = JSON.stringify(value)
    reply
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text)
  }
  const listed = async (reply: ServerResponse): Promise<void> => {
    const { rows } = await pool.query({ ...list })
    send(reply, 200, rows)
  }
  const issued = async (reply: ServerResponse): Promise<void> => {
    const now = Date.now()
    const values = [randomBytes(32), ...token.values.slice(1, -2), new Date(now), new Date(now + hourMs)]
    const { rows } = await pool.query({ ...token, values })
    send(reply, 200, rows)
  }
  const answered = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const link = request.url!.slice('/r/'.length)
    await pool.query({ ...answer.find, values: [createHash('sha256').update(link).digest()] })
    const [organisationId, collectionId] = answer.keep.values
    const values = [
      organisationId,
      collectionId,
      new Date(),
      `rsp_${randomBytes(13).toString('hex')}`,
      randomBytes(32),
      null,
      null,
      null,
      randomBytes(answer.sealedBytes),
      null,
      randomBytes(32),
    ]
    const { rows } = await pool.query({ ...answer.keep, values })
    send(reply, 201, rows)
  }
  const server = createServer((request, reply) => {
    request.resume()
    const work =
      request.method === 'GET'
        ? listed(reply)
        : request.url!.startsWith('/r/')
          ? answered(request, reply)
          : issued(reply)
    work.catch((error: unknown) => send(reply, 500, String(error)))
  })
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
}

process.once('message', start)
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
