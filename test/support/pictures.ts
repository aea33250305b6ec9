/** Pictures as files, made here byte by byte: whole PNGs of one colour, and the headers of others. */
import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type PngOptions = { width: number; height: number; isAnimated?: boolean; colour?: readonly number[] }

export function png({ width, height, isAnimated = false, colour = [200, 30, 60] }: PngOptions): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(isAnimated ? [chunk('acTL', Buffer.alloc(8))] : []),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** With a comment before its frame, as programs write them. */
export function jpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 5]),
    Buffer.from('abc'),
    Buffer.from([0xff]),
    frame,
  ])
}

function webp(name: string, body: Buffer): Buffer {
  const start = Buffer.alloc(20)
  start.write('RIFF', 0, 'latin1')
  start.writeUInt32LE(12 + body.length, 4)
  start.write(`WEBP${name}`, 8, 'latin1')
  start.writeUInt32LE(body.length, 16)
  return Buffer.concat([start, body])
}

export function webpHeader(
  kind: 'VP8 ' | 'VP8L' | 'VP8X',
  { width, height, isAnimated = false }: PngOptions,
): Buffer {
  const body = Buffer.alloc(16)
  if (kind === 'VP8 ') {
    body.set([0x9d, 0x01, 0x2a], 3)
    body.writeUInt16LE(width, 6)
    body.writeUInt16LE(height, 8)
  } else if (kind === 'VP8L') {
    body[0] = 0x2f
    body.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1)
  } else {
    body[0] = isAnimated ? 2 : 0
    body.writeUIntLE(width - 1, 4, 3)
    body.writeUIntLE(height - 1, 7, 3)
  }
  return webp(kind, body)
}
