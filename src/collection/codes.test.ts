/** Codes on paper: who is asked by one, printed once, used on a page or as JSON, and destroyed; and what nobody learns of them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { codeAlphabet, isCode, printedCode, readCode } from '../../contract/code-format.ts'
import { ok } from '../../test/access/prepared.ts'
import { startApp } from '../../test/support/start.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { eventually, type Client, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let author: { session: Client; token: Client }
let directory: Client

before(async () => {
  world = await newPeopledWorld()
  const { user } = ok(await world.colleague.get('/api/me'))
  ok(await world.admin.patch(`/api/people/${user.id}`, { role: 'analyst' }))
  author = { session: world.colleague, token: await world.user({ id: user.id }) }
  directory = await world.organisation()
})

let serial = 0

/** People of a team: so many with an address, and so many with the channel code and nothing else. */
async function crewOf(mailed: number, coded: number, parent?: string) {
  const team = await world.team(`Crew ${++serial}`, mailed, parent === undefined ? {} : { parent })
  const fitter = { channels: [{ type: 'code' }], team_ids: [team.id] }
  const added = Array.from({ length: coded }, (_, at) =>
    directory.post('/api/members', { name: `Fitter ${serial} ${at}`, ...fitter }),
  )
  return { ...team, coders: (await Promise.all(added)).map((reply) => ok(reply).id as string) }
}

async function opened(teams: string[], more: Record<string, unknown> = {}) {
  const draft = pulseDraft(teams, { channels: ['email', 'code'], ...more })
  const { id } = ok(await author.token.post('/api/pulses', draft))
  const path = `/api/pulses/${id}`
  ok(await author.token.post(`${path}/open`))
  return path
}

/** The codes of a survey, in one list. */
const printed = async (path: string): Promise<string[]> =>
  ok(await author.session.post(`${path}/codes`)).pools.flatMap((pool: any) =>
    pool.codes.map(({ url }: any) => new URL(url).pathname),
  )

const answers = (score: number) => [{ question_id: 'calm', value: score }]

test('a wrong symbol, and two that were exchanged, are noticed wherever they are', async () => {
  const { id } = await crewOf(0, 5)
  const code = (await printed(await opened([id])))[0].split('.')[1]
  assert.deepEqual(readCode(` ${printedCode(code).toLowerCase()} `), { code })
  for (let at = 0; at < code.length; at++) {
    for (const symbol of codeAlphabet) {
      const wrong = code.slice(0, at) + symbol + code.slice(at + 1)
      assert.equal(isCode(wrong), symbol === code[at], wrong)
    }
    for (let other = at + 1; other < code.length; other++) {
      const symbols = [...code]
      ;[symbols[at], symbols[other]] = [code[other], code[at]]
      assert.equal(isCode(symbols.join('')), code[at] === code[other])
    }
  }
})

test('people without an address draw codes, and their answers count in their team', async () => {
  const crew = await crewOf(3, 6)
  const path = await opened([crew.id])
  const before = ok(await author.session.get(`${path}/codes`))
  assert.deepEqual(
    [before.open, before.issued_at, before.pools.map(({ team_id, codes }: any) => [team_id, codes])],
    [true, null, [[crew.id, 6]]],
  )
  const { deliveries } = ok(await author.token.get(`${path}/deliveries`))
  const byCode = deliveries.filter(({ channel }: any) => channel === 'code')
  assert.deepEqual(
    byCode.map(({ state, count }: any) => [state, count]),
    [['sent', 6]],
  )

  const codes = await printed(path)
  assert.equal(new Set(codes).size, 6)
  for (const [at, code] of codes.entries()) {
    const survey = ok(await world.anyone.get(code))
    assert.deepEqual([survey.by_code, survey.state, survey.saved], [true, 'open', null])
    assert.equal(survey.confidentiality.codes, true)
    ok(await world.anyone.post(code, { answers: answers(at < 3 ? 2 : 4) }))
  }
  ok(await author.token.post(`${path}/close`))
  const { body: results } = await eventually(
    () => author.token.get(`${path}/results`),
    ({ body }) => body.results_status === 'available',
  )
  assert.equal(results.questions[0].n, 6)
  assert.equal(results.teams.find(({ team_id }: any) => team_id === crew.id).questions[0].n, 6)
  assert.equal((await world.anyone.get(codes[0])).status, 404)
})

