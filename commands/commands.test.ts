/** The commands of callers as they are installed: real processes beside a running service. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { suite, test } from 'node:test'
import { verifyWebhook } from '../client/webhooks.ts'
import { programOf, runCommand } from '../test/support/command.ts'
import { askedTwoTeams, findingsOf, replier } from '../test/support/replying.ts'
import { startApp } from '../test/support/start.ts'
import { newWorld } from '../test/support/world.ts'
import { newHouse } from '../test/attack/acting/acting.ts'
import { operatorCommands } from './old-names.ts'
import { printable, tableLines } from './output.ts'

const nowhere = '/nonexistent/sonde'
const world = await newWorld()
const author = await world.user({ role: 'admin' })
const environment = { SONDE_CONFIG_DIR: nowhere, SONDE_URL: world.url, SONDE_TOKEN: author.token ?? '' }

const sonde = (words: string[], options: { env?: Record<string, string>; input?: string } = {}) =>
  runCommand(words, {
    env: { ...environment, ...options.env },
    ...(options.input && { input: options.input }),
  })

/** An organisation with findings, and the commands of its admin. */
async function withFindings() {
  const house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  const admin = await replier(house, [], 'admin')
  const { everyone } = await findingsOf(house, await askedTwoTeams(house), admin)
  const env = { SONDE_URL: house.world.url, SONDE_TOKEN: admin.token ?? '' }
  return { insight: everyone, run: (words: string[]) => sonde(words, { env }) }
}

const draft = (teamId: string, title: string) =>
  JSON.stringify({
    title,
    questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 }],
    recipients: { team_ids: [teamId] },
    channels: ['email'],
  })

test('a list is tabs between fields for a program, and with --json the reply of the API unchanged', async () => {
  for (const name of ['Core', 'Platform', 'Sales']) await author.post('/api/teams', { name })
  const [plain, json, all, api] = await Promise.all([
    sonde(['team', 'list', '--limit', '2']),
    sonde(['team', 'list', '--limit', '2', '--json']),
    sonde(['team', 'list', '--limit', '1', '--all', '--json']),
    sonde(['api', 'GET', '/api/teams?limit=2']),
  ])
  const { body } = await author.get('/api/teams?limit=2')
  assert.deepEqual(
    [plain, json, all, api].map(({ code }) => code),
    [0, 0, 0, 0],
    JSON.stringify([plain, json, all, api]),
  )
  assert.deepEqual(JSON.parse(json.out), body)
  assert.deepEqual(JSON.parse(api.out), body)
  assert.deepEqual(
    plain.out.split('\n').filter(Boolean),
    body.teams.map(({ id, name }: { id: string; name: string }) => `${id}\t${name}\t0\t\tactive`),
  )
  assert.match(plain.err, /There are more: --all lists them, --cursor \S+ the next/)
  const { teams, next_cursor: next } = JSON.parse(all.out)
  assert.deepEqual([teams.length, next], [3, null])
})

