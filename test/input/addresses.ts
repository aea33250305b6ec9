/** What no operation takes in its address or its headers. */

/** @param foreignCursor  of another list */
export function wrongParameters(name: string, schema: any, foreignCursor: string): string[] {
  if (name === 'cursor') {
    const forged = `${Buffer.from('tem_00000000000000000000000000').toString('base64url')}.AAAAAAAAAAAAAAAA`
    return ['x', '.', 'x.y', forged, foreignCursor, `${foreignCursor}x`, foreignCursor.slice(1)]
  }
  if (schema.type === 'integer')
    return [
      String(schema.minimum - 1),
      '-1',
      String(schema.maximum + 1),
      'abc',
      '1.5',
      '1e400',
      '9007199254740993',
      '',
      'null',
      'true',
    ]
  if (schema.format === 'date-time')
    return ['yesterday', '2026-01-01', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '']
  if (schema.format === 'date') return ['yesterday', '2026-02-30', '2026-1-1', '20260101', '']
  if (name === 'reason') return ['', ' ', 'x'.repeat(1_000)]
  if (schema.pattern) return ['x', 'tem_', 'TEM_00000000000000000000000000', '*', "' or 1=1", '']
  if (schema.enum || name === 'state' || name === 'kind') return ['surprise', 'OPEN', ',', '']
  return ['x'.repeat(1_000)]
}

export const unknownQueries = ['__proto__=1', 'constructor=1', 'limit[]=1', '=1']

export const badEncodings = ['%ff', '%zz', '%', '%00', '%ed%a0%80', '%c0%af']

export const malformedTags = ['x', '1', '"', '"1', 'W/', 'w/"1"', '"1", "2"', '""1""']

export const otherTags = ['"abc"', '""', '"-1"', '"1e3"', '"9999999999999999999"', 'W/"999"']

export const badIds = [
  'x',
  'null',
  '0',
  '-1',
  '*',
  "'; drop table teams",
  'zzz_00000000000000000000000000',
  'é',
  '%2f',
]
