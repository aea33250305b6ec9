/** What `sonde-server doctor` says of the key store beside a running service. */
import assert from 'node:assert/strict'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { addressOf, operate } from '../../test/support/operate.ts'
import { keysFolderOf, type Running, startApp } from '../../test/support/start.ts'
import { newWorld, pulseDraft } from '../../test/support/world.ts'
import { installationOf } from '../vault/vault.ts'

suite('sonde doctor, of the key store', () => {
  let running: Running
  let folder: string
  let own: string

  before(async () => {
    running = await startApp({ at: '2026-10-12T08:00:00Z' })
    const world = await newWorld({ running })
    const author = await world.user()
    const team = await world.team('Five', 5, { email: false })
    for (let surveys = 0; surveys < 2; surveys++) {
      const { body } = await author.post('/api/pulses', pulseDraft([team.id]))
      assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
    }
    folder = keysFolderOf(running.db.connection)
    own = join(folder, await installationOf(running.db.tx))
  })

  const lineOf = async (): Promise<string> => {
    const env = { DATABASE_URL: addressOf(running.db.connection), SONDE_KEY_STORE: folder }
    const { out } = await operate(['doctor'], env)
    return out.split('\n').find((line) => /key store|keys of/.test(line)) ?? out
  }

  test('names the place, and warns of backups', async () => {
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
})
