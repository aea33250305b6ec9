/** How values of the database arrive: db.ts says as what. */
import pg from 'pg'

/** 2026-12-01 17:00:00.123456+00: so a session in UTC writes all but the remotest years. */
const instantOf = (text: string): string =>
  text.length > 21 && text[10] === ' ' && text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z`
    : text.replace(' ', 'T').replace(/\+00(?::00)?$/, 'Z')

/** Oid of text[], which the driver does not name. */
const textArrayOid = 1009
const driversTextArrayOf = pg.types.getTypeParser(textArrayOid as never) as (text: string) => unknown

/** Plain lists (tags, scopes) skip the driver's parser of quotes, nesting and nulls, which is slow on a page of them. */
const textArrayOf = (text: string): unknown =>
  /^\{[^"\\{}]+\}$/.test(text) && !/null/i.test(text)
    ? text.slice(1, -1).split(',')
    : driversTextArrayOf(text)

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: instantOf,
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.INT8]: Number,
  [textArrayOid]: textArrayOf,
}

export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
