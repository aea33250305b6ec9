/** How `sonde-server serve` ends where it cannot begin, and what both command lines say of themselves. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { programOf, runCommand } from '../../test/support/command.ts'
import { addressOf } from '../../test/support/operate.ts'
import { keysFolderOf, startApp } from '../../test/support/start.ts'

test('a port that is taken is named in one line, with the setting that chooses another', async () => {
  const running = await startApp()
  const folder = await mkdtemp(join(tmpdir(), 'sonde-port-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  try {
    const { code, err } = await runCommand(['serve'], {
      program: programOf('sonde-server'),
      env: {
        DATABASE_URL: addressOf(running.db.connection),
        SONDE_KEY_STORE: keysFolderOf(running.db.connection),
        SONDE_DATA_DIR: folder,
        SONDE_PORT: String(port),
        SONDE_LOG_LEVEL: 'silent',
      },
    })
    assert.equal(err, `Port ${port} of 127.0.0.1 is in use. Set SONDE_PORT to a free one.\n`)
    assert.equal(code, 78)
  } finally {
    taken.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('both command lines say their version, which is that of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const ends = await Promise.all([
    runCommand(['--version'], { env: {}, program: programOf('sonde') }),
    runCommand(['--version'], { env: {}, program: programOf('sonde-server') }),
  ])
  for (const { code, out, err } of ends) assert.deepEqual([code, out, err], [0, `${version}\n`, ''])
})
