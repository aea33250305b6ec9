/**
 * The baseline: node:http, the same pool, the same prepared statements, JSON.stringify of the rows, and nothing else: almost no routing,
 * no checks, none of our headers. The bench passes in the statements, which it recorded from our own code.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '../src/db/db.ts'

export type Statement = {
  name: string
  text: string
  values: unknown[]
  /** Places of the values that differ from one request to the next: ids, hashes, times. */
  fresh: number[]
  /** When `values` were taken, in milliseconds. */
  takenAt: number
}

export type BareOptions = {
  connection: { host: string; port: number; user: string; password: string; database: string; ssl: false }
  list: Statement
  token: Statement
  answer: { find: Statement; keep: Statement }
}

/** The statement as the next request sends it: unique values are new, in the same shape. */
function anew({ name, text, values, fresh, takenAt }: Statement) {
  const next = [...values]
  for (const at of fresh) next[at] = freshAs(values[at], takenAt)
  return { name, text, values: next }
}

function freshAs(value: unknown, takenAt: number): unknown {
  if (Array.isArray(value)) return value.map((one) => freshAs(one, takenAt))
  if (Buffer.isBuffer(value)) return randomBytes(value.length)
  if (value instanceof Date) return new Date(Date.now() + value.getTime() - takenAt)
  // A lock: with the same one, all requests would wait for each other.
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return String(randomBytes(8).readBigInt64BE())
  if (typeof value === 'string' && /[0-9a-z]{26}$/.test(value))
    return value.slice(0, -26) + randomBytes(13).toString('hex')
  throw new Error(`no other value is known for ${typeof value}`)
}

function start({ connection, list, token, answer }: BareOptions): void {
  const { named } = connect(connection)
  const send = (reply: ServerResponse, status: number, value: unknown): void => {
    const text = JSON.stringify(value)
    reply
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text)
  }
  const listed = async (reply: ServerResponse): Promise<void> => {
    const { rows } = await named.query(anew(list))
    send(reply, 200, rows)
  }
  const issued = async (reply: ServerResponse): Promise<void> => {
    const { rows } = await named.query(anew(token))
    send(reply, 200, rows)
  }
  const answered = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const [organisation, link] = request.url!.slice('/r/'.length).split('.')
    const hash = createHash('sha256').update(link).digest()
    await named.query({
      name: answer.find.name,
      text: answer.find.text,
      values: [`org_${organisation}`, hash],
    })
    const { rows } = await named.query(anew(answer.keep))
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
