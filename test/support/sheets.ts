/** The cells of a sheet of a workbook, read without the code that writes them. */

/** What a cell of a sheet holds. */
function cellIn(xml: string): string | number | boolean | null {
  const [, type] = /^<c(?: t="(\w+)")?/.exec(xml) ?? []
  const [, value] = /<(?:v|t)[^>]*>(.*)<\/(?:v|t)>/s.exec(xml) ?? []
  if (value === undefined) return null
  if (type === 'b') return value === '1'
  if (type !== 'inlineStr') return Number(value)
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return value.replaceAll(/&(\w+);/g, (_all, sign: string) => signs[sign])
}

/** @param xml  `xl/worksheets/sheet1.xml` */
export const cellsOf = (xml: string): (string | number | boolean | null)[][] =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, line]) => line.split(/(?=<c[ >/])/).map(cellIn))
