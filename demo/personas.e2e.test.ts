/**
 * The demo as somebody meets it who has just started it: every person that it prints has a card on the sign-in page, one click signs them
 * in, and their home is there, in both themes, wide and on a phone. Every page of their menu opens and fits into each width.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { isThere, isWellIn, looks, sticksOut, visit } from '../test/pages/visit.ts'
import { freePort } from '../test/support/free-port.ts'
import { picture } from '../test/support/visit.ts'
import { buildWeb } from '../tools/build-web.ts'
import { personas } from './story/people.ts'

const server = fileURLToPath(new URL('../bin/sonde-server', import.meta.url))

/** A phone, a tablet beside whose navigation there is less room than on many phones, and a screen. */
const widths = [360, 768, 1280]

/** What each of them reads first, and what their menu has that others' have not. */
const homes: Record<(typeof personas)[number]['name'], { first: string; next: RegExp; menu: string[] }> = {
  'Gudrun Thorsen': {
    first: 'This week',
    next: /^Needs you$/,
    menu: ['Directory', 'Users', 'Settings'],
  },
  'Ingrid Solheim': {
    first: 'Your team this week',
    next: /^Workload still scores low: /,
    menu: ['Actions'],
  },
  'Astrid Bakken': {
    first: 'Your team this week',
    // It closed in the same week, and has a suggestion that waits for her.
    next: /^“I could work calmly” is low: 2\.0$/,
    menu: ['Actions'],
  },
  'Isabel Navarro': { first: 'This week', next: /^Needs you$/, menu: ['Directory', 'Exports'] },
  // From Monday to Wednesday the weekly survey is open beside the one about the summer trip.
  'Kwame Mensah': {
    first: 'Welcome, Kwame Mensah',
    next: /^(?:One survey is|2 surveys are) open for you$/,
    menu: ['Surveys'],
  },
}

suite('the people of the demo', () => {
  let demo: ChildProcess
  let folder: string
  let out = ''
  let url: string

  before(async () => {
    await buildWeb()
    folder = await mkdtemp(join(tmpdir(), 'sonde-personas-'))
    const own = Object.entries(process.env).filter(([name]) => !/^(SONDE_|DATABASE_URL|NODE_)/.test(name))
    const env = { ...Object.fromEntries(own), SONDE_PORT: String(await freePort()) }
    demo = spawn(process.execPath, [server, 'demo'], { cwd: folder, env })
    const ended = once(demo, 'close').then(() => assert.fail(`The demo ended: ${out}`))
    const stays = new Promise<void>((resolve) => {
      const read = (chunk: string): void => {
        out += chunk
        if (out.includes('curl -s')) resolve()
      }
      demo.stdout!.setEncoding('utf8').on('data', read)
      demo.stderr!.setEncoding('utf8').on('data', read)
    })
    await Promise.race([stays, ended])
    ended.catch(() => {})
    url = /It stays up: (\S+)/.exec(out)![1]
  })
  after(async () => {
    const ended = once(demo, 'close')
    demo.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  })

  const menu = (page: Page) => page.getByRole('navigation').first().getByRole('link')

  for (const { name, role } of personas)
    test(`${name} signs in by a click and has something to read`, async () => {
      assert.ok(out.includes(`${name}, ${role}`), 'the terminal tells who can sign in')
      const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
      await page.goto(`${url}/app`)
      await page.getByRole('button', { name }).click()
      const { first, next, menu: wanted } = homes[name]
      await page.getByRole('heading', { level: 1, name: first }).waitFor()
      await page.getByRole('heading', { name: next }).waitFor()
      await isWellIn(page, looks, (look) => picture(page, `demo-${name.split(' ')[0]}-${look}`))
      // What admins have under it is folded.
      const folded = page.getByRole('navigation').first().locator('summary', { hasText: 'Organisation' })
      if ((await folded.count()) > 0) await folded.click()
      const places = await menu(page).evaluateAll((links: HTMLAnchorElement[]) =>
        links.map(({ href, innerText }) => ({ href, name: innerText.trim() })),
      )
      for (const one of wanted)
        assert.ok(
          places.some((place) => place.name === one),
          `${one} of ${JSON.stringify(places)}`,
        )
      for (const href of new Set(places.map((place) => place.href))) {
        await page.goto(href)
        await isThere(page)
        assert.equal(await page.getByRole('alert').count(), 0, href)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          assert.equal(await sticksOut(page), null)
        }
      }
      await page.context().close()
    })

  test('nobody but the admin manages people', async () => {
    const page = await visit({ locale: 'en-GB' })
    await page.goto(`${url}/app`)
    await page.getByRole('button', { name: 'Isabel Navarro' }).click()
    await isThere(page)
    await menu(page).filter({ hasText: 'Exports' }).waitFor()
    assert.equal(await menu(page).filter({ hasText: 'Users' }).count(), 0)
    await page.context().close()
  })
})