test('a draft asks nobody before somebody has named the number of people; then it is asked, closed, and its results are read', async () => {
  const { id: teamId, members } = await world.team('Delivery', 6)
  const made = await sonde(['pulse', 'create', '-f', '-', '--json'], {
    input: draft(teamId, 'After the outage'),
  })
  assert.equal(made.code, 0, made.err)
  const { id } = JSON.parse(made.out)
  const state = async (): Promise<string> => (await author.get(`/api/pulses/${id}`)).body.state

  const [unanswered, wrong] = await Promise.all([
    sonde(['pulse', 'ask', id]),
    sonde(['pulse', 'ask', id, '--people', '7']),
  ])
  assert.deepEqual([unanswered.code, wrong.code, await state()], [2, 2, 'draft'])
  assert.match(unanswered.err, /After the outage: asks 6 people by email, confidential/)
  assert.match(unanswered.err, /add --people 6, or --yes/)
  assert.match(wrong.err, /This would ask 6 people, not 7\. Nobody was asked/)

  const dry = await sonde(['pulse', 'ask', id, '--dry-run'])
  assert.deepEqual([dry.code, await state()], [0, 'draft'], dry.err)
  assert.match(dry.err, /Nobody was/)
  const asked = await sonde(['pulse', 'ask', id, '--people', String(members.length)])
  assert.equal(asked.code, 0, asked.err)
  assert.match(asked.out, /^state\s+open$/m)
  assert.match(asked.out, /^recipients\s+6$/m)

  const refused = await sonde(['pulse', 'close', id])
  assert.deepEqual([refused.code, await state()], [2, 'open'])
  assert.equal((await sonde(['pulse', 'close', id, '--yes'])).code, 0)
  const [results, json, insights] = await Promise.all([
    sonde(['pulse', 'results', id]),
    sonde(['pulse', 'results', id, '--json']),
    sonde(['insight', 'list', '--pulse', id, '--json']),
  ])
  assert.deepEqual(JSON.parse(json.out), (await author.get(`/api/pulses/${id}/results`)).body)
  assert.match(results.out, /^everyone\tI could work calmly\t/m)
  assert.deepEqual(JSON.parse(insights.out), (await author.get(`/api/insights?pulse_id=${id}`)).body)
})

test('a check-in is made, started and paused', async () => {
  const { id: teamId } = await world.team('Support', 5)
  const body = {
    ...JSON.parse(draft(teamId, 'Every week')),
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: '2040-01-02' },
    window: 'P2D',
  }
  const made = await sonde(['check-in', 'create', '-f', '-', '--json'], { input: JSON.stringify(body) })
  assert.equal(made.code, 0, made.err)
  const { id } = JSON.parse(made.out)
  const started = await sonde(['check-in', 'activate', id, '--yes'])
  assert.match(started.out, /^state\s+active$/m, started.err)
  const paused = await sonde(['check-in', 'pause', id, '--json'])
  assert.equal(JSON.parse(paused.out).state, 'paused', paused.err)
  const { out } = await sonde(['instance', 'list', '--check-in', id, '--json'])
  assert.deepEqual(JSON.parse(out), (await author.get(`/api/check-in-instances?check_in_id=${id}`)).body)
})

test('a survey is saved as a template, goes into a file and comes out of it the same', async () => {
  const { id: teamId } = await world.team('Research', 5)
  const pulse = JSON.parse(
    (await sonde(['pulse', 'create', '-f', '-', '--json'], { input: draft(teamId, 'Our week') })).out,
  )
  const saved = await sonde(['template', 'save', pulse.id, '--purpose', 'For every week', '--json'])
  const { id } = JSON.parse(saved.out)
  const exported = await sonde(['template', 'export', id])
  assert.equal(exported.code, 0, exported.err)
  assert.deepEqual(JSON.parse(exported.out).questions, pulse.questions)
  const again = await sonde(['template', 'create', '-f', '-', '--json'], { input: exported.out })
  assert.equal((await sonde(['template', 'export', JSON.parse(again.out).id])).out, exported.out)
  const kept = await sonde(['template', 'save', pulse.id, '--question', 'calm', '--json'])
  assert.equal(JSON.parse(kept.out).kind, 'question', kept.err)
  assert.match(
    (await sonde(['template', 'list', '--kind', 'question'])).out,
    /\tquestion\town\tI could work calmly\t/,
  )
  const input = JSON.stringify({ questions: [{ id: 'calm', type: 'yes_no', text: 'Was it calm?' }] })
  const updated = await sonde(['template', 'update', id, '-f', '-'], { input })
  assert.match(updated.err, /calm cannot be compared with version 1: type/)
  assert.equal((await sonde(['template', 'delete', id])).code, 0)
  assert.equal((await sonde(['template', 'show', id])).code, 0, 'its author may restore it')
  const { out } = await sonde(['template', 'list', '--origin', 'own', '--json'])
  assert.deepEqual(JSON.parse(out), (await author.get('/api/templates?origin=own')).body)
})

