/** A file in each encoding that it may be sent in: plain, Brotli or gzip. Source: RFC 9110 §8.4 and §12.5.3. */
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

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
  const names = new Set(
    (accepted ?? '')
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';', 1)[0].trim().toLowerCase()),
  )
  if (br && names.has('br')) return { encoding: 'br', body: br }
  if (gzipped && names.has('gzip')) return { encoding: 'gzip', body: gzipped }
  return { encoding: null, body: plain }
}
