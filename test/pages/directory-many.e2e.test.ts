/** A directory of five thousand members. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { expectRefusals, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const author = await world.user({ id: world.adminId })
const directory = `${site.pages}/app/directory`
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

const rows = page.locator('[data-row]')

/** A busy browser tells of what became visible late, and of several changes at once. */
const tellLate = `{
  const Soon = IntersectionObserver
  globalThis.IntersectionObserver = class {
    constructor(tell, options) {
      this.held = []
      this.soon = new Soon((seen) => {
        if (this.held.push(...seen) === seen.length) setTimeout(() => tell(this.held.splice(0)), 100)
      }, options)
    }
    observe(element) { this.soon.observe(element) }
    disconnect() { this.soon.disconnect() }
  }
}`

test('five thousand members scroll, page by page, and few of them are drawn', async () => {
  const { id: crowd } = await bodyOf(author.post('/api/teams', { name: 'Crowd' }), 201)
  await arriveAs(page, site, directory, admin)
  await world.people(
    crowd,
    Array.from({ length: 5000 }, (_none, at) => ({
      name: `Member ${String(at + 1).padStart(4, '0')}`,
      email: null,
    })),
  )
  const end = 'scrollTo(0, document.documentElement.scrollHeight)'
  const toEnd = (): Promise<unknown> => page.evaluate(end)
  await page.addInitScript(tellLate)
  await page.goto(`${directory}?team=${crowd}`)
  await page.getByText('200 members shown, more available').waitFor()
  const status = page.getByRole('status').filter({ hasText: 'members' })
  // A page that cannot be read is said, and is asked for again by hand only.
  let asked = 0
  const next = /\/api\/members\?.*cursor=/
  await page.route(next, async (route) => {
    asked += 1
    await route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'unprocessable', status: 422, detail: 'Broken' }),
    })
  })
  expectRefusals(page, /status of 422/)
  await toEnd()
  await page.getByRole('alert').getByText('Couldn’t load this · Broken').waitFor()
  for (const to of ['scrollTo(0, 0)', end, 'scrollTo(0, 0)', end]) await page.evaluate(to)
  await isWellEverywhere(page, async (name) => picture(page, `directory-page-failed-${name}`))
  assert.equal(asked, 1)
  await page.unroute(next)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('400 members shown, more available').waitFor()
  for (let last = 0; ;) {
    const text = await status.innerText()
    const now = Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''))
    assert.ok(now >= last)
    last = now
    if (now === 5000) break
    await eventually(
      async () => {
        await toEnd()
        return status.innerText()
      },
      (seen) => seen !== text,
    )
  }
  assert.ok((await rows.count()) < 100)
  await toEnd()
  await page.getByText('Member 5000', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill('Member 4711')
  await eventually(
    () => rows.count(),
    (seen) => seen === 1,
  )
})