test('holiday calendars are added, shown, changed and deleted', async () => {
  const made = await sonde(['holiday-calendar', 'create', '--country', 'DE', '--region', 'BY', '--json'])
  assert.equal(made.code, 0, made.err)
  const { id, name, kind } = JSON.parse(made.out)
  assert.deepEqual([name, kind], ['DE BY', 'public'])
  assert.match((await sonde(['holiday-calendar', 'show', id, '--year', '2027'])).out, /2027-01-06.*Epiphany/)
  const shown = await sonde([
    'holiday-calendar',
    'public',
    'DE',
    '--region',
    'BE',
    '--year',
    '2027',
    '--json',
  ])
  assert.deepEqual(
    JSON.parse(shown.out),
    (await author.get('/api/public-holidays/days?country=DE&region=BE&year=2027')).body,
  )
  const days = [{ date: '2026-12-24', name: 'Christmas Eve' }]
  const own = await sonde(['holiday-calendar', 'create', '-f', '-', '--json'], {
    input: JSON.stringify({ name: 'Works', days }),
  })
  const mine = JSON.parse(own.out).id
  const update = ['holiday-calendar', 'update', mine, '-f', '-', '--json']
  const updated = await sonde(update, { input: '{"days":[]}' })
  assert.equal(JSON.parse(updated.out).day_count, 0)
  assert.equal((await sonde(['holiday-calendar', 'delete', mine])).code, 0)
  const { out } = await sonde(['holiday-calendar', 'list', '--json'])
  assert.deepEqual(JSON.parse(out), (await author.get('/api/holiday-calendars')).body)
})

test('an insight is replied to and asked further about, each as a draft until somebody says so', async () => {
  const { run, insight } = await withFindings()
  const drafted = await run(['insight', 'reply', insight, '--text', 'Two people join in January.', '--json'])
  assert.equal(drafted.code, 0, drafted.err)
  const { id, state, kind } = JSON.parse(drafted.out)
  assert.deepEqual([state, kind], ['draft', 'answer'])
  const unsaid = await run(['insight', 'publish-reply', id])
  assert.deepEqual([unsaid.code, unsaid.err.includes('add --yes')], [2, true], unsaid.err)
  const published = await run(['insight', 'publish-reply', id, '--yes'])
  assert.match(published.out, /^state\s+published$/m, published.err)
  const done = await run([
    'insight',
    'reply',
    insight,
    '--text',
    'They came.',
    '--kind',
    'done',
    '--publish',
    '--yes',
  ])
  assert.match(done.out, /^kind\s+done$/m, done.err)
  assert.match(
    (await run(['insight', 'reply', insight, '--text', 'x', '--kind', 'maybe'])).err,
    /Allowed choices/,
  )
  assert.equal(
    JSON.parse((await run(['insight', 'withdraw-reply', id, '--yes', '--json'])).out).state,
    'withdrawn',
  )
  assert.match((await run(['insight', 'replies', insight])).out, /^rpl_\S+\tpublished\tdone\t/)

  const further = ['insight', 'follow-up', insight, '--text', 'What would help most?']
  assert.match((await run([...further, '--dry-run'])).err, /Nothing was/)
  const asked = await run([...further, '--title', 'Once more', '--json'])
  assert.equal(asked.code, 0, asked.err)
  const pulse = JSON.parse(asked.out)
  assert.deepEqual(
    [pulse.state, pulse.title, pulse.questions[0].text],
    ['draft', 'Once more', 'What would help most?'],
  )
})

test('people are put into teams and taken out again', async () => {
  const team = JSON.parse((await sonde(['team', 'create', '--name', 'Night shift', '--json'])).out)
  const member = JSON.parse(
    (await sonde(['member', 'create', '--name', 'Bo Berg', '--email', 'bo@test.example', '--json'])).out,
  )
  const added = await sonde(['team', 'add-member', team.id, member.id, '--role', 'lead'])
  assert.equal(added.code, 0, added.err)
  const { out } = await sonde(['team', 'members', team.id])
  assert.equal(out, `${member.id}\tBo Berg\tbo@test.example\tlead\n`)
  assert.equal((await sonde(['team', 'remove-member', team.id, member.id, '--yes'])).code, 0)
  assert.equal((await author.get(`/api/teams/${team.id}`)).body.member_count, 0)
})

