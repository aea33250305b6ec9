/** What a start remembers for the next one (bin/sources.js): sources without types, in a package of one file. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const real = fileURLToPath(new URL('../../bin/sources.js', import.meta.url))

/** Node loads what strips types when it is first needed, and keeps it. */
const start = `
  import { rememberSources } from './sources.js'
  rememberSources()
  const { greeting } = await import('../src/greeting.ts')
  console.log(JSON.stringify({ greeting, stripped: process.moduleLoadList.some((name) => name.includes('amaro')) }))`

suite('sources without types', () => {
  let folder: string
  let temporary: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-sources-test-'))
    temporary = join(folder, 'tmp')
    for (const name of ['tmp', 'bin', 'src']) mkdirSync(join(folder, name))
    cpSync(real, join(folder, 'bin/sources.js'))
    writeFileSync(join(folder, 'bin/start.js'), start)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    say('hello')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const say = (greeting: string): void =>
    writeFileSync(join(folder, 'src/greeting.ts'), `export const greeting: string = 'Ünï ${greeting} …'\n`)

  function run(file: string) {
    const { NODE_COMPILE_CACHE: _, ...env } = process.env
    return spawnSync(process.execPath, [join(folder, file)], {
      encoding: 'utf8',
      env: { ...env, TMPDIR: temporary },
    })
  }

  /** @returns what it said, and whether it has written anew what it remembers */
  function started() {
    const before = written()
    const { stdout, stderr } = run('bin/start.js')
    assert.equal(stderr, '')
    const { greeting, stripped } = JSON.parse(stdout) as { greeting: string; stripped: boolean }
    return { greeting, stripped, renewed: written() !== before }
  }

  const written = (): string =>
    existsSync(temporary)
      ? readdirSync(temporary)
          .map((name) => `${name} ${lstatSync(join(temporary, name)).ino}`)
          .join()
      : ''

  function remembered(): string {
    const names = readdirSync(temporary)
    assert.equal(names.length, 1)
    return join(temporary, names[0])
  }

  const hello = 'Ünï hello …'
  const unchanged = { greeting: hello, stripped: false, renewed: false }
  const renewed = { greeting: hello, stripped: false, renewed: true }

  test('are left by the first start, for this user alone, and used by the second', () => {
    assert.deepEqual(started(), renewed)
    assert.equal(statSync(remembered()).mode & 0o777, 0o600)
    assert.deepEqual(started(), unchanged)
  })

  test('are not used for a source that has changed', () => {
    started()
    say('there')
    assert.deepEqual(started(), { ...renewed, greeting: 'Ünï there …' })
    assert.deepEqual(started(), { ...unchanged, greeting: 'Ünï there …' })
  })

  test('are not used when the file is damaged or cut short, and are written again', () => {
    started()
    const whole = readFileSync(remembered())
    const damaged = Buffer.from(whole)
    damaged[whole.length - 10] ^= 1
    for (const bytes of [damaged, whole.subarray(0, -1), whole.subarray(0, 20), Buffer.alloc(300)]) {
      writeFileSync(remembered(), bytes)
      assert.deepEqual(started(), renewed)
      assert.deepEqual(readFileSync(remembered()), whole)
    }
  })

  test('are not used from a file that others can write, or through a link', () => {
    started()
    chmodSync(remembered(), 0o666)
    assert.deepEqual(started(), renewed)
    assert.deepEqual(started(), unchanged)

    const elsewhere = join(folder, 'elsewhere')
    const name = remembered()
    renameSync(name, elsewhere)
    symlinkSync(elsewhere, name)
    assert.deepEqual(started(), renewed)
    assert.ok(statSync(elsewhere).ino !== lstatSync(name).ino)
    assert.deepEqual(started(), unchanged)
  })

  test('come with an image', () => {
    assert.equal(run('bin/sources.js').status, 0)
    assert.deepEqual(started(), unchanged)
    assert.deepEqual(readdirSync(temporary), [])
  })

  test('that cannot be remembered are stripped each time', () => {
    rmSync(temporary, { recursive: true })
    for (const _ of [1, 2]) assert.deepEqual(started(), { greeting: hello, stripped: true, renewed: false })
  })

  test('that cannot be read are named by Node', () => {
    writeFileSync(join(folder, 'src/greeting.ts'), 'export const greeting: = 1')
    const { status, stderr } = run('bin/start.js')
    assert.equal(status, 1)
    assert.match(stderr, /src\/greeting\.ts:1/)
  })
})
