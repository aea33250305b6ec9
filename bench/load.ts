/**
 * The load, as a process of its own: keep-alive connections over raw sockets, each with one request under way, a bounded
 * number of requests. It understands just enough HTTP/1.1 (status line, Content-Length) to cost the machine little.
 */
import { connect, type Socket } from 'node:net'
import { sampleOf } from './figures.ts'

export type Job = {
  port: number
  connections: number
  count: number
  /** Whole requests as they go over the wire; taken in turn, from the first again when there are fewer than `count`. */
  requests: string[]
  /** The one status that counts as done. */
  status: number
}

export type Loaded = ReturnType<typeof sampleOf>
export type Done = { sample: Loaded } | { failure: string }

const headEnd = Buffer.from('\r\n\r\n')
const statusAt = 'HTTP/1.1 '.length

export async function load({ port, connections, count, requests, status }: Job): Promise<Loaded> {
  const raw = requests.map((request) => Buffer.from(request))
  const times = new Float64Array(count)
  let next = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)))
  const began = performance.now()
  try {
    await Promise.all(
      sockets.map((socket) =>
        drive(socket, status, (time) => {
          if (time !== null) times[time.index] = time.took
          return next < count ? { index: next, request: raw[next++ % raw.length] } : null
        }),
      ),
    )
    return sampleOf(times, performance.now() - began)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject).once('connect', () => resolve(socket))
  })
}

type Next = (time: { index: number; took: number } | null) => { index: number; request: Buffer } | null

/** Sends one request after the other over a connection, until none is left. */
function drive(socket: Socket, status: number, next: Next): Promise<void> {
  return new Promise((resolve, reject) => {
    const wanted = String(status)
    let index = 0
    let sentAt = 0
    /** Bytes still to come; -1 while the head is not complete. */
    let missing = -1
    let head: Buffer | null = null

    const send = (time: Parameters<Next>[0]): void => {
      const one = next(time)
      if (!one) return resolve()
      index = one.index
      missing = -1
      sentAt = performance.now()
      socket.write(one.request)
    }
    const fail = (error: Error): void => {
      reject(error)
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        const seen = head ? Buffer.concat([head, chunk]) : chunk
        const end = seen.indexOf(headEnd)
        if (end < 0) {
          head = seen
          return
        }
        head = null
        const text = seen.toString('latin1', 0, end)
        const length = /content-length: *(\d+)/i.exec(text)?.[1]
        if (!text.startsWith(wanted, statusAt) || length === undefined)
          return fail(new Error(`expected ${status} with a length, got ${seen.toString().slice(0, 600)}`))
        missing = Number(length) - (seen.length - end - headEnd.length)
      } else {
        missing -= chunk.length
      }
      if (missing <= 0) send({ index, took: performance.now() - sentAt })
    })
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed a connection')))
    send(null)
  })
}

if (process.send) {
  process.on('message', (job: Job) => {
    load(job).then(
      (sample) => process.send!({ sample } satisfies Done),
      (error: unknown) => process.send!({ failure: (error as Error).message } satisfies Done),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
