/** What a start remembers for the next one (bin/sources.js): sources without types, in a package of one file. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
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

/** Node loads what strips types when it is first needed. */
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

  function started(): { greeting: string; stripped: boolean } {
    const { stdout, stderr } = run('bin/start.js')
    assert.equal(stderr, '')
    return JSON.parse(stdout) as ReturnType<typeof started>
  }

  function remembered(): string {
    const names = readdirSync(temporary)
    assert.equal(names.length, 1)
    return join(temporary, names[0])
  }

  const hello = 'Ünï hello …'

  test('are left by the first start, for this user alone, and used by the second', () => {
    assert.deepEqual(started(), { greeting: hello, stripped: true })
    assert.equal(statSync(remembered()).mode & 0o777, 0o600)
    assert.deepEqual(started(), { greeting: hello, stripped: false })
  })

  test('are not used for a source that has changed', () => {
    started()
    say('there')
    assert.deepEqual(started(), { greeting: 'Ünï there …', stripped: true })
    assert.deepEqual(started(), { greeting: 'Ünï there …', stripped: false })
  })

  test('are not used when the file is damaged or cut short, and are written again', () => {
    started()
    const whole = readFileSync(remembered())
    const damaged = Buffer.from(whole)
    damaged[whole.length - 10] ^= 1
    for (const bytes of [damaged, whole.subarray(0, -1), whole.subarray(0, 20), Buffer.alloc(300)]) {
      writeFileSync(remembered(), bytes)
      assert.deepEqual(started(), { greeting: hello, stripped: true })
      assert.deepEqual(readFileSync(remembered()), whole)
    }
  })

  test('are not used from a file that others can write, or through a link', () => {
    started()
    chmodSync(remembered(), 0o666)
    assert.equal(started().stripped, true)
    assert.equal(started().stripped, false)

    const elsewhere = join(folder, 'elsewhere')
    renameSync(remembered(), elsewhere)
    const { length } = readFileSync(elsewhere)
    started()
    const name = remembered()
    rmSync(name)
    symlinkSync(elsewhere, name)
    assert.equal(started().stripped, true)
    assert.equal(readFileSync(elsewhere).length, length)
  })

  test('come with an image', () => {
    assert.equal(run('bin/sources.js').status, 0)
    assert.deepEqual(started(), { greeting: hello, stripped: false })
    assert.deepEqual(readdirSync(temporary), [])
  })

  test('that cannot be remembered are stripped each time', () => {
    rmSync(temporary, { recursive: true })
    assert.deepEqual(started(), { greeting: hello, stripped: true })
    assert.deepEqual(started(), { greeting: hello, stripped: true })
  })

  test('that cannot be read are named by Node', () => {
    writeFileSync(join(folder, 'src/greeting.ts'), 'export const greeting: = 1')
    const { status, stderr } = run('bin/start.js')
    assert.equal(status, 1)
    assert.match(stderr, /src\/greeting\.ts:1/)
  })
})
