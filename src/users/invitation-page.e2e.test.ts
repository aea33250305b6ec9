/** The page of an invitation in a real browser, from the mail to the organisation. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newContext } from '../../test/support/browser.ts'
import { eventually } from '../../test/support/world.ts'
import { startApp } from '../../test/support/start.ts'
import { only, sql } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import { bootstrap, createAccount } from '../identity/identity.ts'
import { createInvitation } from './invitations.ts'

const { db, outbox } = await startApp()
const now = new Date()
const password = 'correct horse battery'
const { organisation, admin } = await db.transaction((tx) =>
  bootstrap(tx, { organisation: 'Acme', admin: 'ada@acme.test', name: 'Ada' }, now),
)
const email = 'grace@elsewhere.test'
await createAccount(db.tx, { email, name: 'Grace Hopper', password }, now)
await createAccount(db.tx, { email: 'eve@elsewhere.test', name: 'Eve', password }, now)

async function mailedLink(): Promise<string> {
  const actor = {
    kind: 'person',
    organisationId: organisation.id,
    userId: admin.id,
    role: 'admin',
    signedInAt: new Date(),
  } as const
  await db.transaction((tx) => createInvitation({ tx, actor, body: { email, role: 'analyst' }, now }))
  const [file] = await eventually(
    async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json')),
    (files) => files.length > 0,
  )
  return JSON.parse(await readFile(join(outbox, file), 'utf8')).link
}

test('a person who follows the link signs in and joins, and the token is left nowhere', async () => {
  const link = await mailedLink()
  const context = await newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  page.on('pageerror', (error) => assert.fail(error.message))
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))

  const signIn = async (as: string): Promise<void> => {
    await page.getByLabel('E-mail').fill(as)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/invitation$/)
  }
  await page.goto(link)
  assert.equal(new URL(page.url()).hash, '')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signIn('eve@elsewhere.test')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('another address').waitFor()

  await page.getByRole('button', { name: 'Switch account' }).click()
  await signIn(email)
  await page.getByText('Grace Hopper').waitFor()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByText('You’ve joined Acme.').waitFor()
  const user = await only(
    db.tx,
    shapeOf(users, ['role']),
    sql`select role from users where organisation_id = ${organisation.id} and email = ${email}`,
  )
  assert.equal(user.role, 'analyst')
  const token = new URL(link).hash.slice(1)
  assert.deepEqual(
    asked.filter((request) => request.includes(token)),
    [],
    'in no address and no header',
  )
  assert.equal(await page.evaluate(() => sessionStorage.getItem('sonde.invitation')), null)
  await page.reload()
  await page.getByText('Open the link in your invitation again.').waitFor()
  await context.close()
})
