/** Bodies that every operation refuses: texts for all operations, and by its schema, values at each place of its body. */
import { gzipSync } from 'node:zlib'
import { type Field, typesOf, variantsOf, withAt } from './places.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Texts that are not a JSON object, or that must not be parsed. */
export const refusedTexts: Record<string, string> = {
  'an open object': '{',
  'no value': '{"a":}',
  'a trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  'half a word': 'nul',
  'a comment': '{}//',
  'two values': '{}{}',
  'a byte order mark': '\ufeff{}',
  NaN: '{"a":NaN}',
  'an array': '[]',
  null: 'null',
  'a string': '"text"',
  'a number': '1',
  'a boolean': 'true',
  'a prototype': '{"__proto__":{"polluted":true}}',
  'a constructor': '{"constructor":{"prototype":{"polluted":true}}}',
  'a prototype below': '{"a":{"__proto__":{"polluted":true}}}',
  'an escaped prototype': '{"\\u005f_proto__":{"polluted":true}}',
  'a member twice': '{"surprise":1,"surprise":1}',
  'an infinite number': '{"a":1e400}',
  'a rounded number': '{"a":9007199254740993}',
  'depth 33': `{"a":${nested(32)}}`,
  'depth 10,000': `{"a":${nested(10_000)}}`,
  '10,001 values': `{"a":[${'0,'.repeat(10_000)}0]}`,
  'a name with NUL': '{"a\\u0000":1}',
  'a name of half a character': '{"\\ud800":1}',
}

/** Large texts, sent only to operations with a body. */
export const largeTexts: Record<string, string> = {
  'depth 500,000': nested(500_000),
  'depth 500,000 and no end': '['.repeat(500_000),
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const notUtf8: Record<string, Uint8Array<ArrayBuffer>> = {
  'a lone byte': Uint8Array.from([...bytes('{"a":"'), 0xff, ...bytes('"}')]),
  'an overlong slash': Uint8Array.from([...bytes('{"a":"'), 0xc0, 0xaf, ...bytes('"}')]),
  'a surrogate': Uint8Array.from([...bytes('{"a":"'), 0xed, 0xa0, 0x80, ...bytes('"}')]),
  'UTF-16': new Uint8Array(new Uint16Array([0xfeff, ...[...'{}'].map((c) => c.charCodeAt(0))]).buffer),
}

export const compressed = new Uint8Array(gzipSync('{}'))

export const otherMedia = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/merge-patch+json',
  'json',
]

const longText = 'x'.repeat(100_000)
const badTexts: Record<string, string> = {
  'of 100 kB': JSON.stringify(longText),
  'with NUL': '"a\\u0000b"',
  'of half a character': '"\\ud83d"',
}

/** For each type, values of another type or out of bounds, as JSON text. */
function wrongValues(schema: any): Record<string, string> {
  const types = typesOf(schema)
  const one: Record<string, string> = {
    string: '"x"',
    number: '1',
    boolean: 'true',
    object: '{}',
    array: '[]',
    null: 'null',
  }
  const others = Object.entries(one).filter(
    ([type]) => !types.includes(type) && !(type === 'number' && types.includes('integer')),
  )
  return {
    ...Object.fromEntries(others.map(([type, text]) => [`a ${type}`, text])),
    ...(types.includes('string') && !fixed(schema) && badTexts),
    ...(types.includes('string') && fixed(schema) && { 'a string of no such kind': '" "' }),
    ...((types.includes('integer') || types.includes('number')) && {
      ...(!types.includes('string') && { 'a number as text': '"5"' }),
      'an infinite number': '1e400',
      'a rounded number': '9007199254740993',
      ...(variantsOf(schema).some((one) => 'minimum' in one) && { 'far below': '-1e15' }),
    }),
    ...(types.length === 1 && types[0] === 'integer' && { 'half a number': '1.5' }),
  }
}

const fixed = (schema: any): boolean =>
  variantsOf(schema).some((one) => one.enum || one.pattern || one.format)

const mark = '\u2603here\u2603'

/** The text of a body in which one value is replaced. */
export function wrongBodies(base: unknown, schema: any, { place, schema: there }: Field): [string, string][] {
  const whole = JSON.stringify(withAt(base, schema, place, mark))
  return Object.entries(wrongValues(there)).map(([name, text]) => [
    name,
    whole.replace(JSON.stringify(mark), () => text),
  ])
}
