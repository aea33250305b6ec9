/** A reader of server-sent events, as a browser's EventSource takes them in. */
import assert from 'node:assert/strict'

export type Told = { event: string; data: any; at: number }

export type Following = {
  status: number
  headers: Headers
  events: Told[]
  /** The body of a refusal. */
  body: any
  ended: Promise<void>
  isOver(): boolean
  stop(): void
  /** The first event, of those to come as well, for which this holds. */
  until(holds: (told: Told) => boolean, timeoutMs?: number): Promise<Told>
}

export async function follow(url: string, token: string | null): Promise<Following> {
  const stopping = new AbortController()
  const reply = await fetch(url, {
    headers: { accept: 'text/event-stream', ...(token !== null && { authorization: `Bearer ${token}` }) },
    signal: stopping.signal,
  })
  const events: Told[] = []
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
    until: async (holds, timeoutMs = 10_000) => {
      for (const end = performance.now() + timeoutMs; ;) {
        const found = events.find(holds)
        if (found) return found
        assert.ok(performance.now() < end && !over, `never told; last: ${JSON.stringify(events.at(-1))}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
  }
}
