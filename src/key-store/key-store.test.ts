/** Both kinds of key store keep the same promises: what is destroyed is gone, and what cannot be reached is not taken for lost. */
import assert from 'node:assert/strict'
import { chmod, link, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { startKvServer } from '../../test/support/kv-server.ts'
import { Unavailable } from '../caught.ts'
import type { Config } from '../config.ts'
import { keyStoreOf } from './key-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'sonde-keys-'))
const server = await startKvServer()
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const directory: Config['keyStore'] = { kind: 'directory', folder }
const kvServer: Config['keyStore'] = {
  kind: 'server',
  url: server.url,
  token: server.token,
  tokenFile: null,
  namespace: null,
}
const key = Buffer.from('0123456789abcdef'.repeat(4))

for (const config of [directory, kvServer])
  suite(`a key store of kind ${config.kind}`, () => {
    test('keeps a key until it is destroyed', async () => {
      const store = keyStoreOf(config, 'first')
      assert.equal(await store.isMade(), false)
      await Promise.all([store.make(), store.make(), store.make()])
      await store.make()
      assert.equal(await store.isMade(), true)
      assert.deepEqual(await store.names(), [])
      assert.equal(await store.read('org_1.col_1'), null)

      const began = Date.now()
      await store.write('org_1.col_1', key)
      await store.write('org_1.col_2', key)
      assert.deepEqual(await store.read('org_1.col_1'), key)
      assert.deepEqual((await store.names()).toSorted(), ['org_1.col_1', 'org_1.col_2'])
      const madeAt = await store.madeAt('org_1.col_1')
      assert.ok(madeAt !== null && Math.abs(madeAt.getTime() - began) < 60_000, String(madeAt))
      await assert.rejects(store.write('org_1.col_1', Buffer.alloc(64)))
      assert.deepEqual(await store.read('org_1.col_1'), key, 'a key is never replaced')

      await store.destroy('org_1.col_1')
      await store.destroy('org_1.col_1')
      assert.equal(await store.read('org_1.col_1'), null)
      assert.equal(await store.madeAt('org_1.col_1'), null)
      assert.deepEqual(await store.names(), ['org_1.col_2'])
    })

    test('tells the installations that share it apart', async () => {
      const [one, other] = [keyStoreOf(config, 'one'), keyStoreOf(config, 'other')]
      await one.make()
      await other.make()
      await one.write('org_1.col_1', key)
      assert.equal(await other.read('org_1.col_1'), null)
      assert.deepEqual(await other.names(), [])
      await other.destroy('org_1.col_1')
      assert.deepEqual(await one.read('org_1.col_1'), key)
    })

    test('takes a place without its mark for unreachable, and not for empty', async () => {
      const store = keyStoreOf(config, 'never made')
      await assert.rejects(store.read('org_1.col_1'), Unavailable)
      await assert.rejects(store.names(), Unavailable)
    })
  })

suite('a directory of keys', () => {
  test('is readable by its owner alone, and holds nothing of a destroyed key', async () => {
    const store = keyStoreOf(directory, 'private')
    await store.make()
    await store.write('org_1.col_1', key)
    const own = join(folder, 'private')
    const file = join(own, 'org_1.col_1.key')
    assert.equal((await stat(own)).mode & 0o777, 0o700)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    // A second name of the same bytes: what an undelete of the file system would find.
    const undeleted = join(folder, 'undeleted')
    await link(file, undeleted)
    assert.deepEqual(await readFile(undeleted), key)
    await store.destroy('org_1.col_1')
    const left = await readFile(undeleted)
    assert.equal(left.length, key.length)
    for (let at = 0; at + 4 <= key.length; at++)
      assert.ok(!left.includes(key.subarray(at, at + 4)), 'bytes of the key were left')
    assert.deepEqual(await readdir(own), ['installation.key'])
  })

  test('destroys what a crash left of a key that was being written', async () => {
    const store = keyStoreOf(directory, 'crashed')
    await store.make()
    await writeFile(join(folder, 'crashed', 'org_1.col_1.key.0a1b2c3d4e5f'), key)
    assert.equal(await store.read('org_1.col_1'), null)
    assert.deepEqual(await store.names(), [])
    await store.destroy('org_1.col_1')
    assert.deepEqual(await readdir(join(folder, 'crashed')), ['installation.key'])
  })

  test('takes several workers that destroy a key at once', async () => {
    const store = keyStoreOf(directory, 'several')
    await store.make()
    for (let times = 0; times < 20; times++) {
      await store.write('org_1.col_1', key)
      await Promise.all(Array.from({ length: 8 }, () => store.destroy('org_1.col_1')))
      assert.equal(await store.read('org_1.col_1'), null)
    }
  })

  test('that was not mounted is an error', async () => {
    const store = keyStoreOf(directory, 'mounted')
    await store.make()
    await store.write('org_1.col_1', key)
    await rename(join(folder, 'mounted'), join(folder, 'elsewhere'))
    await assert.rejects(store.read('org_1.col_1'), Unavailable)
    await rename(join(folder, 'elsewhere'), join(folder, 'mounted'))
    assert.deepEqual(await store.read('org_1.col_1'), key)
  })
})

suite('a server of keys', () => {
  test('holds nothing of a destroyed key', async () => {
    const store = keyStoreOf(kvServer, 'private')
    await store.make()
    await store.write('org_1.col_1', key)
    assert.ok(server.contents().includes(key.toString('base64')))
    const others = server.contents().split(key.toString('base64')).length - 2
    await store.destroy('org_1.col_1')
    assert.equal(server.contents().split(key.toString('base64')).length - 1, others)
    assert.ok(!server.contents().includes('private/org_1.col_1'))
  })

  test('that fails, refuses the token or is gone is unavailable, and its reply is not repeated', async () => {
    const store = keyStoreOf(kvServer, 'first')
    for (const status of [403, 500, 503]) {
      server.fail(status)
      await assert.rejects(store.read('org_1.col_2'), (error) => {
        assert.ok(error instanceof Unavailable)
        assert.match(error.message, new RegExp(`status ${status}$`))
        return true
      })
    }
    server.fail(null)
    await assert.rejects(keyStoreOf({ ...kvServer, token: 'another' }, 'first').names(), Unavailable)
    const gone = { ...kvServer, url: 'http://127.0.0.1:1/v1/sonde' }
    await assert.rejects(keyStoreOf(gone, 'first').names(), Unavailable)
  })

  test('is asked with the token of a file, as it is at that moment', async () => {
    const tokenFile = join(folder, 'token')
    await writeFile(tokenFile, 'of yesterday\n')
    const store = keyStoreOf({ ...kvServer, token: null, tokenFile }, 'first')
    await assert.rejects(store.isMade(), Unavailable)
    await writeFile(tokenFile, `${server.token}\n`)
    await chmod(tokenFile, 0o600)
    assert.equal(await store.isMade(), true)
  })
})
