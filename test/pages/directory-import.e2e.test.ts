/** An admin imports people from the file of a personnel system: with other names of columns, with faults, and with people who are not in it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, password, startPeopledSite, visit, visitAs } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const page = await visit({
  refusals: /status of 4(?:22|03)/,
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
})
after(() => page.context().close())

const address = `${site.pages}/app/directory/import`
const choose = (content: string | Buffer, name = 'people.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const becomes = (column: string) => page.getByRole('combobox', { name: `${column} in the directory` })
const rows = page.locator('[data-row]')
const counted = async (name: string): Promise<string> =>
  page
    .locator('dl div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .innerText()
const membersNow = async (): Promise<any[]> => (await bodyOf(author.get('/api/members?limit=200'))).members

const staff = [
  'Personalnummer;Vorname;Nachname;E-Mail;Abteilung;Kostenstelle',
  '7001;Jürgen;Groß;juergen@fjordline.test;Werkstatt;K 12',
  '7002;Zoë;Łuczak;zoe@fjordline.test;Werkstatt/Montage;K 12',
  '7003;Ana;Sousa;ana@fjordline.test;Büro;',
]

test('a file that is not a table, or lacks values, is refused with the line, and nothing is lost by choosing another', async () => {
  await arriveAs(page, site, `${site.pages}/app/directory`, admin)
  await page.getByRole('link', { name: 'Import people' }).first().click()
  await page.waitForURL(address)
  await button('Choose file').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `import-file-${look}`))
  await choose('name;email\n')
  await page.getByRole('alert').getByText('There are no people in this file').waitFor()
  await choose('name;email\nAda;a@x.example;more\n')
  await page.getByRole('alert').getByText('Line 2 has 3 values, but the first line names 2 columns').waitFor()
})

test('columns are recognised, faults are told by the lines of the file, and the corrected file is imported', async () => {
  await choose([...staff, ';;;;;', '7004;Ivo;;not an address;Büro;'].join('\r\n'))
  await page.getByText('4 rows, separated by semicolons').waitFor()
  for (const [column, place] of [
    ['Personalnummer', 'external_id'],
    ['Vorname', 'given_name'],
    ['Abteilung', 'teams'],
    ['Kostenstelle', ''],
  ])
    assert.equal(await becomes(column).inputValue(), place, column)
  await becomes('Kostenstelle').selectOption({ label: 'Attribute: Kostenstelle' })
  await becomes('E-Mail').selectOption({ label: 'Time zone' })
  await becomes('Personalnummer').selectOption({ label: 'Leave out' })
  await page.getByText('without them nobody can be found again').waitFor()
  assert.ok(await button('Check').isDisabled())
  await becomes('E-Mail').selectOption({ label: 'E-mail' })
  await becomes('Personalnummer').selectOption({ label: 'ID in the HR system' })
  await isWellEverywhere(page, (look) => picture(page, `import-columns-${look}`))

  await button('Check').click()
  await page.getByRole('alert').getByText('One thing is wrong in the file').waitFor()
  assert.match(await rows.first().innerText(), /Line 6\s+E-mail\s+\S/)
  await isWellEverywhere(page, (look) => picture(page, `import-faults-${look}`))
  assert.equal((await membersNow()).length, 0, 'nothing is written')
  assert.match(await rows.first().innerText(), /Ivo/, 'the row says whom it is about')

  // The others go on without it, and the check says who is left out.
  await button('Go on with the other 3 rows').click()
  await page.getByText('1 row is left out, because something in it was wrong: Ivo.').waitFor()
  await button('Import 3 changes').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `import-left-out-${look}`))
  await button('File').click()
  await choose([...staff, ';;;;;', '7004;Ivo;;not an address;Büro;'].join('\r\n'))
  await button('Check').click()

  // Or it is corrected in its place.
  const cell = page.getByRole('textbox', { name: 'E-mail in line 6' })
  assert.equal(await cell.inputValue(), 'not an address')
  assert.ok(await button('Check the corrected rows').isDisabled())
  await cell.fill('ivo@fjordline.test')
  await button('Check the corrected rows').click()
  await button('Import 4 changes').waitFor()
  assert.match((await rows.allInnerTexts()).join(), /ivo@fjordline\.test/)
  assert.equal((await membersNow()).length, 0, 'nothing is written')

  await button('File').click()
  await choose(staff.join('\r\n'))
  assert.equal(await becomes('Kostenstelle').inputValue(), 'attributes.Kostenstelle', 'as it was said before')
  await button('Check').click()
  await button('Import 3 changes').waitFor()
  assert.equal(await counted('New'), '3')
  assert.equal(await counted('New teams'), '3')
  assert.match(
    await rows.first().innerText(),
    /Jürgen Groß[\s\S]*Line 2[\s\S]*New[\s\S]*juergen@fjordline\.test/,
  )
  await isWellEverywhere(page, (look) => picture(page, `import-check-${look}`))
  assert.equal((await membersNow()).length, 0, 'nothing is written')

  await button('Import 3 changes').click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  await isWell(page)
  const first = (await membersNow()).find(({ external_id: id }) => id === '7001')
  assert.deepEqual(
    [first.name, first.email, first.attributes],
    ['Jürgen Groß', 'juergen@fjordline.test', { Kostenstelle: 'K 12' }],
  )
  await page.getByRole('link', { name: 'To the directory' }).click()
  await page.getByText('Zoë Łuczak').waitFor()
})

test('the same file again changes nothing; one that lists everybody says who would be deactivated', async () => {
  await page.getByRole('link', { name: 'Import people' }).first().click()
  await choose(staff.join('\n'))
  await becomes('Kostenstelle').selectOption({ label: 'Attribute: Kostenstelle' })
  await button('Check').click()
  await page.getByRole('heading', { name: 'Nothing changes' }).waitFor()
  assert.ok(await button('Nothing to import').isDisabled())

  await button('Back to the columns').click()
  await button('File').click()
  await choose(staff.slice(0, 2).join('\n'))
  await page.getByRole('checkbox', { name: 'The file lists everybody' }).check()
  await button('Check').click()
  await page.getByText('More than half of the members are not in the file').waitFor()
  await button('Yes, deactivate them').click()
  await button('Import 2 changes').waitFor()
  assert.equal(await counted('Deactivated'), '2')
  assert.match(await rows.last().innerText(), /Not in the file[\s\S]*Deactivated/)
  await button('Import 2 changes').click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  const active = (await membersNow()).filter(({ status }) => status === 'active')
  assert.deepEqual(
    active.map(({ name }) => name),
    ['Jürgen Groß'],
  )
})

test('a file that lists everybody is corrected, for whoever is left out of it would be deactivated', async () => {
  await page.goto(address)
  await isThere(page)
  await choose(
    ['external_id;name;email', '7001;Jürgen Groß;x', '7002;Zoë Łuczak;zoe@fjordline.test'].join('\n'),
  )
  await page.getByRole('checkbox', { name: 'The file lists everybody' }).check()
  await button('Check').click()
  await page.getByRole('textbox', { name: 'E-mail in line 2' }).waitFor()
  assert.equal(await button(/^Go on with/).count(), 0)
})

test('by keys alone', async () => {
  await page.goto(address)
  await isThere(page)
  const chooser = page.waitForEvent('filechooser')
  await button('Choose file').press('Enter')
  await (
    await chooser
  ).setFiles({
    name: 'more.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('email,name\nmia@fjordline.test,Mia\n'),
  })
  await button('Check').press('Enter')
  await button('Import one change').press('Enter')
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  assert.ok(
    await page.getByRole('heading', { name: 'Imported' }).evaluate((one) => one === document.activeElement),
  )
})

test('others are told that it is for admins, and it is there in German', async () => {
  const email = `reader-${world.adminEmail}`
  await bodyOf(author.post('/api/members', { name: 'Reader', email }), 201)
  await createAccount(site.running.db.tx, { email, name: 'Reader', password }, new Date())
  const reader = await visit({ locale: 'en-GB' })
  await arriveAs(reader, site, address, { email, name: 'Reader', password })
  await reader.getByRole('heading', { name: 'This page is for admins' }).waitFor()
  assert.equal(await reader.locator('input[type=file]').count(), 0)
  await reader.context().close()

  const german = await visitAs(page, { locale: 'de-DE' })
  await german.goto(address)
  await german.getByRole('button', { name: 'Datei wählen' }).waitFor()
  await isWell(german)
  await german.context().close()
})

/** What a worker says after its first word waits for `release`, so that a test sees the page while a file is read, however fast that is. */
const holdWorkers = `{
  const Real = Worker
  const held = []
  let isHeld = true
  globalThis.release = () => { isHeld = false; for (const tell of held.splice(0)) tell() }
  globalThis.hold = () => { isHeld = true }
  globalThis.Worker = class extends Real {
    addEventListener(type, listen) {
      if (type !== 'message') return super.addEventListener(type, listen)
      let count = 0
      super.addEventListener(type, (event) => {
        count += 1
        const tell = () => listen(event)
        if (isHeld && count > 1) held.push(tell)
        else tell()
      })
    }
  }
}`