test('codes are printed once, by the author or by an admin with a reason, and each time is in the audit log', async () => {
  const { id } = await crewOf(0, 5)
  const path = await opened([id])
  assert.equal((await world.admin.post(`${path}/codes`)).body.code, 'reason_required')
  ok(await world.admin.post(`${path}/codes`, { reason: 'The author is away' }))
  const again = await author.session.post(`${path}/codes`)
  assert.deepEqual([again.status, again.body.code], [409, 'codes_issued'])
  const both = await opened([(await crewOf(0, 5)).id])
  const at = await Promise.all([author.session.post(`${both}/codes`), author.session.post(`${both}/codes`)])
  assert.deepEqual(at.map(({ status }) => status).toSorted(), [201, 409])
  const { audit_events: entries } = ok(await world.admin.get('/api/audit-events?action=codes.issued'))
  assert.deepEqual(entries.find(({ target }: any) => path.endsWith(target))?.detail, {
    codes: 5,
    pools: 1,
    reason: 'The author is away',
  })
})

test('what is printed has the title in every language of the survey', async () => {
  const { id } = await crewOf(0, 5)
  const translations = { de: { title: 'Sicherheit' }, fr: { questions: { calm: { text: 'Calme ?' } } } }
  const path = await opened([id], { title: 'Safety', language: 'en', translations })
  const { title, language, titles } = ok(await author.session.post(`${path}/codes`))
  assert.deepEqual(
    { title, language, titles },
    { title: 'Safety', language: 'en', titles: { de: 'Sicherheit' } },
  )
})

test('no program gets codes, and nobody else does', async () => {
  const path = await opened([(await crewOf(0, 5)).id])
  for (const token of [author.token, directory])
    assert.ok([401, 403].includes((await token.post(`${path}/codes`)).status))
  const { body } = await author.token.get(`${path}/links`)
  assert.equal(body.code, 'unprocessable')
})

test('a code needs anonymous mode, and no breakdown', async () => {
  const { id } = await crewOf(0, 5)
  for (const [more, code, pointer] of [
    [{ confidentiality: { mode: 'attributed' } }, 'codes_are_anonymous', '/channels'],
    [{ confidentiality: { mode: 'confidential' } }, 'codes_are_anonymous', '/channels'],
    [{ breakdown: { attribute: 'shift' } }, 'codes_have_no_attributes', '/breakdown'],
  ] as const) {
    const draft = pulseDraft([id], { channels: ['code'], ...more })
    const refused = await author.token.post('/api/pulses', draft)
    assert.deepEqual(
      [refused.status, refused.body.errors[0].code, refused.body.errors[0].pointer],
      [422, code, pointer],
    )
  }
  const { id: pulse } = ok(await author.token.post('/api/pulses', pulseDraft([id], { channels: ['code'] })))
  const changed = await author.token.patch(`/api/pulses/${pulse}`, {
    confidentiality: { mode: 'confidential' },
  })
  assert.equal(changed.body.errors[0].code, 'codes_are_anonymous')
})

test('a used code looks like an unused one, and its first answer counts', async () => {
  const path = await opened([(await crewOf(0, 6)).id])
  const codes = await printed(path)
  for (const code of codes) ok(await world.anyone.post(code, { answers: answers(4) }))
  const [first, second] = [await world.anyone.get(codes[0]), await world.anyone.get(codes[1])]
  const more = await world.anyone.post(codes[0], { answers: answers(1) })
  assert.deepEqual(
    [more.status, Object.keys(more.body).toSorted()],
    [201, ['editable_until', 'promise_hash', 'receipt']],
  )
  assert.deepEqual((await world.anyone.get(codes[0])).body, first.body)
  assert.deepEqual(first.body, second.body)
  ok(await author.token.post(`${path}/close`))
  const { body: results } = await eventually(
    () => author.token.get(`${path}/results`),
    ({ body }) => body.results_status === 'available',
  )
  assert.ok(results.questions[0].distribution.every(({ value, count }: any) => value !== 1 || count === 0))
})

test('nothing is saved before it is sent', async () => {
  const [code] = await printed(await opened([(await crewOf(0, 5)).id]))
  const saved = await world.anyone.patch(code, { answers: answers(3), attempt: 'x'.repeat(20) })
  assert.deepEqual([saved.status, saved.body.code], [409, 'code_saves_nothing'])
  const page = await world.anyone.get(code, { accept: 'text/html' })
  assert.ok(!page.body.includes('data-save') && !page.body.includes('/unsubscribe'))
})

