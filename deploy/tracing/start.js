/**
 * Sends spans to a collector, for an operator who wants them (docs/guides/monitoring.md):
 *
 *   node --import ./deploy/tracing/start.js bin/sonde-server serve
 *
 * Sonde makes the spans itself, of calls by programs and people alone, with declared routes and no values. So nothing else is to be set up here:
 * what traces every request by itself has paths, and paths of answering have personal links.
 */
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? 1)
if (!(share >= 0 && share <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG is a number from 0 to 1')

const provider = new TracerProvider({
  resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'sonde' }),
  // A caller who records its trace has its calls recorded too; of the others, this share.
  sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
  // Where to, and with which headers: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS.
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
trace.setGlobalTracerProvider(provider)

// The server goes on until its last requests have ended: what they leave is sent as they end. A collector that is gone stops nothing.
const send = () => void provider.forceFlush().catch(() => {})
for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => {
    send()
    setInterval(send, 200).unref()
  })
