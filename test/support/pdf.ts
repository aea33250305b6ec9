/**
 * The text of each page of a PDF as Chromium writes it: its strings are numbers of glyphs, and each font has a table of what they mean. Enough
 * for what is looked for in a test; other programs write other forms. Source: ISO 32000-1, 7.3.8 (streams), 9.10.3 (ToUnicode).
 */
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

type Glyphs = ReadonlyMap<number, string>

/** In the order of the pages. Ligatures are letters again, and white space is one blank. */
export function textsOfPages(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id, body]) => [id, body] as const,
    ),
  )
  const streamOf = (id: string): string => {
    const found = /^([\s\S]*?)stream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? '')
    assert.ok(found, `object ${id} has no stream`)
    const [, head, body] = found
    const bytes = Buffer.from(body, 'latin1')
    return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const fonts = new Map(
    [...objects].flatMap(([id, body]) => {
      const table = /\/ToUnicode (\d+) 0 R/.exec(body)?.[1]
      return table === undefined ? [] : [[id, glyphsIn(streamOf(table))] as const]
    }),
  )
  const textOf = (page: string): string => {
    const named = new Map(
      [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, fonts.get(id)] as const),
    )
    const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')
    let glyphs: Glyphs | undefined
    let text = ''
    for (const [, font, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-f]+)>|\bET\b/gi)) {
      if (font !== undefined) glyphs = named.get(font)
      else if (hex === undefined) text += ' '
      else for (const glyph of hex.match(/.{4}/g) ?? []) text += glyphs?.get(Number.parseInt(glyph, 16)) ?? ''
    }
    return text.normalize('NFKC').replaceAll(/\s+/g, ' ')
  }
  return [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body)).map(textOf)
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Of single glyphs, and of ranges that count on. */
function glyphsIn(table: string): Glyphs {
  const blocks = (name: string): string =>
    [...table.matchAll(new RegExp(`begin${name}\\n([\\s\\S]*?)end${name}`, 'g'))].map(([, b]) => b).join('\n')
  const glyphs = new Map<number, string>()
  for (const [, glyph, text] of blocks('bfchar').matchAll(/<(\w+)> <(\w+)>/g))
    glyphs.set(Number.parseInt(glyph, 16), utf16(text))
  for (const [, first, last, text] of blocks('bfrange').matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
    const from = Number.parseInt(first, 16)
    for (let glyph = from; glyph <= Number.parseInt(last, 16); glyph++)
      glyphs.set(glyph, String.fromCodePoint(Number.parseInt(text, 16) + glyph - from))
  }
  return glyphs
}
