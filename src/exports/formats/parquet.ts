/**
 * Rows as Parquet: typed columns, nulls as nulls, instants in microseconds of UTC, a row group at a time in memory.
 * Source: the Parquet format, logical types.
 */
import type { Cell, Column, Row } from '../../../contract/export-rows.ts'

/** Small enough to be held, large enough to be packed well. */
const groupRows = 10_000

const kinds = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  instant: {
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const

const elementOf = ({ name, type, isNullable }: Column) => ({
  name,
  ...kinds[type],
  repetition_type: isNullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
})

/** Digits behind the point of a second, which the API writes with up to six. */
const fraction = /\.(\d{1,6})\d*Z$/

function microsOf(instant: string): bigint {
  const digits = fraction.exec(instant)?.[1] ?? ''
  const seconds = Date.parse(instant.replace(fraction, 'Z')) / 1000
  return BigInt(seconds) * 1_000_000n + BigInt(digits.padEnd(6, '0'))
}

const valueOf = (value: Cell, { type }: Column): Cell | bigint =>
  type === 'instant' && typeof value === 'string' ? microsOf(value) : value

export async function* parquet(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<Uint8Array> {
  // Loaded by the first file of this kind: it takes 4 MB.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
  })
  const written = (): Uint8Array => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  const writeGroup = async (rows: readonly Row[]): Promise<Uint8Array> => {
    await file.write({
      columnData: columns.map((column) => ({
        name: column.name,
        data: rows.map((row) => valueOf(row[column.name], column)),
      })),
      rowGroupSize: rows.length,
    })
    return written()
  }
  let held: Row[] = []
  for await (const rows of batches) {
    held.push(...rows)
    if (held.length < groupRows) continue
    yield await writeGroup(held)
    held = []
  }
  if (held.length > 0) yield await writeGroup(held)
  await file.finish()
  yield written()
}
