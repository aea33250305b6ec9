import { test } from 'node:test'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'
import { startApp, log, postgres, freshDatabase } from '/work/main/test/support/start.ts'
import { createApp } from '/work/main/src/app.ts'
import { readConfig } from '/work/main/src/config.ts'
import { connect } from '/work/main/src/db/db.ts'
import { bootstrap, createAccount } from '/work/main/src/identity/identity.ts'
import { createApplicationFor } from '/work/main/src/oauth/oauth.ts'
test('shots', async () => {
  const db = connect(await freshDatabase())
  const config = { ...readConfig({ SONDE_PORT: '0' }), dataDir: '/tmp/w/oa/data' }
  const demoPersons = [{ email: 'ada@acme.test', name: 'Ada Lovelace', role: 'Admin' }, { email: 'grace@acme.test', name: 'Grace Hopper', role: 'Team lead' }]
  const app = await createApp({ config, db, log, demoPersons } as any)
  const url = await app.listen()
  const now = new Date()
  const { organisation } = await db.transaction((tx) => bootstrap(tx, { organisation: 'Acme Industries', admin: 'ada@acme.test', name: 'Ada Lovelace' }, now))
  await createAccount(db.tx, { email: 'ada@acme.test', name: 'Ada Lovelace', password: 'correct horse' }, now)
  const client = createServer((_q, r) => r.end('<h1>client</h1>')).listen(0, '127.0.0.1')
  await new Promise((r) => client.once('listening', r))
  const cb = `http://127.0.0.1:${(client.address() as any).port}/cb`
  const a = await db.transaction((tx) => createApplicationFor(tx, organisation.id, { name: 'Retro Buddy', scopes: ['pulses:read', 'pulses:write', 'teams:read', 'insights:read'], redirect_uris: [cb, 'https://retro.example/cb'] }, null, now))
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  for (const scheme of ['light', 'dark'] as const) for (const width of [1024, 360]) {
    const ctx = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 760 } })
    const page = await ctx.newPage()
    page.on('console', (m) => console.log(scheme, width, m.type(), m.text()))
    page.on('pageerror', (e) => console.log('pageerror', e.message))
    const shot = (name: string) => page.screenshot({ path: `/tmp/w/oa/${name}-${scheme}-${width}.png`, fullPage: true })
    const at = `${url}/oauth/authorize?client_id=${a.client_id}&redirect_uri=${encodeURIComponent(cb)}&state=xyz`
    await page.goto(at); await shot('1-consent-before')
    await page.click('#sign-in'); await page.waitForURL(/idp\/sign-in/); await shot('2-sign-in')
    await page.fill('#email', 'ada@acme.test'); await page.fill('#password', 'wrong'); await page.click('.primary'); await page.waitForSelector('[role=alert]'); await shot('3-sign-in-wrong')
    await page.fill('#password', 'correct horse'); await page.click('.primary'); await page.waitForURL(/oauth\/authorize/); await page.waitForSelector('#allow:not([disabled])'); await shot('4-consent')
    await page.click('#allow'); await page.waitForURL(/\/cb/); console.log(page.url())
    await page.goto(`${url}/oauth/authorize?client_id=nope&redirect_uri=${encodeURIComponent(cb)}`); await shot('5-unknown')
    await page.goto(`${url}/oauth/authorize?client_id=${a.client_id}&redirect_uri=${encodeURIComponent('https://retro.example/cb')}&scope=nope`); await shot('6-scope')
    await page.goto(`${url}/sign-in/callback?code=x&state=y`); await page.waitForTimeout(500); await shot('7-callback')
    await page.goto(`${url}/idp/sign-in/abc`); await shot('8-over')
    await ctx.close()
  }
  await browser.close(); client.close(); await app.close(); await db.close()
})
