/**
 * What a logo is, read from its first bytes: nothing of it is decoded here. Browsers decode it, as the type that was found and no other
 * (nosniff), and its width and height are limited, because a small file can claim a picture of any size.
 * Sources: PNG (third edition) §5, APNG in §11.3.8; ITU-T T.81 annex B (JPEG); RFC 9649 (WebP).
 */
import { limits } from '../../contract/limits.ts'

export type Picture = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
}

export type PictureFault = 'not_an_image' | 'animated' | 'too_large' | 'wrong_size'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** @returns null where the bytes are no whole header of that type */
type Read = (bytes: Buffer) => Picture | 'animated' | null

/** Chunks up to the picture's data: IHDR comes first, acTL (of an animation) before IDAT. */
const readPng: Read = (bytes) => {
  if (!bytes.subarray(0, 8).equals(pngSignature) || bytes.length < 33) return null
  if (bytes.readUInt32BE(8) !== 13 || nameAt(bytes, 12) !== 'IHDR') return null
  const picture = {
    mediaType: 'image/png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  } as const
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (nameAt(bytes, at + 4) === 'acTL') return 'animated'
    if (nameAt(bytes, at + 4) === 'IDAT') return picture
  }
  return null
}

/** SOF0 to SOF15 have the size; C4, C8 and CC are no frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const readJpeg: Read = (bytes) => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]
    // Bytes of ff may fill up a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker))
      return at + 9 > bytes.length
        ? null
        : { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // Markers without a length do not come before a frame.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return null
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || marker === 0xda || marker === 0xd9) return null
    at += 2 + length
  }
  return null
}

const animationFlag = 0x02

const readWebp: Read = (bytes) => {
  if (bytes.length < 30 || nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WEBP') return null
  const mediaType = 'image/webp'
  switch (nameAt(bytes, 12)) {
    case 'VP8 ':
      // 14 bits each, above which is how to scale.
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
        : null
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return bytes[20] === 0x2f
        ? { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
        : null
    }
    case 'VP8X':
      return bytes[20] & animationFlag
        ? 'animated'
        : { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

const nameAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

export function pictureIn(bytes: Buffer): Picture | PictureFault {
  if (bytes.length > limits.logoBytesMax) return 'too_large'
  const picture = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  if (picture === null) return 'not_an_image'
  if (picture === 'animated') return 'animated'
  const isOfSize = (length: number): boolean =>
    length >= limits.logoPixelsMin && length <= limits.logoPixelsMax
  return isOfSize(picture.width) && isOfSize(picture.height) ? picture : 'wrong_size'
}