test('destroyed codes end, answers stay, and a destroyed code looks like a wrong one', async () => {
  const parent = await world.team(`Plant ${++serial}`, 0)
  const [one, other] = [await crewOf(0, 5, parent.id), await crewOf(0, 6, parent.id)]
  const path = await opened([parent.id])
  const { pools } = ok(await author.session.post(`${path}/codes`))
  const codesOf = (team: string): string[] =>
    pools.find(({ team_id }: any) => team_id === team).codes.map(({ url }: any) => new URL(url).pathname)
  for (const code of codesOf(one.id)) ok(await world.anyone.post(code, { answers: answers(5) }))
  const { number } = pools.find(({ team_id }: any) => team_id === one.id)
  assert.equal(
    (await author.session.post(`${path}/codes/destroy`, { number: 99 })).body.errors[0].pointer,
    '/number',
  )
  const after = ok(await author.session.post(`${path}/codes/destroy`, { number }))
  assert.deepEqual(
    after.pools.map(({ team_id, destroyed_at }: any) => [team_id, destroyed_at !== null]).toSorted(),
    [
      [one.id, true],
      [other.id, false],
    ].toSorted(),
  )
  assert.deepEqual(ok(await author.session.post(`${path}/codes/destroy`, { number })), after)
  const [wrong, destroyed] = await Promise.all(
    ['/r/000000000000', codesOf(one.id)[0]].map((code) => world.anyone.get(code)),
  )
  const shown = ({ status, body: { request_id: _id, instance: _at, ...body } }: typeof wrong) => [
    status,
    body,
  ]
  assert.deepEqual(shown(destroyed), shown(wrong))
  assert.equal((await world.anyone.get(codesOf(other.id)[0])).status, 200)
  ok(await author.token.post(`${path}/close`))
  const { body: results } = await eventually(
    () => author.token.get(`${path}/results`),
    ({ body }) => body.results_status === 'available',
  )
  assert.equal(results.questions[0].n, 5)
})

test('whoever has too few colleagues with codes is asked by another channel, or counts as not reached', async () => {
  const crew = await crewOf(6, 2)
  ok(await directory.patch(`/api/members/${crew.coders[0]}`, { email: `fitter${serial}@test.example` }))
  const path = await opened([crew.id])
  assert.deepEqual(ok(await author.session.get(`${path}/codes`)).pools, [])
  const { response_summary: summary } = ok(await author.token.get(path))
  assert.deepEqual([summary.recipients, summary.unreachable], [8, 1])
  assert.equal((await author.session.post(`${path}/codes`)).body.errors[0].code, 'no_codes')
})

test('a code is typed on a page without script, and a mistake is told from a code that leads nowhere', async () => {
  const [code] = await printed(await opened([(await crewOf(0, 5)).id]))
  const typed = (text: string) =>
    world.anyone.post('/r/code', `code=${encodeURIComponent(text)}`, {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    })
  const shown = printedCode(code.split('.')[1])
  const right = await typed(` ${shown.toLowerCase().replaceAll('0', 'o')} `)
  assert.deepEqual([right.status, right.headers.get('location')], [303, `${code}?lang=en`])
  const short = await typed(shown.slice(0, -1))
  assert.equal(short.status, 422)
  assert.match(short.body, /11 of 12 characters/)
  assert.doesNotMatch(short.body, /mistake/)
  const wrong = `${shown.slice(0, -1)}${shown.endsWith('7') ? '8' : '7'}`
  const mistyped = await typed(wrong.toLowerCase().replaceAll('-', ' '))
  assert.equal(mistyped.status, 422)
  assert.match(mistyped.body, /has a typing mistake/)
  assert.ok(mistyped.body.includes(`value="${wrong}"`), 'as on the slip')
  const unknown = await typed('0000-0000-0000')
  assert.equal(unknown.status, 404)
  assert.match(unknown.body, /can’t be used/)
  assert.match((await world.anyone.get('/r/000000000000', { accept: 'text/html' })).body, /can’t be used/)
})

test('ten codes that lead nowhere are looked up a minute for one network, and no more', async () => {
  // Limits as they are by default: those of other tests are off.
  const { url } = await startApp({ env: { SONDE_RATE_LIMITS: '', SONDE_TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  const statusOf = async (network: string, typed: string): Promise<number> => {
    const { status } = await fetch(`${url}/r/code`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
        'x-forwarded-for': network,
      },
      body: `code=${typed}`,
    })
    return status
  }
  const wrong = '0000-0000-0000'
  const network = '198.51.100.7'
  assert.equal(await statusOf(network, '0000-0000-0001'), 422, 'a slip of the finger is not looked up')
  const seen: number[] = []
  for (let at = 0; at < 12; at++) seen.push(await statusOf(network, wrong))
  assert.deepEqual(seen, [...Array.from({ length: 10 }, () => 404), 429, 429])
  for (const address of ['000000000000', `${'0'.repeat(26)}.000000000000`]) {
    const link = await fetch(`${url}/r/${address}`, { headers: { 'x-forwarded-for': network } })
    assert.equal(link.status, 429, 'the address in the QR code is no way around it')
  }
  assert.equal(await statusOf('203.0.113.7', wrong), 404, 'another network has attempts of its own')
})
