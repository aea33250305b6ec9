/**
 * Codes on paper as an author prints them: once, on slips with nothing else of the page, whose QR codes lead to the survey; one is used, and
 * what is left is destroyed.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { languages } from '../../locales/catalogue.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import { slips as slipTexts } from '../../locales/slips.ts'
import { bodyOf } from '../support/clockwork.ts'
import { textsOfPages } from '../support/pdf.ts'
import { readQrCode } from '../support/qr.ts'
import { noSidewaysScrolling, picture } from '../support/visit.ts'
import { type Client, pulseDraft } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author: Client = await world.user({ id: world.adminId })
const viewport = { width: 1280, height: 900 }
const page = await visit({ locale: 'en-GB', viewport })
after(() => page.context().close())

const dialog = page.getByRole('dialog')
const sheets = page.getByRole('dialog', { name: 'Your slips' })

const printed = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/g
const codesIn = (text: string): string[] => text.match(printed) ?? []

/** An open survey among teams of people who are asked by a code. */
async function surveyOf(crews: Readonly<Record<string, number>>, more: Record<string, unknown> = {}) {
  const directory = await world.organisation()
  const teams: string[] = []
  for (const [name, people] of Object.entries(crews)) {
    const { id: team } = await world.team(name, 0)
    const fitter = { channels: [{ type: 'code' }], team_ids: [team] }
    for (let at = 0; at < people; at++)
      await bodyOf(directory.post('/api/members', { name: `${name} ${at}`, ...fitter }), 201)
    teams.push(team)
  }
  const draft = pulseDraft(teams, { title: 'Safety at the press', channels: ['code'], ...more })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  return bodyOf(author.post(`/api/pulses/${id}/open`))
}

/** @param count  as the buttons say it */
async function makeSlips(count: number): Promise<void> {
  await page
    .getByRole('region', { name: 'Codes on paper' })
    .getByRole('button', { name: 'Print slips…' })
    .click()
  await dialog.getByText(`${count} codes are made and shown once.`, { exact: false }).waitFor()
  await isWell(page)
  await dialog.getByRole('button', { name: `Make ${count} codes` }).click()
  await sheets.getByText(`${count} slips, for`, { exact: false }).waitFor()
}

test('slips are printed once, one is used, and the codes of an envelope are destroyed', async () => {
  const { id } = await surveyOf({ 'Press shop': 12 })
  await arriveAs(page, site, `${site.pages}/app/pulses/${id}/live`, admin)
  const codes = page.getByRole('region', { name: 'Codes on paper' })
  await codes.getByText('12 people are asked by a code. The slips are not printed yet.').waitFor()
  await isWellEverywhere(page, (look) => picture(page, `codes-${look}`))
  const kiosk = await codes.getByText('/r/kiosk?organisation=').innerText()
  const device = await page.context().newPage()
  await device.goto(kiosk)
  assert.match(await device.locator('main').innerText(), /Test\s\d+/, 'the name of the organisation')
  await device.close()
  await page.setViewportSize({ width: 360, height: 740 })
  assert.ok(await noSidewaysScrolling(page))
  await page.setViewportSize(viewport)

  await makeSlips(12)
  await sheets.getByText('12 slips, for 1 envelope.', { exact: false }).waitFor()
  await sheets.getByRole('radio', { name: 'US letter' }).check()
  await isWell(page)

  await page.emulateMedia({ media: 'print' })
  const slips = page.locator('li:has(svg path)', { hasText: 'For Press shop' })
  assert.equal(await slips.count(), 12)
  assert.ok(!(await page.getByRole('heading', { name: 'Codes on paper' }).isVisible()))
  const [code] = codesIn(await slips.first().innerText())
  assert.ok(code, await slips.first().innerText())
  await picture(page, 'codes-slips')
  await page.emulateMedia({ media: null })
  await bodyOf(world.anyone.post(`/r/${code}`, { answers: [{ question_id: 'calm', value: 3 }] }), 201)

  await sheets.getByRole('button', { name: 'They are printed' }).click()
  await sheets.waitFor({ state: 'detached' })
  await codes.getByText(/^12 codes were printed by/).waitFor()
  assert.equal(await slips.count(), 0)
  await codes.getByRole('button', { name: 'Destroy the codes of Press shop…' }).click()
  await dialog.getByRole('button', { name: 'Destroy codes' }).click()
  await codes.getByText(/^destroyed/).waitFor()
  assert.equal((await world.anyone.get(`/r/${code}`)).status, 404)
  await isWell(page)
})

const papers = { A4: [595, 842], 'US letter': [612, 792] } as const

/** Width and height of each page, in points. */
const sizesIn = (pdf: Buffer): number[][] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...sides]) =>
    sides.map(Number),
  )

