/**
 * The service is killed (SIGKILL) at random moments of its main job; a history outside it records what it had acknowledged. SONDE_SEED
 * repeats a run, SONDE_LONG=1 makes it longer.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db, exists, many, sql } from '../../src/db/db.ts'
import { int8, shapeOf } from '../../src/db/shape.ts'
import { deliveries, events as eventsTable } from '../../src/db/tables.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'
import { startIssuer } from '../support/issuer.ts'
import { type Client, client, eventually, pulseDraft, type Reply } from '../support/world.ts'
import { inParallel, newService, organisationOf, ownDatabase, seeded, seedOf } from './killable.ts'

/** Each with its own pulse and two kills. */
const rounds = process.env.SONDE_LONG ? 100 : 5
const people = process.env.SONDE_LONG ? 300 : 150
type Phase = keyof typeof withinMs
const killedIn = [
  ['delivering', 'closing'],
  ['opening', 'answering'],
  ['reminding', 'closing'],
] as const
/** One in so many kills takes the database along; otherwise it lives on, and is adopted. */
const databaseEvery = 5
/** Kills come within this many milliseconds after the start of a phase. */
const withinMs = { opening: 40, delivering: 300, answering: 300, reminding: 300, closing: 60 }

const seed = seedOf()
const random = seeded(seed)
const idp = await startIssuer()
const service = await newService(idp.env)
after(async () => {
  await service.end()
  await idp.close()
})

type Round = { id: string; acknowledged: number; lost: number }

/** Repeats a request until there is a reply, like a client with an Idempotency-Key. */
async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  const until = performance.now() + 120_000
  for (;;) {
    const reply = await ask().catch(() => null)
    if (reply && reply.status < 500 && reply.body?.code !== 'idempotency_in_progress') return reply
    if (performance.now() > until)
      throw new Error(`no reply: ${JSON.stringify(reply?.body)}\n${service.said()}`)
    await sleep(100)
  }
}

const seen = new Set<string>()
let kills = 0

/** The messages with survey links that came into the outbox since the last call; admins get others. */
async function newMessages(): Promise<{ to: string; link: string }[]> {
  const files = (await readdir(service.outbox).catch(() => [])).filter(
    (file) => file.endsWith('.json') && !seen.has(file),
  )
  const messages = await Promise.all(
    files.map(async (file) => {
      seen.add(file)
      return JSON.parse(await readFile(join(service.outbox, file), 'utf8')) as { to: string; link: string }
    }),
  )
  return messages.filter(({ link }) => new URL(link).pathname.startsWith('/r/'))
}

/** Beside the running service, or in its place once it has stopped. */
async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await startEmbeddedPostgres({ dataDir: service.dataDir })
  const db = connect(database.connection)
  try {
    return await work(db)
  } finally {
    await db.close()
    await database.stop()
  }
}

/** Waits until no message of a pulse is left to send. */
const allSent = (pulseId: string): Promise<unknown> =>
  inDatabase((db) =>
    eventually(
      () =>
        exists(
          db.tx,
          sql`
            select 1
            from deliveries d
            join collections c on c.organisation_id = d.organisation_id and c.id = d.collection_id
            where c.owner_id = ${pulseId}
              and d.state <> 'sent'`,
        ),
      (isLeft) => !isLeft,
      120_000,
    ),
  )