test('a dataset comes whole into a file, in the format that its name says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-export-'))
  const [csv, lines] = [join(folder, 'teams.csv'), join(folder, 'teams.jsonl.gz')]
  await author.post('/api/teams', { name: 'Exported' })
  const [table, packed, printed] = await Promise.all([
    sonde(['export', 'teams', '-o', csv]),
    sonde(['export', 'teams', '-o', lines, '--json']),
    sonde(['export', 'teams', '-o', '-', '--format', 'csv']),
  ])
  assert.deepEqual(
    [table.code, packed.code, printed.code],
    [0, 0, 0],
    JSON.stringify([table, packed, printed]),
  )
  const { rows } = (await author.get('/api/exports/teams/rows?limit=1000')).body
  assert.match(table.out, new RegExp(`^rows\\s+${rows.length}$`, 'm'))
  assert.equal(await readFile(csv, 'utf8'), printed.out)
  assert.equal((await stat(csv)).mode & 0o777, 0o600)
  const written = gunzipSync(await readFile(lines))
    .toString()
    .trim()
    .split('\n')
  assert.deepEqual(
    written.map((line) => JSON.parse(line)),
    rows,
  )
  assert.equal(JSON.parse(packed.out).state, 'ready')
  assert.deepEqual((await readdir(folder)).toSorted(), ['teams.csv', 'teams.jsonl.gz'], 'no part is left')
  for (const words of [
    ['export', 'teams', '-o', join(folder, 'teams')],
    ['export', 'teams'],
    ['export', 'nothing', '-o', csv],
    ['export', 'teams', '-o', '-', '--json', '--format', 'csv'],
  ])
    assert.equal((await sonde(words)).code, 2, words.join(' '))
  assert.equal((await sonde(['export', 'teams', '-o', join(folder, 'missing', 'teams.csv')])).code, 1)
})

test('an application calls with its own secret, as the organisation', async () => {
  const { client_id, client_secret } = world.application
  const env = { SONDE_TOKEN: '', SONDE_CLIENT_ID: client_id, SONDE_CLIENT_SECRET: client_secret }
  const [me, wrong] = await Promise.all([
    sonde(['whoami', '--json'], { env }),
    sonde(['whoami'], { env: { ...env, SONDE_CLIENT_SECRET: `${client_secret}x` } }),
  ])
  assert.equal(JSON.parse(me.out).kind, 'organisation', me.err)
  assert.equal(wrong.code, 4)
  assert.match(wrong.err, /refused SONDE_CLIENT_ID/)
})

test('events reach a receiver of one’s own, signed as webhooks are, whatever it answers', async () => {
  for (const name of ['Red', 'Green']) await author.post('/api/teams', { name })
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const received: unknown[] = []
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(verifyWebhook(body, request.headers, secret))
      response.writeHead(received.length === 1 ? 500 : 204).end()
    })
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const { port } = receiver.address() as AddressInfo
  const feed = ['--types', 'team.created', '--start', 'oldest', '--json']
  const address = `http://127.0.0.1:${port}/hook`
  const listen = sonde(['listen', '--forward-to', address, '--secret', secret, '--count', '3', ...feed])
  const tail = sonde(['event', 'tail', '--count', '3', ...feed])
  // Both wait for the third one, which happens while they run or before: they get it in any case.
  await author.post('/api/teams', { name: 'Blue' })
  const [listened, tailed] = await Promise.all([listen, tail])
  receiver.close()
  assert.deepEqual([listened.code, tailed.code], [0, 0], listened.err + tailed.err)
  const { body } = await author.get('/api/events?types=team.created&limit=3')
  const linesOf = (out: string) =>
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  assert.deepEqual(linesOf(tailed.out), body.events)
  assert.deepEqual(received, body.events)
  assert.deepEqual(
    linesOf(listened.out).map(({ id, answer }) => [id, answer.slice(0, 6)]),
    body.events.map(({ id }: { id: string }, place: number) => [id, place === 0 ? '500 in' : '204 in']),
  )
})

