/**
 * A font in which every character is blank and half an em wide, so that a page has the same layout on every machine, whatever fonts it has:
 * for tests that compare pictures of what is drawn around the words. TrueType, as the OpenType specification lays its tables out.
 */
const unitsPerEm = 1000
const [ascent, descent] = [800, -200]
const advance = unitsPerEm / 2

const uint16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, i) => bytes.writeUInt16BE(value & 0xffff, 2 * i))
  return bytes
}
const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => bytes.writeUInt32BE(value >>> 0, 4 * i))
  return bytes
}
const zeros = (count: number): Buffer => Buffer.alloc(count)

function naming(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16()
  // Family, style, identifier, full name, version, PostScript name: all one word, for Windows in English.
  const ids = [1, 2, 3, 4, 5, 6]
  const records = ids.map((id) => uint16(3, 1, 0x409, id, text.length, 0))
  return Buffer.concat([uint16(0, ids.length, 6 + 12 * ids.length), ...records, text])
}

const tables: Record<string, Buffer> = {
  'OS/2': Buffer.concat([
    // Version 4, width, weight, medium width, no restriction on embedding, and the sizes of sub- and superscript and of strikeout.
    uint16(4, advance, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    zeros(10),
    uint32(0, 0, 0, 0),
    Buffer.from('TEST'),
    uint16(0x40, 0x20, 0xffff, ascent, descent, 0, ascent, -descent),
    uint32(1, 0),
    uint16(500, 700, 0, 0x20, 0),
  ]),
  // Format 13: all characters of a range have one glyph.
  cmap: Buffer.concat([uint16(0, 1, 3, 10), uint32(12), uint16(13, 0), uint32(28, 0, 1, 0x20, 0x10ffff, 1)]),
  glyf: zeros(4),
  head: Buffer.concat([
    uint32(0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5),
    uint16(0, unitsPerEm),
    zeros(16),
    uint16(0, 0, 0, 0, 0, 8, 2, 0, 0),
  ]),
  hhea: Buffer.concat([
    uint32(0x0001_0000),
    uint16(ascent, descent, 0, advance, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1),
  ]),
  hmtx: uint16(advance, 0, 0),
  loca: uint16(0, 0, 0),
  maxp: Buffer.concat([uint32(0x0001_0000), uint16(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
  name: naming('Blank'),
  post: Buffer.concat([uint32(0x0003_0000, 0), uint16(-100, 50), uint32(0, 0, 0, 0, 0)]),
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, zeros(-bytes.length & 3)])

function sumOf(bytes: Buffer): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + bytes.readUInt32BE(i)) >>> 0
  return sum
}

function fontFile(): Buffer {
  const names = Object.keys(tables)
  const search = 2 ** Math.floor(Math.log2(names.length))
  const head = Buffer.concat([
    uint32(0x0001_0000),
    uint16(names.length, search * 16, Math.log2(search), (names.length - search) * 16),
  ])
  let offset = head.length + 16 * names.length
  const entries = names.map((name) => {
    const bytes = padded(tables[name])
    const entry = Buffer.concat([Buffer.from(name), uint32(sumOf(bytes), offset, tables[name].length)])
    offset += bytes.length
    return entry
  })
  return Buffer.concat([head, ...entries, ...names.map((name) => padded(tables[name]))])
}

/** Makes everything on a page be set in it. */
export const blankFont = `
  @font-face { font-family: Blank; src: url(data:font/ttf;base64,${fontFile().toString('base64')}) }
  *, ::before, ::after { font-family: Blank !important; font-style: normal !important; caret-color: transparent !important }`
