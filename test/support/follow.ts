/** A reader of server-sent events, like a browser's EventSource. */
import { hangMs } from './cpu.ts'
import assert from 'node:assert/strict'

export type StreamEvent = { event: string; data: any; at: number }

export type Following = {
  status: number
  headers: Headers
  events: StreamEvent[]
  /** The body of a refusal. */
  body: any
  ended: Promise<void>
  isOver(): boolean
  stop(): void
  /** The first event for which this holds; waits for later ones. */
  until(holds: (event: StreamEvent) => boolean, timeoutMs?: number): Promise<StreamEvent>
}

export async function follow(url: string, token: string | null): Promise<Following> {
  const stopping = new AbortController()
  const reply = await fetch(url, {
    headers: { accept: 'text/event-stream', ...(token !== null && { authorization: `Bearer ${token}` }) },
    signal: stopping.signal,
  })
  const events: StreamEvent[] = []
  let over = false
  const read = async (): Promise<void> => {
    let rest = ''
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop()!
      for (const part of parts) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
        if (event) events.push({ event, data: JSON.parse(data), at: performance.now() })
      }
    }
  }
  const streams = reply.status === 200
  const body = streams ? null : await reply.json()
  const ended = (streams ? read() : Promise.resolve()).catch(() => {}).finally(() => void (over = true))
  return {
    status: reply.status,
    headers: reply.headers,
    events,
    body,
    ended,
    isOver: () => over,
    stop: () => stopping.abort(),
    until: async (holds, timeoutMs = hangMs) => {
      for (const end = performance.now() + timeoutMs; ;) {
        const event = events.find(holds)
        if (event) return event
        assert.ok(performance.now() < end && !over, `no such event; last: ${JSON.stringify(events.at(-1))}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
  }
}
