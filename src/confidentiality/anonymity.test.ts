/**
 * What anybody can learn about an anonymous collection from the database and from the logs. The attacker is an operator who reads
 * every table, with PostgreSQL's own columns of each row (xmin, ctid), before close and after, and keeps a copy of what they saw before.
 * The truth is computed from the keys while they exist: in the key store, outside the database.
 */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { before, test } from 'node:test'
import { logger } from '../log.ts'
import { sha256 } from '../ids.ts'
import { keysFolderOf, type Running, startApp } from '../../test/support/start.ts'
import { type Client, eventually, links, newWorld, pulseDraft, type World } from '../../test/support/world.ts'
import { respondentKeyOf } from '../vault/seal.ts'
import { keysOf } from '../vault/vault.ts'

const people = 120

let logged = ''
let running: Running
let world: World
let author: Client

before(async () => {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString()
      done()
    },
  })
  running = await startApp({ log: logger('trace', sink) })
  world = await newWorld({ running })
  author = await world.user({ role: 'admin' })
})

/** The value, which must be there. */
function found<T>(value: T | undefined): T {
  assert.ok(value !== undefined)
  return value
}

/** One row as a database operator sees it. */
type Row = { xmin: string; ctid: string; row: Record<string, unknown> }
type Copy = Map<string, Row[]>