suite('an end says what happened in a number and a sentence', () => {
  const missing = 'pls_00000000000000000000000000'
  const cases: [string, string[], number, RegExp, Record<string, string>?][] = [
    [
      'nobody is signed in',
      ['pulse', 'list'],
      4,
      /You are not signed in at .*sonde login/,
      { SONDE_TOKEN: '' },
    ],
    ['the token is wrong', ['pulse', 'list'], 4, /invalid_token, request /, { SONDE_TOKEN: 'sonde_at_x' }],
    ['a receiver has no address', ['listen', '--forward-to', 'here'], 2, /is not an address of a receiver/],
    ['no service is known', ['pulse', 'list'], 2, /Say which service/, { SONDE_URL: '' }],
    ['no service is known to sign in at', ['token', '--as-me'], 2, /Say which service/, { SONDE_URL: '' }],
    ['no service answers', ['whoami', '--url', 'http://localhost:9'], 1, /No service answers at/],
    ['a token would go out in the clear', ['whoami', '--url', 'http://sonde.example'], 2, /use https/],
    ['there is no such thing', ['pulse', 'show', missing], 1, /Not found \(not_found, request \S+\)/],
    ['a field is wrong', ['team', 'create', '--name', ''], 1, /\/name: /],
    ['a command is unknown', ['pulse', 'lsit'], 2, /unknown command 'lsit'/],
    ['an option is wrong', ['pulse', 'list', '--limit', 'many'], 2, /must be a whole number/],
    ['a file is missing', ['pulse', 'create', '-f', '/nonexistent.json'], 2, /cannot be read/],
  ]
  test('in each case', async () => {
    // A few at a time: each is a process.
    for (let first = 0; first < cases.length; first += 4) {
      await Promise.all(
        cases.slice(first, first + 4).map(async ([what, words, expected, pattern, env = {}]) => {
          const { code, out, err } = await sonde(words, { env })
          assert.deepEqual([what, code, out], [what, expected, ''])
          assert.match(err, pattern)
        }),
      )
    }
  })
})

test('what other people wrote reaches a terminal without control characters and marks that turn the direction', () => {
  const hostile = 'Late\u001B]52;c;aGk=\u0007 \u202Eagain\u009B2J\nand so on'
  assert.equal(printable(hostile), 'Late ]52;c;aGk=   again 2J\nand so on')
  const columns = { comment: (row: string) => row }
  assert.deepEqual(tableLines([hostile], columns, null), ['Late ]52;c;aGk=   again 2J and so on'])
})

test('a table fits the terminal: the widest column is cut, and a program gets everything', () => {
  const rows = [{ id: 'pls_1', title: 'A title that is much too long for it' }]
  const columns = { id: (row: (typeof rows)[0]) => row.id, title: (row: (typeof rows)[0]) => row.title }
  assert.deepEqual(tableLines(rows, columns, 30), ['ID     TITLE', 'pls_1  A title that is much t…'])
  assert.deepEqual(tableLines(rows, columns, null), [`pls_1\t${rows[0].title}`])
  assert.deepEqual(tableLines([], columns, 30), [])
})

test('the names of the operator’s commands go on working, each of them', async () => {
  const [server, old, caller] = await Promise.all([
    runCommand(['--help'], { env: {}, program: programOf('sonde-server') }),
    sonde(['serve', '--help']),
    sonde(['--help']),
  ])
  const commandsOf = (help: string): string[] =>
    [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name)
  assert.deepEqual(commandsOf(server.out).toSorted(), [...operatorCommands, 'token', 'help'].toSorted())
  assert.match(old.out, /^Usage: sonde-server serve/)
  assert.equal(old.code, 0)
  const shared = commandsOf(caller.out).filter((name) => commandsOf(server.out).includes(name))
  assert.deepEqual(shared.toSorted(), ['help', 'token'])
})
