/** The examples that an application's page gives, each language as it is pasted: both blocks together, beside a running service. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  callExamples,
  firstCallOf,
  ownCallExamples,
  ownTokenExamples,
  tokenExamples,
} from '../../web/applications/snippets.ts'
import type { Example } from '../../web/ui/code-example.ts'
import { newWorld } from '../support/world.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
const noPython = 'python3 is not installed, so the examples in Python are NOT checked'
if (!hasPython) console.error(noPython)

const languages = [
  { language: 'curl', file: 'example.sh', program: 'bash', skip: false },
  { language: 'TypeScript', file: 'example.ts', program: process.execPath, skip: false },
  { language: 'Python', file: 'example.py', program: 'python3', skip: hasPython ? false : noPython },
] as const

type Language = (typeof languages)[number]

const codeIn = ({ language }: Language, ...blocks: Example[][]): string =>
  blocks.map((examples) => examples.find((example) => example.language === language)!.code).join('\n')

async function outputOf({ file, program }: Language, code: string, env = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-examples-'))
  try {
    await writeFile(join(folder, file), code)
    const ran = promisify(execFile)(program, [file], { cwd: folder, env: { PATH: process.env.PATH, ...env } })
    return (await ran).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

for (const language of languages) {
  const { skip } = language
  for (const scope of ['pulses:read', 'teams:read', 'checkins:read', 'insights:read', 'exports:read'])
    test(`get a token and call with ${scope} run as one file in ${language.language}`, { skip }, async () => {
      const world = await newWorld()
      const { client_id: clientId, client_secret: secret } = world.application
      const { path } = firstCallOf([scope])
      const code = codeIn(
        language,
        tokenExamples(world.url, { clientId, secret }),
        callExamples(world.url, path, null),
      )
      assert.match(await outputOf(language, code), /next_cursor|permissions|scopes/)
    })

  test(
    `calling as yourself runs in ${language.language} where the token was exported`,
    { skip },
    async () => {
      const world = await newWorld()
      const token = await world.token({ userId: world.adminId, scopes: ['pulses:read'] })
      const [own] = ownTokenExamples(world.url, {
        client_id: 'app_1',
        kind: 'public',
        redirect_uris: [],
        scopes: ['pulses:read'],
      })
      assert.equal(own.language, 'Shell')
      assert.match(own.code, /^export TOKEN=\$\(/)
      const code = codeIn(language, ownCallExamples(world.url, '/api/pulses'))
      assert.match(await outputOf(language, code, { TOKEN: token }), /pulses/)
    },
  )
}