test('each envelope is on pages of its own, ten slips a page, on the paper that somebody chose', async () => {
  const { id } = await surveyOf({ 'Paint shop': 12, Foundry: 20, 'Tool store': 5 })
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  await makeSlips(37)
  const of: (readonly [string, number])[] = [
    ['Paint shop', 10],
    ['Paint shop', 2],
    ['Foundry', 10],
    ['Foundry', 10],
    ['Tool store', 5],
  ]
  const everyCode = new Map<string, string[]>()
  for (const [paper, [width, height]] of Object.entries(papers)) {
    await sheets.getByRole('radio', { name: paper }).check()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const pages = textsOfPages(pdf)
    assert.deepEqual(
      pages.map((text) => [/For (.*?) (?:localhost|127)/.exec(text)?.[1], codesIn(text).length]),
      of,
      paper,
    )
    for (const [at, [team]] of of.entries())
      assert.deepEqual([...new Set(pages[at].match(/Paint shop|Foundry|Tool store/g))], [team])
    const sizes = sizesIn(pdf)
    assert.equal(sizes.length, of.length, paper)
    for (const [at, side] of sizes.flat().entries())
      assert.ok(Math.abs(side - [width, height][at % 2]) < 2, `${paper} is ${sizes[0].join(' by ')}`)
    // The survey has no end of its own.
    for (const text of pages) assert.ok(text.includes('Draw one slip and answer once.'), text)
    everyCode.set(paper, pages.flatMap(codesIn))
  }
  const codes = everyCode.get('A4') ?? []
  assert.equal(new Set(codes).size, 37)
  assert.deepEqual(everyCode.get('US letter'), codes)
  await sheets.getByRole('button', { name: 'They are printed' }).click()
})

test('the QR code of a slip is the address at which its code answers', async () => {
  const { id } = await surveyOf({ 'Weld shop': 5 })
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  await makeSlips(5)
  await page.emulateMedia({ media: 'print' })
  const slips = page.locator('li:has(svg path)', { hasText: 'For Weld shop' })
  assert.equal(await slips.count(), 5)
  for (const slip of await slips.all()) {
    const address = new URL(await readQrCode(slip.locator('svg')))
    assert.equal(address.origin, site.api)
    const [code] = codesIn(await slip.innerText())
    assert.ok(address.pathname.startsWith('/r/'))
    assert.ok(address.pathname.endsWith(`.${code.replaceAll('-', '')}`), `${address} of ${code}`)
    const { title, by_code: isByCode } = await bodyOf(world.anyone.get(address.pathname))
    assert.deepEqual([title, isByCode], ['Safety at the press', true])
  }
  await page.emulateMedia({ media: null })
  await sheets.getByRole('button', { name: 'They are printed' }).click()
})

const french = 'La sécurité à la presse et dans les ateliers de montage'
const german = { de: { title: 'Sicherheit an der Presse und in den Hallen der Endmontage' } }

/** A sheet as wide as the paper without its margins, at 96 dots an inch. */
const sheetOf = { a4: { width: 718, height: 1047 }, letter: { width: 740, height: 980 } }

test('slips speak the language of those who draw them, each envelope its own', async () => {
  const closes = { closes_at: '2100-01-01T17:00:00Z' }
  const { id } = await surveyOf(
    { 'Motor assembly and final inspection, plant 2': 5, Packing: 5 },
    { ...closes, language: 'fr', title: french, translations: german },
  )
  await page.goto(`${site.pages}/app/pulses/${id}/live`)
  await makeSlips(10)
  const languageOfAll = sheets.getByRole('combobox', { name: 'Language of the slips' })
  assert.equal(await languageOfAll.inputValue(), 'fr')
  const lists = page.locator('body > div > ul:has(svg path)')
  assert.equal(await lists.count(), 2)
  for (const language of languages) {
    await languageOfAll.selectOption({ label: nameOfLanguage(language) })
    const { once, promise, enter, from } = slipTexts[language]
    const asker = from.replace('{organisation}', 'Test 1')
    for (const list of await lists.all()) {
      assert.equal(await list.getAttribute('lang'), language)
      assert.equal(await list.getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
      // Without the marks that keep a name of the other direction apart.
      const text = ((await list.locator('li').first().textContent()) ?? '').replaceAll(/[\u2068\u2069]/g, '')
      for (const sentence of [asker, once, promise, enter]) assert.ok(text.includes(sentence), text)
      assert.ok(text.includes(language === 'de' ? german.de.title : french), text)
    }
    for (const paper of ['a4', 'letter'] as const) {
      await sheets.getByRole('radio', { name: paper === 'a4' ? 'A4' : 'US letter' }).check()
      await page.setViewportSize(sheetOf[paper])
      await page.emulateMedia({ media: 'print' })
      await picture(page, `slips-${language}-${paper}`)
      const cut = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('body > div > ul > li:has(svg path)')]
        .filter((slip) => slip.scrollHeight > slip.clientHeight || slip.scrollWidth > slip.clientWidth)
        .map((slip) => slip.textContent)`)
      assert.deepEqual(cut, [], `a slip has room for ${language} on ${paper}`)
      await page.emulateMedia({ media: null })
      await page.setViewportSize(viewport)
    }
  }
  await languageOfAll.selectOption('de')
  await sheets.getByText('Choose a language for each envelope').click()
  await sheets.getByRole('combobox', { name: 'Language for Packing' }).selectOption('ar')
  for (const [at, language] of ['de', 'ar'].entries())
    assert.equal(await lists.nth(at).getAttribute('lang'), language)
  await isWellEverywhere(page, (look) => picture(page, `slips-dialog-${look}`))
  await sheets.getByRole('button', { name: 'They are printed' }).click()
})