async function copyOfDatabase(): Promise<Copy> {
  const { rows: tables } = await running.db.pool.query<{ name: string }>(`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const copy: Copy = new Map()
  for (const { name } of tables) {
    const { rows } = await running.db.pool.query<Row>(
      `select t.xmin::text, t.ctid::text, to_jsonb(t) as row from ${name} t`,
    )
    copy.set(name, rows)
  }
  return copy
}

const text = ({ xmin, ctid, row }: Row): string => `${xmin} ${ctid} ${JSON.stringify(row)}`

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const place = (ctid: string): number => {
  const [block, offset] = ctid.slice(1, -1).split(',').map(Number)
  return block * 100_000 + offset
}

type Order = { name: string; persons: string[] }

const ordered = <T>(
  name: string,
  rows: readonly T[],
  person: (row: T) => string,
  by: (row: T) => string | number,
) => ({
  name,
  persons: rows
    .map((row) => ({ person: person(row), key: by(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((one) => one.person),
})

/** In two random orders of n rows, one pair is expected to agree (Poisson, mean 1): 10 and more in 1 of 9 million cases. */
const agreeingMax = 9
/** Standard deviation of Spearman's ρ of two random orders of 120: 1/√119 = 0.092. */
const correlationMax = 0.46

function assertUnrelated(one: Order, another: Order): void {
  const orders = `${one.name} against ${another.name}`
  const rank = new Map(another.persons.map((person, index) => [person, index]))
  const n = one.persons.length
  assert.equal(rank.size, n, orders)
  const agreeing = one.persons.filter((person, index) => rank.get(person) === index).length
  assert.ok(agreeing <= agreeingMax, `${orders}: ${agreeing} of ${n} pairs are right`)
  const squares = one.persons.reduce((sum, person, index) => sum + (found(rank.get(person)) - index) ** 2, 0)
  const correlation = 1 - (6 * squares) / (n * (n * n - 1))
  assert.ok(Math.abs(correlation) < correlationMax, `${orders}: ρ = ${correlation}`)
}

test('an operator without the keys cannot join an answer to a person, before close or after', async () => {
  // One more is asked and silent: of a team in which all answer, one answer is left out at random.
  const team = await world.team('Everyone', people + 1)
  const { body: pulse } = await author.post(
    '/api/pulses',
    pulseDraft([team.id], { channels: ['email', 'link'], closes_at: '2100-01-01T00:00:00Z' }),
  )
  const path = `/api/pulses/${pulse.id}`
  assert.equal((await author.post(`${path}/open`)).status, 200)
  const recipients = (await links(author, path)).slice(0, people)
  await eventually(
    () => author.get(`${path}/deliveries`),
    (reply) => reply.body.deliveries.every((one: any) => one.state === 'sent'),
  )
  const { rows: stored } = await running.db.pool.query('select 1 from collection_keys')
  assert.deepEqual(stored, [], 'no key is in the database')
  const {
    rows: [{ id: collectionId, organisation_id: organisationId }],
  } = await running.db.pool.query<{ id: string; organisation_id: string }>(
    'select id, organisation_id from collections where owner_id = $1',
    [pulse.id],
  )
  const ref = { organisationId, collectionId, mode: 'anonymous' } as const
  const { answerKey } = found(await keysOf(running.db.tx, ref))

  // The audit log chains its events a moment after they were written: those of the members are older than any answer.
  await eventually(
    () => running.db.pool.query('select 1 from audit_events where position is null limit 1'),
    ({ rows }) => rows.length === 0,
  )
  const beforeAnswers = await copyOfDatabase()
  const wordsOf = (memberId: string): string =>
    `only ${memberId.slice(-12)} says this ${'at length '.repeat(recipients.findIndex((one) => one.member_id === memberId) % 9)}`
  const arrival: Order = { name: 'arrival', persons: [] }
  const receipts: string[] = []
  const receiptOf: [receipt: string, memberId: string][] = []
  const waiting = shuffled(recipients)
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { member_id: memberId, url } = next
        arrival.persons.push(memberId)
        const answers = [
          { question_id: 'calm', value: 1 + (arrival.persons.length % 5) },
          { question_id: 'why', text: wordsOf(memberId) },
        ]
        const { pathname } = new URL(url)
        await world.anyone.get(pathname)
        const reply = await world.anyone.post(pathname, { answers })
        assert.equal(reply.status, 201)
        receipts.push(reply.body.receipt)
        receiptOf.push([reply.body.receipt, memberId])
        await world.anyone.get(`/receipts/${reply.body.receipt}`)
      }
    }),
  )
  const open = await copyOfDatabase()

  // Answering changes no row that knows a person: what is new or changed names nobody.
  const secrets = recipients.flatMap(({ member_id: memberId, url }) => {
    const link = new URL(url).pathname.split('.')[1]
    return [memberId, link, sha256(link).toString('hex'), wordsOf(memberId)]
  })
  const changedTables: string[] = []
  for (const [table, rows] of open) {
    const old = new Set(found(beforeAnswers.get(table)).map(text))
    const fresh = rows.map(text).filter((row) => !old.has(row))
    if (fresh.length > 0) changedTables.push(table)
    for (const row of fresh)
      for (const secret of secrets) assert.ok(!row.includes(secret), `${table} tells ${secret}: ${row}`)
    for (const table of ['recipients', 'deliveries', 'members'])
      assert.ok(!changedTables.includes(`public.${table}`), `${table} was changed by answering`)
  }
  assert.ok(changedTables.includes('public.responses') && changedTables.includes('public.receipts'))
  const sealed = found(open.get('public.responses'))
  assert.equal(sealed.length, people)
  assert.equal(new Set(sealed.map(({ row }) => String(row.sealed).length)).size, 1, 'lengths tell nothing')

  const byKey = new Map(
    recipients.map(({ member_id: memberId, url }) => [
      `\\x${respondentKeyOf(answerKey, new URL(url).pathname.split('.')[1]).toString('hex')}`,
      memberId,
    ]),
  )
  const whoSealed = ({ row }: Row): string => found(byKey.get(String(row.respondent_key)))
  const perPerson: Order[] = ['public.recipients', 'public.deliveries'].flatMap((table) => {
    const rows = found(open.get(table)).filter(
      ({ row }) =>
        row.collection_id === collectionId &&
        row.channel !== 'link' &&
        recipients.some(({ member_id: memberId }) => memberId === row.member_id),
    )
    const who = ({ row }: Row): string => String(row.member_id)
    return [
      ordered(`${table} by member`, rows, who, who),
      ordered(`${table} by ctid`, rows, who, ({ ctid }) => place(ctid)),
      ordered(`${table} by xmin`, rows, who, ({ xmin, ctid }) => Number(xmin) * 1e9 + place(ctid)),
      ...(table === 'public.recipients'
        ? [ordered(`${table} by token`, rows, who, ({ row }) => String(row.token_sha256))]
        : [ordered(`${table} by time`, rows, who, ({ row }) => String(row.sent_at))]),
    ]
  })
  const whileOpen: Order[] = [
    ordered('sealed by id', sealed, whoSealed, ({ row }) => String(row.id)),
    ordered('sealed by key', sealed, whoSealed, ({ row }) => String(row.respondent_key)),
    ordered('sealed by text', sealed, whoSealed, ({ row }) => String(row.sealed)),
    ordered('sealed by ctid', sealed, whoSealed, ({ ctid }) => place(ctid)),
    ordered('sealed by xmin', sealed, whoSealed, ({ xmin }) => Number(xmin)),
    ordered(
      'receipts',
      found(open.get('public.receipts')),
      ({ row }) => {
        const response = found(sealed.find((one) => one.row.id === row.response_id))
        return whoSealed(response)
      },
      ({ ctid }) => place(ctid),
    ),
  ]
  for (const one of perPerson) for (const another of whileOpen) assertUnrelated(one, another)

  assert.equal((await author.post(`${path}/close`)).status, 200)
  await eventually(
    () => author.get(`${path}/results`),
    (reply) => reply.body.results_status === 'available',
  )
  const closed = await copyOfDatabase()
  const plain = found(closed.get('public.responses'))
  assert.equal(plain.length, people)
  const byWords = new Map(recipients.map(({ member_id: memberId }) => [wordsOf(memberId).trim(), memberId]))
  const whoWrote = ({ row }: Row): string => {
    const answers = row.answers as { question_id: string; text: string }[]
    return found(byWords.get(found(answers.find((answer) => answer.question_id === 'why')).text))
  }
  for (const { row } of plain) {
    assert.deepEqual(
      [row.respondent_key, row.member_id, row.sealed, row.submitted_at],
      [null, null, null, null],
    )
  }
  assert.equal(new Set(plain.map((row) => row.xmin)).size, 1, 'all were written by one transaction')
  assert.deepEqual(closed.get('public.receipts'), [])
  // Only a hash of a receipt is left, in its own table whose orders match no order of answers.
  const proofs = found(closed.get('public.receipt_proofs'))
  assert.equal(proofs.length, people)
  assert.equal(new Set(proofs.map((row) => row.xmin)).size, 1, 'written by one transaction')
  const byReceipt = new Map(
    receiptOf.map(([receipt, memberId]) => [`\\x${sha256(receipt.split('.')[1]).toString('hex')}`, memberId]),
  )
  const whoProves = ({ row }: Row): string => found(byReceipt.get(String(row.receipt_sha256)))
  for (const { row } of proofs)
    assert.deepEqual(
      Object.keys(row).toSorted(),
      ['collection_id', 'is_counted', 'organisation_id', 'receipt_sha256'],
      'with nothing to join by',
    )
  const isKeyStored = async () =>
    (await readdir(keysFolderOf(running.db.connection), { recursive: true })).join().includes(collectionId)
  assert.equal(await eventually(isKeyStored, (isStored) => !isStored), false)
  assert.deepEqual(new Set(proofs.map(({ row }) => row.is_counted)), new Set([true]), 'the same of everybody')

  // Nothing in the copy from before close lies beside an answer now.
  const known = new Set(sealed.flatMap(({ row }) => [row.id, row.respondent_key, row.sealed].map(String)))
  for (const { row } of plain)
    for (const value of Object.values(row)) assert.ok(!known.has(String(value)), `${String(value)} stayed`)
  const afterClose: Order[] = [
    ordered('answers by id', plain, whoWrote, ({ row }) => String(row.id)),
    ordered('answers by ctid', plain, whoWrote, ({ ctid }) => place(ctid)),
  ]
  const proved: Order[] = [
    ordered('proofs by hash', proofs, whoProves, ({ row }) => String(row.receipt_sha256)),
    ordered('proofs by ctid', proofs, whoProves, ({ ctid }) => place(ctid)),
  ]
  for (const one of [...perPerson, ...whileOpen, arrival])
    for (const another of [...afterClose, ...proved]) assertUnrelated(one, another)
  for (const one of proved) for (const another of afterClose) assertUnrelated(one, another)
  // All comments leave.
  const { body: results } = await author.get(`${path}/results`)
  assert.equal(results.questions[1].comments.length, people)

  assertLogsAreClean([...secrets, ...receipts])
})

test('after close no answer lies beside a team of one or a value of one, and too few answers are not stored at all', async () => {
  const team = await world.team('Many', 10)
  const lone = await world.team('Lone', 1, { parent: team.id })
  const few = await world.team('Few', 9)
  const value = (index: number) => (index < 5 ? 'Berlin' : 'Porto')
  for (const [index, member] of team.members.entries())
    await author.patch(`/api/members/${member}`, { attributes: { location: value(index) } })
  await author.patch(`/api/members/${lone.members[0]}`, { attributes: { location: 'Lima canary' } })

  const openAll = async (teams: string[], more: Record<string, unknown>) => {
    const { body } = await author.post('/api/pulses', pulseDraft(teams, more))
    const path = `/api/pulses/${body.id}`
    assert.equal((await author.post(`${path}/open`)).status, 200)
    return { path, recipients: await links(author, path) }
  }
  const many = await openAll([team.id], { breakdown: { attribute: 'location' } })
  const silent = await openAll([few.id], {})
  for (const { url } of [...many.recipients, ...silent.recipients.slice(0, 4)]) {
    const answers = [
      { question_id: 'why', text: 'canary of an answer' },
      { question_id: 'calm', value: 3 },
    ]
    assert.equal((await world.anyone.post(new URL(url).pathname, { answers })).status, 201)
  }
  const open = await copyOfDatabase()
  for (const [table, rows] of open)
    for (const row of rows.map(text))
      assert.ok(
        !row.includes('Lima canary') || ['public.members', 'public.recipients'].includes(table),
        `${table} tells a value: ${row}`,
      )
  for (const { path } of [many, silent]) {
    assert.equal((await author.post(`${path}/close`)).status, 200)
    await eventually(
      () => author.get(`${path}/results`),
      (reply) => reply.body.results_status !== 'analysing',
    )
  }

  const closed = await copyOfDatabase()
  const stored = found(closed.get('public.responses')).filter((row) =>
    text(row).includes('canary of an answer'),
  )
  assert.deepEqual(
    stored.map(({ row }) => row.team_id),
    // All six with another value than Berlin answered: one of them is left out.
    new Array(10).fill(team.id),
    'each answer lies at the node of its cell; four answers leave nothing',
  )
  for (const [table, rows] of closed) {
    for (const row of rows.map(text)) {
      assert.ok(table === 'public.members' || !row.includes('Lima canary'), `${table} tells a value: ${row}`)
      if (row.includes('canary of an answer'))
        for (const secret of ['Berlin', 'Porto', lone.id, ...team.members, ...lone.members])
          assert.ok(!row.includes(secret), `${table} tells ${secret} beside an answer: ${row}`)
    }
  }
  assert.ok(
    found(closed.get('public.cells')).every(({ row }) => Number(row.size) >= 5),
    'no cell is of fewer people than a score needs',
  )
})

function assertLogsAreClean(secrets: readonly string[]): void {
  assert.ok(logged.includes('"level":10') || logged.includes('"level":20') || logged.includes('"level":30'))
  for (const secret of [...secrets, 'Person Everyone', '@test.example', 'says this'])
    assert.ok(!logged.includes(secret), `the log tells ${secret}`)
}

test('refused answers, forged links and invalid forms leave nothing in the log', async () => {
  const team = await world.team('Clumsy', 5)
  const { body: pulse } = await author.post(
    '/api/pulses',
    pulseDraft([team.id], { title: 'Title canary', confidentiality: { mode: 'confidential' } }),
  )
  await author.post(`/api/pulses/${pulse.id}/open`)
  const [{ url, member_id: memberId }] = await links(author, `/api/pulses/${pulse.id}`)
  const { pathname } = new URL(url)
  const [html, attempt] = [{ accept: 'text/html' }, 'attempt-canary-attempt']
  const why = (canary: unknown) => ({ answers: [{ question_id: 'why', text: canary }] })
  const forms = (path: string, body: string) =>
    fetch(running.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  const { body: member } = await author.get(`/api/members/${memberId}`)
  const refused = await forms(`${pathname}/answer`, 'calm=nine&why=answer+canary')
  const cookie = String(refused.headers.get('set-cookie')).split(';')[0]
  const statuses = [
    (await world.anyone.post(pathname, why('answer canary'.repeat(1000)))).status,
    (await world.anyone.post(pathname, { answers: [{ question_id: 'answer canary', text: 'x' }] })).status,
    (await world.anyone.post(pathname, '{"answers": [{"question_id": "why", "text": "answer canary')).status,
    (await world.anyone.post(pathname, why('answer canary\u0000'))).status,
    (await world.anyone.post(pathname, { answer_canary: 1 })).status,
    (await world.anyone.post(`/r/${'0'.repeat(26)}.${'c0ffee'.repeat(6)}c0ff`, why('answer canary'))).status,
    (await world.anyone.get(`/receipts/${'0'.repeat(26)}.${'c0ffee'.repeat(10)}c0ff`)).status,
    (await world.anyone.get(`/r/not-a-link-canary`)).status,
    (await forms(`${pathname}/save`, 'calm=nine&why=answer+canary&_attempt=attempt-canary-attempt')).status,
    (await world.anyone.patch(pathname, { ...why('answer canary'), attempt })).status,
    (await world.anyone.get(pathname, { 'sonde-attempt': attempt })).status,
    refused.status,
    (await fetch(running.url + refused.headers.get('location'), { headers: { ...html, cookie } })).status,
    (await forms(`${pathname}/answer`, 'why=answer+canary%00')).status,
    (await forms(`${pathname}/answer`, 'calm=4&why=answer+canary&_attempt=attempt-canary-attempt')).status,
    (await author.post('/api/members', { name: 'Name canary', email: member.email })).status,
  ]
  assert.deepEqual(statuses, [400, 422, 400, 400, 400, 404, 404, 404, 303, 200, 200, 303, 200, 400, 303, 409])
  const [link, sealed] = [pathname.split('.')[1], /=(.{40,})/.exec(cookie)![1]]
  for (const secret of [link, memberId, sealed, 'canary', 'c0ffee', 'Person Clumsy', '@test.example'])
    assert.ok(!logged.includes(secret), `the log tells ${secret}`)
})
