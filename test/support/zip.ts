/** Reads ZIP files in tests, by itself: no library that writes them is asked. */
import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP, from its central directory (APPNOTE 4.3.12). */
export function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extra, comment] = [
      zip.readUInt32LE(at + 20),
      ...[28, 30, 32].map((place) => zip.readUInt16LE(at + place)),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const isDeflated = zip.readUInt16LE(at + 10) === 8
    const bytes = zip.subarray(data, data + size)
    files[name] = (isDeflated ? inflateRawSync(bytes) : bytes).toString()
    at += 46 + nameLength + extra + comment
  }
  return files
}
