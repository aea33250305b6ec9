/** How the page that imports people reads files of spreadsheets, and what it makes of their columns. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { faultOf, guessed, linesOf, type Mapping, partsOf } from '../../web/directory-import/mapping.ts'
import { type Progress, readFile, type Table, tableOf } from '../../web/directory-import/read-file.ts'

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'people.csv'): File =>
  new File([content], name)

async function tableFrom(content: string | Uint8Array<ArrayBuffer>): Promise<Table> {
  const read = await readFile(file(content))
  assert.ok(!('fault' in read), JSON.stringify(read))
  return read
}

const objects = (lines: string): unknown[] =>
  lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))

suite('a file', () => {
  test('says how many of its lines are read, and its rows are sent in parts that make up the whole', async () => {
    const lines = Array.from({ length: 2500 }, (_none, at) => `${at},person${at}@x.example`)
    const seen: Progress[] = []
    const read = await readFile(file(['external_id,email', ...lines].join('\n')), (progress) =>
      seen.push(progress),
    )
    assert.deepEqual(seen, [
      { read: 1000, lines: 2501 },
      { read: 2000, lines: 2501 },
    ])
    assert.ok(!('fault' in read))
    const mapping: Mapping = ['external_id', 'email']
    const parts = [...partsOf(read, mapping, 'keep')]
    assert.deepEqual(
      parts.map((part) => objects(part).length),
      [1000, 1000, 500],
    )
    assert.equal(parts.join(''), linesOf(read, mapping, 'keep'))
    assert.equal(objects(parts.join('')).length, read.rows.length)
  })

  test('is read with commas, semicolons or tabs, with and without a mark, and quotes hold what they quote', async () => {
    for (const [separator, mark] of [
      [',', ''],
      [';', '\ufeff'],
      ['\t', ''],
    ]) {
      const table = await tableFrom(
        `${mark}${['Name', 'E-Mail'].join(separator)}\r\n${[`"Lovelace${separator} Ada"`, 'ada@x.example'].join(separator)}\r\n`,
      )
      assert.deepEqual(table.columns, ['Name', 'E-Mail'])
      assert.deepEqual(table.rows, [{ line: 2, cells: [`Lovelace${separator} Ada`, 'ada@x.example'] }])
      assert.equal(table.separator, separator)
    }
  })

  test('of a German or Western European spreadsheet is read, and the page says that its encoding was guessed', async () => {
    const bytes = new Uint8Array(
      [...'name;email\nJ'].map((sign) => sign.charCodeAt(0)).concat(0xfc, 0x72, 0x67, 0x3b, 0x61),
    )
    const table = await tableFrom(bytes)
    assert.deepEqual([table.rows[0].cells[0], table.isGuessed], ['Jürg', true])
    assert.equal((await tableFrom('name;email\nJürg;a')).isGuessed, false)
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...'a,b\nü,d'].map((sign) => sign.charCodeAt(0))).buffer),
    ])
    assert.deepEqual((await tableFrom(utf16)).rows[0].cells, ['ü', 'd'])
  })

  test('keeps the lines of its rows, over empty ones and values of several lines', async () => {
    const table = await tableFrom(
      'name,email\n\nAda,a@x.example\n"Grace\nHopper",g@x.example\n,,\nMary,m@x.example\n'.replace(
        '\n,,\n',
        '\n,\n',
      ),
    )
    assert.deepEqual(
      table.rows.map(({ line, cells }) => [line, cells[0]]),
      [
        [3, 'Ada'],
        [5, 'Grace\nHopper'],
        [7, 'Mary'],
      ],
    )
    const lines = linesOf(table, ['name', 'email'], 'keep').split('\n')
    assert.deepEqual(
      lines.flatMap((line, at) => (line === '' ? [] : [at + 1])),
      [3, 5, 7],
    )
  })

  test('that is not a table says why, and where', () => {
    assert.deepEqual(tableOf(''), { fault: 'empty' })
    assert.deepEqual(tableOf('name,email\n'), { fault: 'empty' })
    assert.deepEqual(tableOf('name,email\nAda,a@x,more\n'), { fault: 'cells', line: 2, cells: 3, columns: 2 })
    assert.equal((tableOf('name,email\n"Ada,a@x\n') as { fault: string }).fault, 'quotes')
  })
})

suite('columns', () => {
  test('are known by the names that personnel systems give them, whatever their case, accents and signs', () => {
    assert.deepEqual(
      guessed([
        'Vorname',
        'NACHNAME',
        'E-Mail-Adresse',
        'Personal-Nr.',
        'Abteilung',
        'Führungskraft',
        'Eintrittsdatum',
      ]),
      ['given_name', 'family_name', 'email', 'external_id', 'teams', 'manager', 'joined_on'],
    )
    assert.deepEqual(
      guessed(['Employee ID', 'Full name', 'Work e-mail', 'Department', 'Cost centre', 'attributes.site']),
      ['external_id', 'name', 'email', 'teams', null, 'attributes.site'],
    )
    assert.deepEqual(guessed(['email', 'E-Mail']), ['email', null], 'nobody has two')
  })

  test('make rows: a name of two parts is one, and an empty cell changes nothing unless it is to remove', async () => {
    const table = await tableFrom(
      'first,last,mail,site,x\nAda,Lovelace,a@x.example,,1\nGrace,,g@x.example,Boston,2\n',
    )
    const mapping: Mapping = ['given_name', 'family_name', 'email', 'attributes.site', null]
    assert.deepEqual(objects(linesOf(table, mapping, 'keep')), [
      { name: 'Ada Lovelace', email: 'a@x.example' },
      { name: 'Grace', email: 'g@x.example', 'attributes.site': 'Boston' },
    ])
    assert.deepEqual(objects(linesOf(table, mapping, 'remove'))[0], {
      name: 'Ada Lovelace',
      email: 'a@x.example',
      'attributes.site': null,
    })
  })

  test('that cannot find anybody again, or stand for the same, are refused', () => {
    const part = { isWhole: false }
    assert.equal(faultOf(['name'], part), 'nothing_known')
    assert.equal(faultOf(['email', 'email'], part), 'twice')
    assert.equal(faultOf(['email', 'name', 'given_name'], part), 'two_names')
    assert.equal(faultOf(['email', null, null], part), null)
    assert.equal(faultOf(['email'], { isWhole: true }), 'no_id')
    assert.equal(faultOf(['external_id'], { isWhole: true }), null)
  })
})
