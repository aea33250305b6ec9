/** The example in Python of the guide, run as it is there beside a running service. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { isOneOf } from '../contract/fields.ts'
import { scopeNames } from '../contract/scopes.ts'
import { newWorld } from './support/world.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
const skip = hasPython
  ? false
  : 'python3 is not installed, so the example of docs/guides/python.md is NOT checked'
if (skip) console.error(skip)

test(
  'the example lists pulses, makes and changes a team, and says why it was refused',
  { skip },
  async (t) => {
    const guide = await readFile(resolve(import.meta.dirname, '../docs/guides/python.md'), 'utf8')
    const [, example, use] = guide.split('```python\n').map((part) => part.split('\n```')[0])
    const world = await newWorld()
    const author = await world.user({ role: 'admin' })
    const [command] = guide.split('```sh\n')[1].split('\n```')
    assert.match(command, /^export SONDE_URL=.*\n.*token --as-me --url "\$SONDE_URL"/)
    const scopes = command
      .match(/--scope "([^"]+)"/)![1]
      .split(' ')
      .filter((scope) => isOneOf(scopeNames, scope))
    const token = await world.token({ userId: author.userId, scopes })
    const { id: teamId } = await world.team('Core', 5)
    const pulses: string[] = []
    for (const title of ['First', 'Second', 'Third']) {
      const draft = {
        title,
        questions: [{ id: 'a', type: 'text', text: 'Why?' }],
        recipients: { team_ids: [teamId] },
      }
      const { body } = await author.post('/api/pulses', draft)
      assert.equal((await author.post(`/api/pulses/${body.id}/open`)).status, 200)
      pulses.push(body.id)
    }
    const folder = await mkdtemp(join(tmpdir(), 'sonde-python-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'sonde_api.py'), example)
    const run = async (file: string) => {
      const child = spawn('python3', [file], {
        cwd: folder,
        env: { PATH: process.env.PATH, SONDE_URL: world.url, SONDE_TOKEN: token },
      })
      const code = new Promise<number | null>((ended) => child.once('close', ended))
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { out, err, code: await code }
    }

    const listed = await run('sonde_api.py')
    assert.deepEqual(
      listed.out.split('\n').map((line) => line.split('\t')[0]),
      [...pulses.toReversed(), guide.split('```output\n')[1].split('\n')[1], ''],
      listed.err,
    )
    assert.equal(listed.err, '')
    assert.equal(listed.code, 0)

    const program = `
${use}
print(api.call("getTeam", id=team["id"])["description"])
print(len(list(api.pages("listPulses", "pulses", limit=1))))
for wrong in (lambda: api.call("getTeams"), lambda: api.call("getTeam"), lambda: api.call("getTeam", id="x", colour=1)):
    try:
        wrong()
    except ValueError as error:
        print(error)
`
    await writeFile(join(folder, 'program.py'), program)
    const { out, err, code } = await run('program.py')
    assert.equal(code, 0, err)
    assert.deepEqual(out.split('\n'), [
      'Runs the clusters',
      '3',
      'the document has no operation getTeams',
      "getTeam: unknown [], missing ['id']",
      "getTeam: unknown ['colour'], missing []",
      '',
    ])
  },
)
