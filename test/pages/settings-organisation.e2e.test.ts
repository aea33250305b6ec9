/** What respondents see of an organisation, set by its admin: whom they can turn to, its logo and its colour. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { png } from '../support/pictures.ts'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, admin } = await startPeopledSite()
const page = await visit({ viewport: { width: 1280, height: 800 } })
after(() => page.context().close())
before(() => arriveAs(page, site, `${site.pages}/app/settings/organisation`, admin))

const open = (path: string): Promise<unknown> => page.goto(site.pages + path)

test('an admin names whom respondents can turn to, and removes them again', async () => {
  await open('/app/settings/organisation')
  const form = page.getByRole('form', { name: 'Contacts for respondents' })
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByLabel('Who', { exact: true }).fill('Works council')
  await form.getByRole('button', { name: 'Save changes', disabled: true }).waitFor()
  await form.getByLabel('How to reach them').fill('council@acme.example')
  await isWellEverywhere(page)
  const saved = () => page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  await Promise.all([saved(), form.getByRole('button', { name: 'Save changes' }).click()])
  await page.reload()
  assert.equal(await form.getByLabel('How to reach them').inputValue(), 'council@acme.example')
  await form.getByRole('button', { name: 'Remove contact' }).click()
  await Promise.all([saved(), form.getByRole('button', { name: 'Save changes' }).click()])
  await page.reload()
  await form.getByRole('button', { name: 'Add contact' }).waitFor()
  assert.equal(await form.getByLabel('How to reach them').count(), 0)
})

test('an admin sets a logo and a colour, and reads which colour will be shown', async () => {
  await open('/app/settings/organisation?tab=look')
  const look = page.getByRole('region', { name: 'Logo and colour' })
  await look.getByText('No logo.').waitFor()
  const saved = () => page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  const file = (buffer: Buffer) => ({ name: 'logo.png', mimeType: 'image/png', buffer })
  await look.locator('input[type=file]').setInputFiles(file(Buffer.alloc(40_000)))
  await look.getByText('This file is too large.').waitFor()
  await Promise.all([
    saved(),
    look.locator('input[type=file]').setInputFiles(file(png({ width: 480, height: 96 }))),
  ])
  const logo = look.getByRole('img', { name: 'Logo of' })
  await logo.waitFor()
  assert.equal(await logo.evaluate((it) => (it as HTMLImageElement).naturalWidth), 480)
  await look.getByLabel('Colour', { exact: true }).fill('#ffcc')
  await look.getByText('Enter a colour such as').waitFor()
  await look.getByLabel('Colour', { exact: true }).fill('#FFCC00')
  await look.getByText('On light pages it has too little contrast for texts, which are #856a00.').waitFor()
  await look.getByText('On dark pages texts have it as it is.').waitFor()
  await look.getByText('Contrast 1.4 to 1; texts need 4.5.').waitFor()
  // The head of the answer page is drawn as it will be, and follows the picker as well as what is typed.
  const preview = look.getByRole('group', { name: 'Preview of the answer page' })
  assert.equal(await preview.getByText('Survey from').count(), 2)
  assert.equal(await preview.locator('img').count(), 2)
  const filled = (theme: string) =>
    preview
      .locator(`[data-look=${theme}]`)
      .getByText('Send answers')
      .evaluate((it) => getComputedStyle(it).backgroundColor)
  assert.equal(await filled('light'), 'rgb(255, 204, 0)')
  await look.getByLabel('Pick a colour').fill('#0b1f4b')
  assert.equal(await look.getByLabel('Colour', { exact: true }).inputValue(), '#0b1f4b')
  assert.equal(await filled('light'), 'rgb(11, 31, 75)')
  assert.notEqual(await filled('dark'), 'rgb(11, 31, 75)')
  await look.getByLabel('Pick a colour').fill('#ffcc00')
  await look.scrollIntoViewIfNeeded()
  await isWellEverywhere(page, (name) => picture(page, `look-${name}`))
  await Promise.all([saved(), look.getByRole('button', { name: 'Save changes' }).click()])
  await page.reload()
  assert.equal(await look.getByLabel('Colour', { exact: true }).inputValue(), '#ffcc00')
  await Promise.all([saved(), look.getByRole('button', { name: 'Remove logo' }).click()])
  await look.getByText('No logo.').waitFor()
})
