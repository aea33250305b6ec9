/**
 * Follows the answers to an open survey by the stream of the API, with the token of the pages. Where no stream is to be had (all pages
 * share the places of one application, and a proxy may buffer), the state is asked for every 15 seconds instead.
 */
import { createParser } from 'eventsource-parser'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { fetchAsThisUser } from '../as-user.ts'
import { pollMs, refreshSubject } from './live-queries.ts'
import type { Owner } from '../results/results-queries.ts'

type LiveState = ReplyOf<'getPulseLive'>

/** How many had answered, as the page was told, and when that was. */
export type Arrival = { at: string; responded: number }

export type Following = {
  /** null: nothing has come yet. */
  state: LiveState | null
  arrivals: readonly Arrival[]
  /** What had come in before; null until it is known. */
  first: Arrival | null
  /** No stream is to be had, so the survey is read again every so often. */
  isPolling: boolean
}

const start: Following = { state: null, arrivals: [], first: null, isPolling: false }

const addressOf = ({ kind, id }: Owner): string =>
  `/api/${kind === 'pulse' ? 'pulses' : 'check-in-instances'}/${id}/live`

const retryMs = 2000
const arrivalsMax = 50

/** @returns ended: for good; lost: try again; refused: no stream is to be had */
async function read(
  owner: Owner,
  signal: AbortSignal,
  onState: (state: LiveState) => void,
): Promise<'ended' | 'lost' | 'refused'> {
  const reply = await fetchAsThisUser(addressOf(owner), { signal }, { accept: 'text/event-stream' })
  if (!reply.ok || !reply.body) return 'refused'
  let isOver = false
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== 'response_summary' && event !== 'end') return
      onState(JSON.parse(data) as LiveState)
      if (event === 'end') isOver = true
    },
  })
  const chunks = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await chunks.read(); !part.done; part = await chunks.read()) parser.feed(part.value)
  return isOver ? 'ended' : 'lost'
}

const withState = (before: Following, state: LiveState): Following => {
  const responded = state.response_summary?.responded
  const last = before.state?.response_summary?.responded
  const hasMoved = responded !== undefined && last !== undefined && responded !== last
  const now = responded !== undefined && { at: new Date().toISOString(), responded }
  const arrivals = hasMoved && now ? [now, ...before.arrivals].slice(0, arrivalsMax) : before.arrivals
  return { isPolling: false, state, arrivals, first: before.first ?? (now || null) }
}

/** @param isFollowing  otherwise nothing is read, and what was shown stays */
export function useLive({ kind, id }: Owner, isFollowing: boolean): Following {
  const [following, setFollowing] = useState(start)
  useEffect(() => {
    if (!isFollowing) return
    const stopping = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const onState = (state: LiveState): void => {
      setFollowing((before) => withState(before, state))
      if (state.state !== 'open') void refreshSubject()
    }
    const follow = async (): Promise<void> => {
      const end = await read({ kind, id }, stopping.signal, onState).catch(() => 'lost' as const)
      if (stopping.signal.aborted || end === 'ended') return
      if (end === 'lost') timer = setTimeout(() => void follow(), retryMs)
      else {
        setFollowing((before) => ({ ...before, isPolling: true }))
        timer = setInterval(() => void refreshSubject(), pollMs)
      }
    }
    void follow()
    return () => {
      stopping.abort()
      clearTimeout(timer)
    }
  }, [kind, id, isFollowing])
  return following
}
