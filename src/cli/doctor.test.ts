/** What `sonde-server doctor` says of the key store beside a running service. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { addressOf, operate } from '../../test/support/operate.ts'
import { sealingBy } from '../sealing.ts'
import { keysFolderOf, postgres, type Running, startApp } from '../../test/support/start.ts'
import { newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { installationOf } from '../vault/vault.ts'

const secretsKey = join(postgres().folder, 'doctor-secrets.key')

suite('sonde doctor', () => {
  let running: Running
  let world: World
  let folder: string
  let own: string

  before(async () => {
    running = await startApp({
      at: '2026-10-12T08:00:00Z',
      env: { SONDE_SECRETS_KEY_FILE: secretsKey },
    })
    world = await newWorld({ running })
    const author = await world.user()
    const team = await world.team('Five', 5, { email: false })
    for (let surveys = 0; surveys < 2; surveys++) {
      const { body } = await author.post('/api/pulses', pulseDraft([team.id]))
      assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
    }
    folder = keysFolderOf(running.db.connection)
    own = join(folder, await installationOf(running.db.tx))
  })

  const lineOf = async (about = /key store|keys of/, more = {}): Promise<string> => {
    const { out } = await operate(['doctor'], {
      ...more,
      DATABASE_URL: addressOf(running.db.connection),
      SONDE_KEY_STORE: folder,
      SONDE_SECRETS_KEY_FILE: secretsKey,
    })
    return out.split('\n').find((line) => about.test(line)) ?? out
  }

  test('names the port, and says whether it is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const env = { SONDE_PORT: String(port) }
    assert.match(await lineOf(/ port /, env), new RegExp(`^ok +port ${port} of 127.0.0.1 .*in use`))
    taken.close()
    await once(taken, 'close')
    assert.match(await lineOf(/ port /, env), new RegExp(`^ok +port ${port} of 127.0.0.1 .*free$`))
  })

  test('names the place of keys, and warns of backups', async () => {
    const line = await lineOf()
    assert.match(line, /^ok +keys of open anonymous collections in /)
    assert.ok(line.endsWith(`${own}; leave it out of backups`), line)
  })

  test('says how many collections have lost their keys', async () => {
    const key = (await readdir(own)).find((name) => name.includes('.col_'))
    assert.ok(key)
    await rm(join(own, key))
    assert.match(
      await lineOf(),
      /^FAULT .*\. 1 of them are lost: the answers to those collections cannot be read$/,
    )
  })

  test('finds a store that is not mounted before anything is lost', async () => {
    await rename(own, `${own}.away`)
    assert.match(
      await lineOf(),
      /^FAULT key store: .* is not there, and open anonymous collections need its keys$/,
    )
    await rename(`${own}.away`, own)
    assert.match(await lineOf(), /1 of them are lost/)
  })

  test('finds a lost key of sealed secrets before a code or a delivery fails', async () => {
    const secrets = (): Promise<string> => lineOf(/authenticator apps/)
    const newKey = `${randomBytes(32).toString('base64')}\n`
    assert.match(await secrets(), /^FAULT .*doctor-secrets\.key cannot be read$/)
    await writeFile(secretsKey, newKey)
    const program = await world.organisation()
    for (const topic of ['team', 'pulse']) {
      const hook = { url: 'https://receiver.example/x', types: [`${topic}.*`] }
      assert.equal((await program.post('/api/webhooks', hook)).status, 201)
    }
    await world.running.db.pool.query(
      `insert into identity_providers (organisation_id, id, name, issuer, profile, audiences, authorized_parties,
         organisation_values, joins, sealed_client_secret, created_at, updated_at)
       values ($1, 'idp_doctor', 'Ours', 'https://idp.example', 'oidc', '{}', '{}', '{}', false, $2, now(), now())`,
      [world.organisationId, sealingBy(secretsKey, false).seal('a secret', 'identity provider idp_doctor')],
    )
    assert.match(await secrets(), /^ok .* are sealed by .*doctor-secrets\.key; keep a copy of it/)

    const lost = await readFile(secretsKey, 'utf8')
    const another = `${randomBytes(32).toString('base64')}\n`
    await writeFile(secretsKey, another)
    assert.match(
      await secrets(),
      /^FAULT .* sealed 1 secrets of identity providers, 0 secrets of authenticator apps and 2 of webhooks: put it back/,
    )
    await writeFile(secretsKey, another + lost)
    assert.match(await secrets(), /^ok /)
    await writeFile(secretsKey, 'no key')
    assert.match(await secrets(), /^FAULT .* must hold keys of 32 bytes in base64/)
    await rm(secretsKey)
    assert.match(await secrets(), /^FAULT .* cannot be read$/)
  })
})
