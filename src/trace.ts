/**
 * The trace that a caller's request belongs to, and its spans. It is passed on to the operator's own key server and to nobody else.
 *
 * A span is made where an operator has set up a collector (deploy/tracing), otherwise the trace is passed on unchanged. A span has the route as
 * it is declared, the status and how long each statement took: no path, no query string, no value, no address.
 *
 * Answering is never traced. A trace has a time and, elsewhere, an address: beside a personal link it would say who answered, and when. So
 * what is traced is listed, and is not what is left after exceptions.
 * Source: W3C Trace Context, 2.2 and 3.2 (traceparent), 3.3 (tracestate); OpenTelemetry's conventions for HTTP and database spans.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import {
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace as spans,
  TraceFlags,
} from '@opentelemetry/api'

export type Trace = {
  readonly traceId: string
  readonly headers: { readonly traceparent: string; readonly tracestate?: string }
  /** The span of the request, where spans are recorded. */
  readonly span?: Span
}

const current = new AsyncLocalStorage<Trace>()
const tracer = spans.getTracer('sonde')

/** Whether somebody keeps them: an operator who has set up a collector before the server started. */
export function spansAreKept(): boolean {
  const provider = spans.getTracerProvider()
  return (
    !(provider instanceof ProxyTracerProvider) ||
    provider.getDelegate() !== new ProxyTracerProvider().getDelegate()
  )
}

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

const begun = new WeakMap<IncomingMessage, Trace | null>()

/**
 * The trace of a request that has come in, with a span where they are recorded; the same whenever it is asked for.
 * @returns null: nothing is to be traced
 */
export function traceFor(request: IncomingMessage): Trace | null {
  const known = begun.get(request)
  if (known !== undefined) return known
  const trace = beginTrace(request)
  begun.set(request, trace)
  return trace
}

function beginTrace(request: IncomingMessage): Trace | null {
  const { method = 'GET', url = '' } = request
  if (!tracedPath.test(url)) return null
  const parent = traceOf(request)
  if (!spansAreKept()) return parent
  const span = tracer.startSpan(
    method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
    parent === null ? ROOT_CONTEXT : contextOf(parent.headers.traceparent),
  )
  if (!span.isRecording()) return parent
  const { traceId, spanId, traceFlags } = span.spanContext()
  const flags = traceFlags.toString(16).padStart(2, '0')
  const state = parent?.headers.tracestate
  return {
    traceId,
    headers: {
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      ...(state !== undefined && { tracestate: state }),
    },
    span,
  }
}

function contextOf(traceparent: string) {
  const [, traceId, spanId, flags] = traceparent.split('-')
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return spans.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** @param route  as it is declared, with the names of its parameters; undefined: there is none at this address */
export function endTrace(request: IncomingMessage, route: string | undefined, status: number): void {
  const span = begun.get(request)?.span
  if (!span) return
  if (route !== undefined) span.updateName(`${request.method} ${route}`).setAttribute('http.route', route)
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/**
 * What a statement took, as a span of the request that waited for it.
 * @param name  what it does and to which table, with nothing else of it
 * @param ms  until now, when it has ended
 */
export function recordStatement(name: string, ms: number, hasFailed: boolean): void {
  const span = current.getStore()?.span
  if (!span) return
  const statement = tracer.startSpan(
    name,
    {
      kind: SpanKind.CLIENT,
      startTime: performance.now() - ms,
      attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
    },
    spans.setSpan(ROOT_CONTEXT, span),
  )
  if (hasFailed) statement.setStatus({ code: SpanStatusCode.ERROR })
  statement.end()
}

/** Whether a span waits for what statements take: looked up before a clock is read. */
export const isRecording = (): boolean => current.getStore()?.span !== undefined
