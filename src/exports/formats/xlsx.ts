/**
 * Rows as a workbook of one sheet, written as it comes: texts are in their cells, so nothing is collected, and a text is never a formula.
 * Source: ECMA-376 part 1, §18.3 (worksheets) and §18.4.8 (inline strings); part 2 (packages).
 */
import { Readable } from 'node:stream'
import type { Cell, Column, Row } from '../../../contract/export-rows.ts'

/** Rows of a sheet below its header. More do not open. */
export const sheetRowsMax = 1_048_575

/** Characters of a cell. */
const cellLengthMax = 32_767

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const main = `${openXml}/spreadsheetml/2006/main`
const relations = `${openXml}/officeDocument/2006/relationships`
const parts = `${openXml}/package/2006`
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that are the same in every file. */
const fixed: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${parts}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 has no way to write are left out. */
// oxlint-disable-next-line no-control-regex -- those are meant
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const textOf = (text: string): string =>
  text
    .slice(0, cellLengthMax)
    .toWellFormed()
    .replaceAll(unwritable, '')
    .replaceAll(/[&<>"]/g, (sign) => escapes[sign])

function cellOf(value: Cell): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${textOf(value)}</t></is></c>`
}

const rowOf = (cells: readonly Cell[]): string => `<row>${cells.map(cellOf).join('')}</row>`

/** @throws RangeError  more rows than a sheet has */
async function* sheet(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>${rowOf(columns.map(({ name }) => name))}`
  let count = 0
  for await (const rows of batches) {
    count += rows.length
    if (count > sheetRowsMax) throw new RangeError('more rows than a sheet has')
    yield rows.map((row) => rowOf(columns.map(({ name }) => row[name]))).join('')
  }
  yield '</sheetData></worksheet>'
}

export async function* xlsx(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  zip.on('error', (error: Error) => output.destroy(error))
  for (const [name, xml] of Object.entries(fixed)) zip.addBuffer(Buffer.from(head + xml), name)
  const rows = Readable.from(sheet(columns, batches), { objectMode: false })
  rows.on('error', (error) => output.destroy(error))
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  yield* output
}