async function playRound(user: Client, team: string, number: number): Promise<Round> {
  const chosen: readonly string[] = killedIn[number % killedIn.length]
  let killing = Promise.resolve()
  /** Kills some time after a phase has begun, if it is one of this round. */
  const begin = async (phase: Phase): Promise<void> => {
    if (!chosen.includes(phase)) return
    await killing
    const delayMs = random() * withinMs[phase]
    const withDatabase = ++kills % databaseEvery === 0
    killing = sleep(delayMs).then(async () => {
      await service.kill(withDatabase)
      await service.start()
    })
  }
  const draft = pulseDraft([team], {
    channels: ['email'],
    confidentiality: { mode: number % 2 === 0 ? 'anonymous' : 'confidential' },
  })
  const { body } = await user.post('/api/pulses', draft)
  const path = `/api/pulses/${body.id}`

  await begin('opening')
  const opened = await insist(() =>
    user.post(`${path}/open`, undefined, { 'idempotency-key': `open-${body.id}` }),
  )
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  await begin('delivering')
  const { body: counted } = await eventually(
    () => insist(() => user.get(`${path}/deliveries`)),
    (reply) => reply.body.deliveries.every((one: any) => one.state === 'sent'),
    120_000,
  )
  assert.deepEqual(counted.deliveries, [
    { channel: 'email', kind: 'invitation', round: 0, state: 'sent', count: people },
  ])
  const messages = await newMessages()
  assert.equal(messages.length, people, 'one message each')
  assert.equal(new Set(messages.map((message) => message.to)).size, people)

  await begin('answering')
  const asked = messages.filter(() => random() < 0.5)
  let acknowledged = 0
  let lost = 0
  await inParallel(8, asked, async ({ link }, index) => {
    const attempt = index % 2 === 0 ? { attempt: `${body.id} ${index}` } : {}
    const answers = [
      { question_id: 'calm', value: 1 + (index % 5) },
      { question_id: 'why', text: 'Too many meetings.' },
    ]
    const answer = () => client(service.url).post(new URL(link).pathname, { answers, ...attempt })
    const first = await answer().catch(() => null)
    // Anyone who sent an attempt's value may repeat it; the others' answers may count or not.
    const reply = first ?? ('attempt' in attempt ? await insist(answer) : null)
    if (reply === null || reply.status >= 500) lost++
    else {
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      acknowledged++
    }
  })

  await begin('reminding')
  const reminded = await insist(() =>
    user.post(`${path}/remind`, undefined, { 'idempotency-key': `remind-${body.id}` }),
  )
  assert.equal(reminded.status, 200, JSON.stringify(reminded.body))
  await eventually(
    () => insist(() => user.get(`${path}/deliveries`)),
    (reply) => reply.body.deliveries.every((one: any) => one.state === 'sent'),
    120_000,
  )
  await killing
  await allSent(body.id)
  const reminders = (await newMessages()).map((message) => message.link)
  assert.deepEqual(
    reminders.toSorted(),
    messages.map((message) => message.link).toSorted(),
    'one reminder each, whether they have answered or not',
  )

  await begin('closing')
  const closed = await insist(() =>
    user.post(`${path}/close`, undefined, { 'idempotency-key': `close-${body.id}` }),
  )
  assert.equal(closed.status, 200, JSON.stringify(closed.body))
  assert.equal(closed.body.state, 'closed')
  await killing
  return { id: body.id, acknowledged, lost }
}

test(
  `nothing acknowledged is lost and nothing is done twice over ${2 * rounds} kills`,
  ownDatabase,
  async (t) => {
    t.diagnostic(`SONDE_SEED=${seed}`)
    await service.start()
    const { user, team } = await organisationOf(service, idp, people)
    const played: Round[] = []
    for (let number = 0; number < rounds; number++) {
      played.push(
        await playRound(user, team, number).catch((error: unknown) => {
          throw new Error(`round ${number}, SONDE_SEED=${seed}`, {
            cause: error,
          })
        }),
      )
    }

    for (const { id, acknowledged, lost } of played) {
      const { body } = await eventually(
        () => user.get(`/api/pulses/${id}/results`),
        (reply) => reply.body.results_status === 'available',
        45_000,
      )
      const n = body.questions[0].n
      assert.ok(
        n >= acknowledged && n <= acknowledged + lost,
        `${n} answers, ${acknowledged} acknowledged, ${lost} lost`,
      )
      assert.equal(body.response_summary.responded, n)
      assert.equal(body.response_summary.recipients, people)
    }
    assert.deepEqual(await newMessages(), [], 'nobody was asked under another name')

    await service.stop()
    await inDatabase(async (db) => {
      const events = await many(
        db.tx,
        shapeOf(eventsTable, ['type'], { count: int8 }),
        sql`
        select type, count(*) as count
        from events
        where type like 'pulse.%' or type = 'insight.ready'
        group by type
        order by type`,
      )
      assert.deepEqual(
        events.map(({ type, count }) => [type, count]),
        ['insight.ready', 'pulse.closed', 'pulse.created', 'pulse.opened', 'pulse.reminded'].map((type) => [
          type,
          rounds,
        ]),
      )
      // The outbox takes a message at once: a second attempt would be a failure that nobody saw.
      assert.deepEqual(
        await many(
          db.tx,
          shapeOf(deliveries, ['state', 'attempts'], { count: int8 }),
          sql`select state, attempts, count(*) as count from deliveries group by state, attempts`,
        ),
        [{ state: 'sent', attempts: 1, count: 2 * rounds * people }],
      )
      assert.equal(
        await exists(db.tx, sql`select 1 from collection_keys`),
        false,
        'no key outlives its collection',
      )
    })
  },
)
