/** Files and replies in the encodings that they may be sent in: plain, Brotli or gzip. Source: RFC 9110 §8.4 and §12.5.3. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type EncodedFile = {
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const brotliBytes = promisify(brotliCompress)
const gzipBytes = promisify(gzip)

export async function compress(plain: Buffer): Promise<EncodedFile> {
  const [br, gzipped] = await Promise.all([brotliBytes(plain), gzipBytes(plain, { level: 9 })])
  return { plain, br, gzip: gzipped }
}

type Encoding = 'br' | 'gzip'

/** The smallest encoding that the caller accepts; a weight of 0 refuses one. */
export function encodingFor(
  { plain, br, gzip: gzipped }: EncodedFile,
  accepted: string | undefined,
): { encoding: Encoding | null; body: Buffer } {
  const names = namesIn(accepted)
  if (br && names.has('br')) return { encoding: 'br', body: br }
  if (gzipped && names.has('gzip')) return { encoding: 'gzip', body: gzipped }
  return { encoding: null, body: plain }
}

const namesIn = (accepted: string | undefined): Set<string> =>
  new Set(
    (accepted ?? '')
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';', 1)[0].trim().toLowerCase()),
  )

/** What fits into one packet is not sooner there for being smaller. */
const packetBytes = 1400

/** A reply is compressed for one caller, a file for all: so these settings are quick ones. */
const quickly = {
  br: (text: string): Promise<Buffer> =>
    brotliBytes(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string): Promise<Buffer> => gzipBytes(text, { level: 4 }),
}

/**
 * Whether the length of this reply may depend on what is in it. Under /api everything is given to a token in a header alone: no other page can
 * make a browser ask for it with text of its own inside and measure how long the reply gets. A page of a survey says to a browser without a
 * cookie what its address says to everybody, and a secret that is new each time; with one it may hold a draft.
 * Source: BREACH (Gluck, Harris, Prado 2013).
 */
function isCompressed({ url, headers }: FastifyRequest, type: string): boolean {
  if (url.startsWith('/api/')) return type.startsWith('application/json')
  return url.startsWith('/r/') && headers.cookie === undefined && type.startsWith('text/html')
}

/**
 * Compresses a reply that is longer than a packet, outside of the event loop. One with a strong entity tag is sent as it
 * is: another encoding would need another tag (RFC 9110 §8.8.3), and what a program sends back in If-Match is the version.
 *
 * @param payload  of Fastify's onSend
 */
export async function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < packetBytes) return payload
  if (request.method === 'HEAD' || reply.hasHeader('etag')) return payload
  if (!isCompressed(request, String(reply.getHeader('content-type')))) return payload
  reply.header('vary', 'accept-encoding')
  const names = namesIn(request.headers['accept-encoding'])
  const encoding = names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : null
  if (encoding === null) return payload
  const body = await quickly[encoding](payload)
  reply.header('content-encoding', encoding).header('content-length', body.length)
  return body
}
