/**
 * The trace that a caller's request belongs to. It is passed on unchanged, since no span is made here, to the operator's own key server and
 * to nobody else.
 *
 * Answering is never traced. A trace has a time and, elsewhere, an address: beside a personal link it would say who answered, and when. So
 * what is traced is listed, and is not what is left after exceptions.
 * Source: W3C Trace Context, 2.2 and 3.2 (traceparent), 3.3 (tracestate).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'

export type Trace = {
  readonly traceId: string
  readonly headers: { readonly traceparent: string; readonly tracestate?: string }
}

const current = new AsyncLocalStorage<Trace>()

/** Where programs and people call, none of which takes an answer. Paths are compared as they were sent: another spelling is not traced. */
const tracedPath = /^\/(?:api|oauth|scim|mcp)(?:[/?]|$)/

/** Version 00 has these four parts; later ones may have more. No id is all zeros. */
const traceparentShape =
  /^(?:00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}|(?!00|ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]*)?)$/

const traceparentLengthMax = 512
const tracestateLengthMax = 512

/** @param request  as it came in. @returns null: it belongs to no trace, or to none that is followed here */
export function traceOf({
  url = '',
  headers: { traceparent, tracestate },
}: {
  url?: string
  headers: IncomingHttpHeaders
}): Trace | null {
  if (typeof traceparent !== 'string' || traceparent.length > traceparentLengthMax) return null
  if (!tracedPath.test(url)) return null
  const [, first, later = first] = traceparentShape.exec(traceparent) ?? []
  if (later === undefined) return null
  const state =
    typeof tracestate === 'string' &&
    /^[\x20-\x7e]+$/.test(tracestate) &&
    tracestate.length <= tracestateLengthMax
  return { traceId: later, headers: { traceparent, ...(state && { tracestate }) } }
}

/** The work, and all that it waits for, is part of the trace. */
export const withTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** What a request to the operator's own systems passes on. */
export const traceHeaders = (): Record<string, string> => ({ ...current.getStore()?.headers })
