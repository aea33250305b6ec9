/** The package for callers as npm would publish and install it: what is inside, its types, and its program beside a running service. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { buildPackage } from '../tools/build-package.ts'
import { runCommand } from './support/command.ts'
import { importsOf } from './support/imports.ts'
import { newWorld } from './support/world.ts'

const root = resolve(import.meta.dirname, '..')

/** Where a program of npm is that is not installed with ours: `.ci/run` adds it for this file. */
const added = (path: string): { path: string; skip: string | false } => {
  const whole = join(root, 'node_modules', path)
  const [name] = path.split('/bin/')
  return { path: whole, skip: existsSync(whole) ? false : `NOT TESTED: the package with ${name}` }
}
/** The oldest that the package is for, and the one after; this one is the third. */
const otherNodes = ['node-22/bin/node', 'node-24/bin/node'].map(added)
const publint = added('publint/src/cli.js')
const typesLint = added('@arethetypeswrong/cli/dist/index.js')

type Manifest = { version: string; dependencies: Record<string, string>; engines: { node: string } }
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

function run(program: string, words: string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

suite('the package for callers', () => {
  let folder: string
  let installed: string
  let tarball: string
  let files: string[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-package-'))
    const built = buildPackage(join(folder, 'built'))
    const packed = run('npm', ['pack', built, '--json', '--ignore-scripts', '--offline'], folder)
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    tarball = join(folder, filename)
    const modules = join(folder, 'node_modules')
    installed = join(modules, 'sonde')
    mkdirSync(installed, { recursive: true })
    run('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1'], folder)
    files = globSync('**/*', { cwd: installed, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
    // As npm would put them there, of the versions that the lock file has.
    mkdirSync(join(modules, '@types'))
    for (const name of [...Object.keys(manifestOf(installed).dependencies), '@types/node', 'undici-types'])
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
  })

  after(() => rm(folder, { recursive: true, force: true }))

  test('it holds the client, the commands and the contract, a licence and a readme, and no code of the server', () => {
    const places = new Set(files.map((file) => (file.includes('/') ? dirname(file) : file)))
    assert.deepEqual(
      [...places].toSorted(),
      ['LICENSE', 'README.md', 'client', 'commands', 'contract', 'package.json'].toSorted(),
    )
    const kinds = new Set(
      files.filter((file) => file.includes('/')).map((file) => file.replace(/^.*?\./, '')),
    )
    assert.deepEqual([...kinds].toSorted(), ['d.ts', 'js', 'json'])
    for (const file of ['client/webhooks', 'client/operations', 'commands/main', 'contract/pulses'])
      for (const kind of ['js', 'd.ts']) assert.ok(files.includes(`${file}.${kind}`), `${file}.${kind}`)
    assert.ok(!files.some((file) => /\.test\.|old-names/.test(file)))
  })

  test('what its files load is inside, a dependency of its own, or comes with Node', () => {
    const { dependencies } = manifestOf(installed)
    const importsIn = (ending: string) =>
      files
        .filter((file) => file.endsWith(ending))
        .flatMap((file) => importsOf(file, readFileSync(join(installed, file), 'utf8')).imports)
    const loaded = importsIn('.js')
    assert.ok(loaded.length > 100)
    const outside = loaded.filter(({ from, to }) =>
      to.startsWith('.') ? !files.includes(join(dirname(from), to)) : !to.startsWith('node:'),
    )
    // Whose types they name has to be installed as well.
    const typed = importsIn('.d.ts').filter(({ to }) => !to.startsWith('.') && !to.startsWith('node:'))
    assert.deepEqual(
      [...new Set([...outside, ...typed].map(({ to }) => to))].toSorted(),
      Object.keys(dependencies).toSorted(),
    )
  })

  test('it has the versions of the service, and runs on Node 22', () => {
    const own = manifestOf(installed)
    const service = manifestOf(root)
    assert.equal(own.version, service.version)
    for (const [name, version] of Object.entries(own.dependencies))
      assert.equal(version, service.dependencies[name], name)
    assert.equal(own.engines.node, '>=22.12')
  })

  test('a program is typed by it', () => {
    const program = `
      import { connect } from 'sonde'
      import { createTeam } from 'sonde/contract/teams'
      import { verifyWebhook } from 'sonde/webhooks'
      const sonde = connect('http://localhost', { token: 'x' })
      const { title } = await sonde.call('getPulse', { params: { id: 'pls_x' } })
      export const long: string = title
      export const team: { name: string } = await sonde.call(createTeam, { body: { name: 'Core' } })
      export const event: unknown = verifyWebhook('{}', new Headers(), 'whsec_x')
      // @ts-expect-error -- there is no such operation
      await sonde.call('getPulses')
      // @ts-expect-error -- a team has a name
      await sonde.call('createTeam', { body: { name: 1 } })
      // @ts-expect-error -- the id is missing
      await sonde.call('getPulse', { params: {} })
    `
    writeFileSync(join(folder, 'program.mts'), program)
    const options = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      types: ['node'],
      // Those of other packages are theirs.
      skipLibCheck: true,
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['program.mts'] }),
    )
    run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder], folder)
  })

  test('nothing is wrong with how it is published', { skip: publint.skip }, () => {
    run(process.execPath, [publint.path, 'run', installed, '--strict'], folder)
  })

  test('its types are found by every way of resolving', { skip: typesLint.skip }, () => {
    // For programs that import: `require` of modules is for those who have them.
    run(process.execPath, [typesLint.path, tarball, '--profile', 'esm-only'], folder)
  })

  const callsService = async (node: string): Promise<void> => {
    const world = await newWorld()
    const token = (await world.organisation()).token ?? ''
    const program = `
      import { connect, SondeError } from 'sonde'
      import { createTeam } from 'sonde/contract/teams'
      import { signWebhook, verifyWebhook } from 'sonde/webhooks'
      import openapi from 'sonde/openapi.json' with { type: 'json' }
      const sonde = connect(process.env.SONDE_URL, { token: process.env.SONDE_TOKEN })
      const { id } = await sonde.call(createTeam, { body: { name: 'Core' } })
      const names = await Array.fromAsync(sonde.pages('listTeams', 'teams'), ({ name }) => name)
      const code = await sonde.call('getTeam', { params: { id: 'tem_x' } }).catch((error) => error instanceof SondeError && error.code)
      const secret = 'whsec_' + Buffer.alloc(24).toString('base64')
      const event = verifyWebhook('{"a":1}', signWebhook('{"a":1}', { id: 'msg_1', secret }), secret)
      console.log(JSON.stringify({ id, names, code, event, openapi: openapi.openapi }))
    `
    writeFileSync(join(folder, 'program.mjs'), program)
    const env = { SONDE_URL: world.url, SONDE_TOKEN: token, SONDE_CONFIG_DIR: folder }
    const called = await runCommand([], { env, node, program: join(folder, 'program.mjs') })
    assert.equal(called.code, 0, called.err)
    const { id, openapi, ...rest } = JSON.parse(called.out)
    assert.deepEqual(rest, { names: ['Core'], code: 'not_found', event: { a: 1 } })
    assert.match(openapi, /^3\.1\./)
    const listed = await runCommand(['team', 'list'], {
      env,
      node,
      program: join(installed, 'commands', 'main.js'),
    })
    assert.deepEqual([listed.code, listed.out], [0, `${id}\tCore\t0\t\tactive\n`], listed.err)
  }

  test('its client and its program call a running service', () => callsService(process.execPath))
  for (const { path, skip } of otherNodes) {
    const name = relative(join(root, 'node_modules'), dirname(dirname(path)))
    test(`they do so on ${name}`, { skip }, () => callsService(path))
  }
})