test('while the largest file is read the page answers, says how far it is, and can be told to stop', async () => {
  const large = await visitAs(page, { locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await large.addInitScript(holdWorkers)
  await large.goto(address)
  const columns = [
    'external_id',
    'name',
    'email',
    ...Array.from({ length: 17 }, (_none, at) => `extra ${at}`),
  ]
  const lines = Array.from({ length: 50_000 }, (_none, at) =>
    [`hr-${at}`, `Person ${at}`, `person${at}@fjordline.test`, ...columns.slice(3)].join(','),
  )
  const takeFile = () =>
    large.locator('input[type=file]').setInputFiles({
      name: 'everybody.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([columns.join(','), ...lines].join('\n')),
    })
  await takeFile()
  await large.getByText(/^1,000 of 50,001 lines read$/).waitFor()
  await isThere(large)
  await isWellEverywhere(large, (look) => picture(large, `import-reading-${look}`))
  // A key of the page is answered while the file is being read.
  await large.keyboard.press('?')
  const help = large.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  assert.equal(await large.getByText('50,000 rows').count(), 0)
  await large.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })

  await large.getByRole('button', { name: 'Cancel' }).click()
  await large.getByRole('button', { name: 'Choose file' }).waitFor()
  await large.evaluate('release()')
  assert.equal(await large.getByText('lines read').count(), 0)
  await large.evaluate('hold()')

  await takeFile()
  await large.getByText(/^1,000 of 50,001 lines read$/).waitFor()
  await large.evaluate('release()')
  await large.getByText('50,000 rows, separated by commas').waitFor()
  await large.context().close()
})
