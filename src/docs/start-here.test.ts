/** The guides that a newcomer follows, in each language, beside a running service: what is printed is what is under each example. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { isOneOf } from '../../contract/fields.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { runCommand } from '../../test/support/command.ts'
import { newWorld } from '../../test/support/world.ts'

const root = resolve(import.meta.dirname, '../..')
const guideOf = (slug: string): string => readFileSync(join(root, `docs/guides/${slug}.md`), 'utf8')

const blocksOf = (guide: string, language: string): string[] =>
  [...guide.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, of, block]) => (of === language ? [block] : []))

const hasPython = spawnSync('python3', ['--version']).status === 0
const noPython = 'python3 is not installed, so the examples in Python are NOT checked'
if (!hasPython) console.error(noPython)

const languages = [
  { name: 'curl', fence: 'sh', file: 'example.sh', program: 'bash', skip: false },
  { name: 'TypeScript', fence: 'ts', file: 'example.ts', program: process.execPath, skip: false },
  {
    name: 'Python',
    fence: 'python',
    file: 'example.py',
    program: 'python3',
    skip: hasPython ? false : noPython,
  },
] as const

/** … stands for whatever is printed there, over several lines where it has one of its own. */
function printed(expected: string): RegExp {
  const literal = (text: string): string => text.split('…').map(RegExp.escape).join('.+')
  const lines = expected.trimEnd().split('\n')
  const pattern = lines.map((line) => (line === '…' ? '(?:.+\\n)+' : `${literal(line)} *\\n?`))
  return new RegExp(`^${pattern.join('')}$`)
}

type Example = { file: string; program: string; code: string; env: Record<string, string> }

async function outputOf({ file, program, code, env }: Example): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-start-here-'))
  try {
    await writeFile(join(folder, file), code)
    const { stdout, stderr } = await promisify(execFile)(program, [file], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    })
    assert.equal(stderr, '')
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In each language its own blocks together, which call this service; `without` leaves out what needs a checkout that serves, or a browser. */
function examples(slug: string, ending: string, without: RegExp): void {
  const guide = guideOf(slug)
  for (const { name, fence, file, program, skip } of languages)
    test(`${slug} runs as written in ${name}, and ${ending}`, { skip }, async () => {
      const world = await newWorld()
      const asked = guide.match(/SCOPES="([^"]+)"/)?.[1].split(' ') ?? ['pulses:read']
      const scopes = asked.filter((scope) => isOneOf(scopeNames, scope))
      const token = await world.token({ userId: world.adminId, scopes })
      const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = world.application
      const code = blocksOf(guide, fence)
        .map((block) => block.replaceAll(without, ''))
        .join('\n')
        .replace('./client/', `${root}/client/`)
        .replaceAll('http://localhost:4000', world.url)
      const output = await outputOf({ file, program, code, env: { TOKEN: token, CLIENT_ID, CLIENT_SECRET } })
      assert.match(output, printed(blocksOf(guide, 'output').join('')))
    })
}

examples(
  'quick-start',
  'lists no surveys yet',
  /^npm (?:ci|start)$|^CREATED=[^]*?\)$|^export CLIENT_(?:ID|SECRET)=.*$/gm,
)

examples('first-pulse', 'ends in insights', /^CLIENT_ID=[^]*?client_id\)$|^export TOKEN=[^]*?\)$/gm)

test('the calls of the front page run as they are copied', async () => {
  const world = await newWorld()
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = world.application
  const page = await (await fetch(`${world.url}/`)).text()
  const [calls] = [...page.matchAll(/<pre[^>]*><code>([^]*?)<\/code>/g)].map(([, code]) =>
    code
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
  const TOKEN = await world.token({ userId: world.adminId, scopes: ['insights:read'] })
  const env = { CLIENT_ID, CLIENT_SECRET, TOKEN }
  const output = await outputOf({ file: 'example.sh', program: 'bash', code: calls, env })
  const [token, found] = output.split(/(?<=\})(?=\{)/).map((reply) => JSON.parse(reply))
  assert.match(token.access_token, /^sonde_at_/)
  assert.deepEqual(found, { insights: [], next_cursor: null, has_more: false })
  // They fit a phone.
  assert.ok(calls.split('\n', 1)[0].length <= 36)
})

test('the survey of the command line guide can be made and asked with what a sign-in may do', async () => {
  const world = await newWorld()
  const { id: teamId } = await world.team('Platform', 6)
  const scopes = ['pulses:read', 'pulses:write', 'teams:read'] as const
  const env = {
    SONDE_CONFIG_DIR: '/nonexistent/sonde',
    SONDE_URL: world.url,
    SONDE_TOKEN: await world.token({ userId: world.adminId, scopes: [...scopes] }),
  }
  const [survey] = blocksOf(guideOf('command-line'), 'json')
  const input = survey.replace('tem_…', teamId)
  const made = await runCommand(['pulse', 'create', '-f', '-', '--json'], { env, input })
  assert.equal(made.code, 0, made.err)
  const asked = await runCommand(['pulse', 'ask', JSON.parse(made.out).id, '--people', '6'], { env })
  assert.equal(asked.code, 0, asked.err)
})
