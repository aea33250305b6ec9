/**
 * The shape of a row: the columns that a statement returns, as a value. The type of the row is inferred from it, and tests check every
 * result against it, so that a shape that does not match its statement fails the first test that runs it.
 *
 *   const memberRow = shapeOf(members, ['id', 'display_name'], { answered: int8 })
 *   type MemberRow = RowOf<typeof memberRow>
 *   many(tx, memberRow, sql`select ${memberRow.columns}, count(*) as answered from members …`)
 *
 * Columns of tables come from tables.ts, which is generated. What a statement computes is named here with its PostgreSQL type.
 */
import { type RawBuilder, sql } from 'kysely'

declare const value: unique symbol

/** A column: its type in PostgreSQL, and in `value` (types only) the type of its values as db.ts parses them. */
export type Column<T> = { readonly oid: number; readonly nullable: boolean; readonly [value]?: T }
export type Columns = Readonly<Record<string, Column<unknown>>>

const column = <T>(oid: number): Column<T> => ({ oid, nullable: false })

/** For an outer join, an aggregate over no rows, or a column that may be null. */
export const nullable = <T>(column: Column<T>): Column<T | null> => ({ ...column, nullable: true })

export const bool = column<boolean>(16)
export const bytea = column<Buffer>(17)
/** The type of names in PostgreSQL's own catalogue. */
export const pgName = column<string>(19)
export const int8 = column<number>(20)
export const int4 = column<number>(23)
export const text = column<string>(25)
export const float4 = column<number>(700)
export const float8 = column<number>(701)
export const date = column<string>(1082)
export const timestamptz = column<string>(1184)
export const jsonb = column<unknown>(3802)
export const int4List = column<number[]>(1007)
export const boolList = column<boolean[]>(1000)
export const textList = column<string[]>(1009)
/** For a function, whose lists keep a place for what is not there. */
export const textOrNullList = column<(string | null)[]>(1009)
export const int8List = column<string[]>(1016)
export const byteaList = column<Buffer[]>(1001)
/** For an aggregate, which keeps nulls. */
export const float8List = column<(number | null)[]>(1022)

/** Columns of a type that the schema does not know: the contract's, or the writer's. */
export const textOf = <T extends string>(): Column<T> => column(text.oid)
export const textListOf = <T extends string>(): Column<T[]> => column(textList.oid)
export const jsonbOf = <T>(): Column<T> => column(jsonb.oid)

export type Row<C extends Columns> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never }
export type Shape<C extends Columns> = { readonly fields: C }
export type RowOf<S extends Shape<Columns>> = Row<S['fields']>

export type TableShape<C extends Columns> = Shape<C> & {
  /** The table's columns, for `select` and `returning`. */
  readonly columns: RawBuilder<unknown>
  /** The same behind an alias of the table. */
  of(alias: string): RawBuilder<unknown>
}

/** A row of computed columns, or of columns under other names. */
export const shape = <const C extends Columns>(fields: C): Shape<C> => ({ fields })

/**
 * A row of one table's columns, and of more that the statement names itself. A column in both keeps its place in `columns` and takes its
 * type from `more`.
 */
export function shapeOf<
  C extends Columns,
  K extends keyof C & string,
  M extends Columns = Record<never, never>,
>(table: C, names: readonly K[], more?: M): TableShape<Pick<C, K> & M> {
  const fields = Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<C, K>
  const listOf = (prefix: string): RawBuilder<unknown> =>
    sql.raw(names.map((name) => `${prefix}"${name}"`).join(', '))
  return {
    fields: { ...fields, ...(more as M) },
    columns: listOf(''),
    of: (alias) => listOf(`${alias}.`),
  }
}

export type Field = { name: string; dataTypeID: number }
export type Result = { fields: readonly Field[]; rows: readonly unknown[]; text: string }

/** Checks the result of a statement against the shape of its rows. @throws with all differences */
export function checkRows({ fields: expected }: Shape<Columns>, { fields, rows, text }: Result): void {
  const missing = Object.keys(expected).filter((name) => !fields.some((field) => field.name === name))
  const faults = [
    ...missing.map((name) => `${name} is not returned`),
    ...fields.flatMap((field, place) => faultsOf(field, expected[field.name], valuesAt(rows, field, place))),
  ]
  if (faults.length > 0) throw new Error(`The rows do not have their shape: ${faults.join(', ')}\n${text}`)
}

/** Rows arrive as objects, or as lists where the driver was asked for them. */
const valuesAt = (rows: readonly unknown[], { name }: Field, place: number): unknown[] =>
  rows.map((row) =>
    Array.isArray(row)
      ? row[place]
      : typeof row === 'object' && row !== null
        ? Reflect.get(row, name)
        : undefined,
  )

function faultsOf(
  { name, dataTypeID }: Field,
  column: Column<unknown> | undefined,
  values: unknown[],
): string[] {
  if (!column) return [`${name} is returned and not in the shape`]
  if (column.oid !== dataTypeID) return [`${name} has the type ${dataTypeID} instead of ${column.oid}`]
  return !column.nullable && values.includes(null) ? [`${name} is null`] : []
}
