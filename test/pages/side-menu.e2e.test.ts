/**
 * The side menu: nine rows of daily work stay in sight, and what is about the organisation opens when it is asked for; by mouse, by keys and for
 * screen readers, on a phone, and for each role no more than it may open.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../src/identity/identity.ts'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })

const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

const menuOf = (of: Page) => of.getByRole('navigation', { name: 'Main' })
const menu = menuOf(page)
const rows = (of: Page, group: string) => menuOf(of).getByRole('list', { name: group }).getByRole('link')
const heading = menu.locator('summary', { hasText: 'Organisation' })
const isOpen = (): Promise<boolean> => heading.evaluate((element) => element.closest('details')!.open)

const namesOf = async (of: Page, group: string): Promise<string[]> =>
  (await rows(of, group).allInnerTexts()).map((text) => text.trim())

const daily = [
  'Home',
  'Surveys',
  'Schedule',
  'Insights',
  'Heat map',
  'Trends',
  'Themes',
  'Actions',
  'Directory',
]

test('an admin has nine rows of daily work in sight, and the pages of the organisation under one heading', async () => {
  await arriveAs(page, site, `${site.pages}/app`, admin)
  await isThere(page)
  await rows(page, 'Workspace').first().waitFor()
  assert.deepEqual(await namesOf(page, 'Workspace'), daily)
  assert.equal(await isOpen(), false)
  assert.equal(await menu.getByRole('link', { name: 'Audit log' }).count(), 0, 'folded, and not read out')
  await isWell(page)
  await picture(page, 'side-menu-folded', { isWhole: false })
})

test('the heading opens by keys, and what stands under it is reached by Tab', async () => {
  await heading.focus()
  await page.keyboard.press('Enter')
  assert.equal(await isOpen(), true)
  assert.deepEqual(await namesOf(page, 'Organisation'), [
    'Templates',
    'Exports',
    'Settings',
    'Users',
    'Integrations',
    'Holidays',
    'Alerts',
    'Privacy requests',
    'Organisation data',
    'Audit log',
  ])
  await isWell(page)
  await picture(page, 'side-menu-open', { isWhole: false })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/exports')
  await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
})

test('the open page stays in sight: its heading is open, and says where one is once somebody folds it', async () => {
  await page.goto(`${site.pages}/app/settings/slack`)
  await isThere(page)
  await menu.locator('[data-above]').getByText('Integrations').waitFor()
  const plain = await heading.evaluate((element) => getComputedStyle(element).backgroundColor)
  await heading.click()
  assert.equal(await isOpen(), false)
  await page.mouse.move(640, 700)
  const marked = await heading.evaluate((element) => getComputedStyle(element).backgroundColor)
  assert.notEqual(marked, plain)
  await isWell(page)
  await picture(page, 'side-menu-folded-here', { isWhole: false })
  await page.keyboard.press('g')
  await page.keyboard.press('z')
  await page.waitForURL('**/app/settings/holidays')
  await menu.locator('[aria-current=page]').getByText('Holidays').waitFor()
  assert.equal(await isOpen(), true)
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await menu.locator('li > [aria-current=page]').getByText('Home').waitFor()
  assert.equal(await isOpen(), false)
})

test('what is folded is found by the palette and by its keys, and by its old address', async () => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Search pages, surveys/).fill('audit')
  await page.locator('[data-action][data-selected]').getByText('Who did what, and when').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/settings/audit')
  for (const address of ['/app/templates', '/app/exports']) {
    await page.goto(site.pages + address)
    await isThere(page)
    await menu.locator('li > [aria-current=page]').waitFor()
  }
})

test('on a phone the same stands in the drawer', async () => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${site.pages}/app/settings/audit`)
  await isThere(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('navigation', { name: 'Pages' })
  await drawer.locator('li > [aria-current=page]').getByText('Audit log').waitFor()
  await isWell(page)
  await picture(page, 'side-menu-drawer', { isWhole: false })

  // A strip of tabs that goes on beyond the edge fades into the page there, and only there.
  await page.goto(`${site.pages}/app/settings/organisation`)
  await isThere(page)
  const strip = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('list')
  const fadesAt = () =>
    strip.evaluate((it) => {
      const { background, maskImage } = getComputedStyle(it)
      const [start, end] = ['--fade-start', '--fade-end'].map((name) =>
        getComputedStyle(it).getPropertyValue(name),
      )
      return {
        start,
        end,
        isMasked: maskImage.startsWith('linear-gradient'),
        isShaded: background.includes('gradient'),
      }
    })
  assert.deepEqual(await fadesAt(), { start: '0px', end: '40px', isMasked: true, isShaded: false })
  await strip.evaluate((it) => it.scrollTo({ left: it.scrollWidth, behavior: 'instant' }))
  await eventually(fadesAt, ({ start, end }) => start === '40px' && end === '0px')
  await picture(page, 'side-menu-strip', { isWhole: false })
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('who leads a team has no page of admins, and so little under the heading that it does not fold', async () => {
  const email = `lead-${world.adminEmail}`
  const team = await bodyOf(author.post('/api/teams', { name: 'Platform' }), 201)
  const member = await bodyOf(author.post('/api/members', { name: 'Ingrid', email }), 201)
  await bodyOf(author.post(`/api/teams/${team.id}/members/${member.id}`, { role: 'lead' }))
  const lead = { email, name: 'Ingrid', password: admin.password }
  await createAccount(site.running.db.tx, lead, new Date())
  const other = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
  await arriveAs(other, site, `${site.pages}/app`, lead)
  await rows(other, 'Organisation').first().waitFor()
  assert.deepEqual(await namesOf(other, 'Workspace'), daily)
  assert.deepEqual(await namesOf(other, 'Organisation'), ['Templates', 'Exports'])
  assert.equal(await menuOf(other).locator('summary').count(), 0)
  await isWell(other)
  await picture(other, 'side-menu-lead', { isWhole: false })
  await other.context().close()
})
