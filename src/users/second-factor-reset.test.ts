/** Resetting the second factor of somebody else: who may, whose, and how they hear of it. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { beginSignIn, codeAt, inSession, signInWith } from '../../test/support/embedded-sign-in.ts'
import { startApp } from '../../test/support/start.ts'
import { newId } from '../ids.ts'
import { bootstrap, createAccount } from '../identity/identity.ts'

const running = await startApp({ at: new Date().toISOString() })
const { url, db, clock, app, outbox } = running
const now = (): Date => clock!.now()
let serial = 0

async function newOrganisation() {
  const email = `admin${++serial}@acme.test`
  const { organisation } = await db.transaction((tx) =>
    bootstrap(tx, { organisation: `Acme ${serial}`, admin: email }, now()),
  )
  const { password } = await createAccount(db.tx, { email, name: 'Ada' }, now())
  const admin = inSession(url, await signInWith(url, { email, password }))
  assert.equal((await admin.get('/api/me')).status, 200)
  return { id: organisation.id, admin, email, password }
}

const addUser = (organisationId: string, email: string) =>
  db.pool.query(
    `insert into users (organisation_id, id, email, name, role, created_at, updated_at)
     values ($1, $2, $3, 'Grace', 'member', now(), now())`,
    [organisationId, newId('user'), email],
  )

/** Somebody with an app, in these organisations. */
async function newColleague(...organisationIds: string[]) {
  const email = `colleague${++serial}@acme.test`
  for (const id of organisationIds) await addUser(id, email)
  const { password } = await createAccount(db.tx, { email, name: 'Grace' }, now())
  const api = inSession(url, await signInWith(url, { email, password }))
  const named = (id: string) => ({ 'sonde-organisation': id })
  const ids: string[] = []
  for (const id of organisationIds) ids.push((await api.get('/api/me', named(id))).body.user.id)
  const headers = named(organisationIds[0])
  const { secret } = (await api.post('/api/me/second-factor/authenticator', {}, headers)).body
  const code = codeAt(secret, now())
  const confirmed = await api.post('/api/me/second-factor/authenticator/confirm', { code }, headers)
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  return { email, password, api, ids }
}

const reset = (id: string) => `/api/people/${id}/second-factor/reset`

const lettersTo = async (email: string): Promise<any[]> => {
  await app.due.settle()
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.json'))
  const all = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(outbox, file), 'utf8'))),
  )
  return all.filter(({ to }) => to === email)
}

test('an admin sees who has a second factor, who has none, and whose provider would have it', async () => {
  const house = await newOrganisation()
  const { email, ids } = await newColleague(house.id)
  const neverHere = `never${++serial}@acme.test`
  await addUser(house.id, neverHere)
  const factorsOf = async (query = ''): Promise<unknown> => {
    const { people } = (await house.admin.get(`/api/people${query}`)).body
    return Object.fromEntries(people.map((one: any) => [one.email, one.second_factor]))
  }
  assert.deepEqual(await factorsOf(), { [house.email]: 'none', [email]: 'active', [neverHere]: null })
  assert.deepEqual(await factorsOf('?second_factor=active'), { [email]: 'active' })
  assert.deepEqual(await factorsOf('?second_factor=none'), { [house.email]: 'none' })
  assert.equal((await house.admin.get('/api/people?second_factor=off')).status, 400)
  assert.equal((await house.admin.post(reset(ids[0]))).status, 204)
  assert.deepEqual(await factorsOf(), { [house.email]: 'none', [email]: 'none', [neverHere]: null })
})

suite('an admin resets the second factor of somebody', () => {
  test('who signs in by the password alone, and is told by e-mail once', async () => {
    const house = await newOrganisation()
    const { email, password, ids } = await newColleague(house.id)
    assert.match((await (await beginSignIn(url)).send({ email, password })).text, /Enter your code/)
    assert.equal((await house.admin.post(reset(ids[0]))).status, 204)
    await signInWith(url, { email, password })
    const [letter, ...others] = await lettersTo(email)
    assert.match(JSON.stringify(letter), /Your second factor was reset/)
    assert.match(JSON.stringify(letter), /\/app\/account/)
    assert.equal(others.length, 0)
    clock!.advance(600_000)
    assert.equal((await lettersTo(email)).length, 1)
    const { audit_events: events } = (await house.admin.get('/api/audit-events')).body
    const event = events.find(({ action }: any) => action === 'second_factor.reset')
    assert.equal(event.target, ids[0])
    clock!.set(new Date())
    const again = await house.admin.post(reset(ids[0]))
    assert.deepEqual([again.status, again.body.code], [422, 'unprocessable'])
  })

  test('only of their own organisation, and of nobody who is in several', async () => {
    const [house, other] = [await newOrganisation(), await newOrganisation()]
    const mine = await newColleague(house.id)
    assert.equal((await other.admin.post(reset(mine.ids[0]))).status, 404)
    const shared = await newColleague(house.id, other.id)
    for (const [admin, id] of [
      [house.admin, shared.ids[0]],
      [other.admin, shared.ids[1]],
    ] as const) {
      const { status, body } = await admin.post(reset(id))
      assert.deepEqual([status, body.code], [403, 'access_denied'])
    }
    assert.match(
      (await (await beginSignIn(url)).send({ email: shared.email, password: shared.password })).text,
      /Enter your code/,
    )
    assert.equal((await mine.api.post(reset(mine.ids[0]))).body.code, 'role_required')
  })

  test('once, when two admins do it at the same time', async () => {
    const house = await newOrganisation()
    const { ids } = await newColleague(house.id)
    const replies = await Promise.all([1, 2, 3].map(() => house.admin.post(reset(ids[0]))))
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [204, 422, 422])
  })
})
