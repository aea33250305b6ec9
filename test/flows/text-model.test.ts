/** The service with a model of the operator's (SONDE_TEXT_MODEL): what it reads, what is said of it, and what happens when it fails. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { ConfigError } from '../../src/config.ts'
import { textVersion } from '../../src/text/text.ts'
import { writeModel } from '../support/onnx-model.ts'
import { skipWithoutRuntime } from '../support/onnx-runtime.ts'
import { keysFolderOf, type Running, startApp } from '../support/start.ts'
import { eventually, links, newWorld, pulseDraft } from '../support/world.ts'

const command = fileURLToPath(new URL('../../bin/sonde', import.meta.url))
const vocabulary = { goed: [0, 0, 6], slecht: [6, 0, 0], rooster: [0, 2, 0] }
const dutch = 'De samenwerking met de andere afdeling is slecht en het rooster ook'

const folders: string[] = []
after(() => Promise.all(folders.map((one) => rm(one, { recursive: true, force: true }))))

async function modelFolder(manifest?: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-model-'))
  folders.push(folder)
  await writeModel(folder, vocabulary, manifest)
  return folder
}

/** Twelve people answer in Dutch. @returns the findings about everyone, and the version that is stored */
async function survey(running: Running) {
  const world = await newWorld({ running })
  const author = await world.user()
  const team = await world.team('Twelve', 12)
  const draft = pulseDraft([team.id], { confidentiality: { mode: 'attributed' } })
  const { id } = (await author.post('/api/pulses', draft)).body
  const path = `/api/pulses/${id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  for (const [index, { url }] of (await links(author, path)).entries()) {
    const answers = [
      { question_id: 'calm', value: 3 },
      { question_id: 'why', text: `${dutch} (${index})` },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const { insights } = (await author.get(`/api/insights?pulse_id=${id}&limit=200`)).body
  const ofAll = (kind: string): any =>
    insights.find((one: any) => one.kind === kind && one.scope.team_id === null)
  const { rows } = await running.db.pool.query('select text_version from collections where owner_id = $1', [
    id,
  ])
  return { world, author, id, ofAll, readBy: rows[0].text_version as string }
}

/** A command of its own process beside a running service. */
function run(
  name: string,
  { db: { connection } }: Running,
  folder: string,
): Promise<{ code: unknown; out: string; err: string }> {
  const { host, port, user, password, database, connectionString } = connection
  const parameters = new URLSearchParams({ host: String(host), port: String(port), user: String(user) })
  if (typeof password === 'string') parameters.set('password', password)
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: connectionString ?? `postgres:///${database}?${parameters}`,
    SONDE_KEY_STORE: keysFolderOf(connection),
    SONDE_PORT: '0',
    SONDE_TEXT_MODEL: folder,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [command, name], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })
}

suite('a service with a model of the operator', { skip: await skipWithoutRuntime() }, () => {
  test('reads its languages with it, and says so beside each figure', async () => {
    const folder = await modelFolder()
    const running = await startApp({ env: { SONDE_TEXT_MODEL: folder } })
    const { world, author, id, ofAll, readBy } = await survey(running)
    assert.match(readBy, new RegExp(`^${textVersion}\\+[0-9a-f]{12} By hand$`))

    const { coverage, n, value, method, ...insight } = ofAll('sentiment_signal')
    // Of twelve alike, one may be told as of another kind.
    assert.deepEqual([coverage.read, n], [12, 12])
    assert.ok(coverage.languages.nl.read >= 11)
    assert.ok(value.mean < 0)
    assert.equal(method.version, readBy)
    const { body: how } = await author.get(`/api/insights/${insight.id}/method`)
    assert.equal(how.versions.text, readBy)
    assert.match(how.measured, /languages of the model “By hand” \([0-9a-f]{12}\)/)
    const { body: figures } = await author.get(`/api/insights/sentiment?pulse_id=${id}`)
    assert.equal(figures.sentiment[0].questions[0].method.version, readBy)

    const { body: ready } = await world.anyone.get('/readyz')
    assert.deepEqual(ready, { status: 'ready', text_model: { loaded: true, languages: ['nl'] } })
    const again = await author.post('/api/insights/recompute', { pulse_id: id })
    assert.deepEqual([again.body.added, again.body.superseded], [0, 0])
    const { out } = await run('doctor', running, folder)
    assert.match(out, /^ok +model of texts “By hand” \([0-9a-f]{12}\) for nl, from /m)
  })

  test('loses no analysis when the model fails, and warns', async () => {
    const lines: any[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const folder = await modelFolder({ name: 'Two', labels: ['negative', 'positive'], languages: ['nl'] })
    const running = await startApp({ log, env: { SONDE_TEXT_MODEL: folder } })
    const { world, ofAll, readBy } = await survey(running)
    assert.equal(readBy, textVersion)
    assert.equal(ofAll('sentiment_signal'), undefined)
    assert.ok(ofAll('coverage').coverage.read <= 1)
    assert.deepEqual(
      lines.filter(({ fault }) => fault).map(({ fault }) => fault),
      ['logits have the shape 12 × 3, not texts × 2 labels'],
    )
    const { body: ready } = await world.anyone.get('/readyz')
    assert.deepEqual(ready.text_model, { loaded: false, languages: ['nl'] })
  })
})

suite('a model that cannot be loaded', () => {
  test('is refused before anything starts, in one sentence', async () => {
    const folder = join(tmpdir(), 'sonde-no-such-model')
    await assert.rejects(
      startApp({ env: { SONDE_TEXT_MODEL: folder } }),
      (error) =>
        error instanceof ConfigError &&
        error.message ===
          `SONDE_TEXT_MODEL: the model in ${folder} cannot be loaded: sonde.json is missing. Without the setting, texts are read by the built-in analysis`,
    )
  })

  test('ends the command with the exit code of a wrong configuration, and doctor says why', async () => {
    const running = await startApp()
    const folder = join(tmpdir(), 'sonde-no-such-model')
    const served = await run('serve', running, folder)
    assert.equal(served.code, 78)
    assert.match(served.err, /^SONDE_TEXT_MODEL: .* cannot be loaded: sonde\.json is missing\. [^\n]+\n$/)
    const checked = await run('doctor', running, folder)
    assert.match(checked.out, /^FAULT model of texts in .*: sonde\.json is missing$/m)
  })
})
