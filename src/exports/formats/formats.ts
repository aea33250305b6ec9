/** The formats of a file: how its rows are written, and what it is called. */
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Column, Row } from '../../../contract/export-rows.ts'
import type { ExportFormat } from '../../../contract/exports.ts'
import { csv } from './csv.ts'
import { jsonLines } from './json-lines.ts'
import { parquet } from './parquet.ts'
import { xlsx } from './xlsx.ts'

type Format = {
  readonly extension: string
  readonly media: string
  write(columns: readonly Column[], batches: AsyncIterable<readonly Row[]>): AsyncIterable<Uint8Array>
}

export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: { extension: 'csv', media: 'text/csv; charset=utf-8; header=present', write: csv },
  jsonl: { extension: 'jsonl', media: 'application/jsonl; charset=utf-8', write: jsonLines },
  parquet: { extension: 'parquet', media: 'application/vnd.apache.parquet', write: parquet },
  xlsx: {
    extension: 'xlsx',
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsx,
  },
}

/** gzip as it comes, with what is in memory at a time bounded by its window. */
export const gzipped = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  Readable.from(chunks).compose(createGzip())
