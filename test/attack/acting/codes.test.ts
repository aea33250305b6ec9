/**
 * Somebody with every token, who prints the codes and looks at the database. They compare what can be read before and after codes were used,
 * and change who is asked by a code from one survey to the next.
 */
import assert from 'node:assert/strict'
import { before, test as attack } from 'node:test'
import { ok } from '../../access/call.ts'
import { newPeopledWorld, type PeopledWorld } from '../../support/people.ts'
import { type Client, eventually, pulseDraft } from '../../support/world.ts'
import { answersOf, figureOf, wonNone } from './acting.ts'

let world: PeopledWorld
let author: { session: Client; token: Client }
let program: Client

before(async () => {
  world = await newPeopledWorld()
  const { user } = ok(await world.colleague.get('/api/me'))
  ok(await world.admin.patch(`/api/people/${user.id}`, { role: 'analyst' }))
  author = { session: world.colleague, token: await world.user({ id: user.id }) }
  program = await world.organisation()
})

const byCode = [{ type: 'code' }]

async function crew(name: string, parent: string | null, coded: number) {
  const fitter = { channels: byCode, ...(parent !== null && { team_ids: [parent] }) }
  const added = Array.from({ length: coded }, (_, at) =>
    program.post('/api/members', { name: `${name} ${at}`, ...fitter }),
  )
  return (await Promise.all(added)).map((reply) => ok(reply).id as string)
}

async function asked(teamIds: string[], more: Record<string, unknown> = {}) {
  const draft = pulseDraft(teamIds, { channels: ['email', 'code'], ...more })
  const { id } = ok(await author.token.post('/api/pulses', draft))
  ok(await author.token.post(`/api/pulses/${id}/open`))
  return { id: id as string, path: `/api/pulses/${id}`, title: draft.title }
}

const codesOf = async (path: string): Promise<string[]> =>
  ok(await author.session.post(`${path}/codes`)).pools.flatMap(({ codes }: any) =>
    codes.map(({ url }: any) => new URL(url).pathname),
  )

async function resultsOf(path: string): Promise<any> {
  ok(await author.token.post(`${path}/close`))
  const { body } = await eventually(
    () => author.token.get(`${path}/results`),
    (reply) => ['available', 'insufficient'].includes(reply.body.results_status),
  )
  return body
}

/** Events are given their place in the feed after they were written: a reading before that lacks some of them. */
const allPlaced = (id: string): Promise<unknown> =>
  eventually(
    async () =>
      (
        await world.running.db.pool.query(
          `select from events where position is null and payload ->> 'pulse_id' = $1`,
          [id],
        )
      ).rowCount,
    (waiting) => waiting === 0,
  )

/** All that the holder of every token can read of an open survey, except for texts that are drawn again for each reading. */
async function everythingOf({ id, path }: { id: string; path: string }, codes: readonly string[]) {
  await allPlaced(id)
  const read = async (by: Client, place: string) => ok(await by.get(place))
  const { events } = await read(program, '/api/events?limit=200')
  const { audit_events: audit } = await read(world.admin, '/api/audit-events?limit=200')
  const pages = await Promise.all(codes.map((code) => world.anyone.get(code, { accept: 'text/html' })))
  const replies = await Promise.all(codes.map((code) => world.anyone.get(code)))
  return {
    codes: await read(author.session, `${path}/codes`),
    toAdmins: await read(world.admin, `${path}/codes`),
    pulse: await read(author.token, path),
    deliveries: await read(author.token, `${path}/deliveries`),
    progress: await read(author.token, `${path}/progress`),
    results: await read(author.token, `${path}/results`),
    events: events.filter((one: any) => JSON.stringify(one).includes(id)),
    audit: audit.filter(({ target }: any) => target === id),
    pages: pages.map(({ status, body }, at) => [
      status,
      body.replaceAll(codes[at], '…').replaceAll(/value="[\w-]{16,64}"/g, ''),
    ]),
    replies: replies.map(({ status, body }) => [status, body]),
  }
}

/** The rows of the roster and of codes, with the transactions that wrote them. */
const rowsOf = async (id: string) => {
  const { pool } = world.running.db
  const of = async (table: string, order: string) =>
    (
      await pool.query(
        `select t.ctid::text, t.xmin::text, t.xmax::text, t.* from ${table} t
         join collections c on c.organisation_id = t.organisation_id and c.id = t.collection_id
         where c.owner_id = $1 order by ${order}`,
        [id],
      )
    ).rows
  return {
    codes: await of('codes', 'code_sha256'),
    pools: await of('code_pools', 'number'),
    recipients: await of('recipients', 'member_id'),
    deliveries: await of('deliveries', 'member_id'),
  }
}

attack('nothing that can be read, and no row, tells which codes were used', async () => {
  const { id: team } = await world.team('Press', 0)
  await crew('Press', team, 9)
  const pulse = await asked([team])
  const codes = await codesOf(pulse.path)
  const [seen, rows] = [await everythingOf(pulse, codes), await rowsOf(pulse.id)]
  for (const code of codes.slice(0, 4)) ok(await world.anyone.post(code, { answers: answersOf(4) }))
  const [after, rowsAfter] = [await everythingOf(pulse, codes), await rowsOf(pulse.id)]
  // Where the number of answers takes its first step is drawn for each survey.
  for (const { pulse: read, results } of [seen, after]) {
    delete read.response_summary
    delete results.response_summary
  }
  assert.deepEqual(after, seen)
  assert.deepEqual(rowsAfter, rows)
  const distinct = new Set(after.pages.map((page) => JSON.stringify(page)))
  wonNone(distinct.size - 1, codes.length, 'codes whose page differs from that of others')
})

attack('the database leads from no code to a person, and from no person to a code', async () => {
  const { id: team } = await world.team('Paint', 0)
  const people = await crew('Paint', team, 5)
  const pulse = await asked([team])
  const codes = await codesOf(pulse.path)
  ok(await world.anyone.post(codes[0], { answers: answersOf(2) }))
  const rows = await rowsOf(pulse.id)
  const named = new Set(people)
  assert.ok(rows.recipients.every(({ token_sha256: token }) => token === null))
  wonNone(
    [...rows.codes, ...rows.pools].filter((row) =>
      Object.values(row).some((value) => named.has(value as string)),
    ).length,
    codes.length,
    'rows of codes that name somebody',
  )
  const order = rows.codes.map(({ code_sha256: hash }) => hash.toString('hex'))
  assert.deepEqual(order, order.toSorted(), 'codes lie in the order of their hashes')
})

attack(
  'who is asked by a code from one survey to the next is not the difference of their figures',
  async () => {
    const { id: plant } = await world.team('Plant', 0)
    const assembly = await world.team('Assembly', 8, { parent: plant })
    const store = await world.team('Store', 8, { parent: plant })
    const { id: legal } = await world.team('Legal', 6)
    const everybody = [plant, legal]

    const first = await asked(everybody, { channels: ['link'], confidentiality: { mode: 'anonymous' } })
    const before = await resultsOf(first.path)
    assert.ok(before.teams.some(({ team_id }: any) => team_id === assembly.id))

    // Two of each team: too few for their own pool, and the two of Assembly would be what its figure lacks.
    const chosen = [...assembly.members.slice(0, 2), ...store.members.slice(0, 3)]
    for (const member of chosen)
      ok(await program.patch(`/api/members/${member}`, { email: null, channels: byCode }))
    const second = await asked(everybody, { channels: ['link', 'code'] })
    const { pools } = ok(await author.session.get(`${second.path}/codes`))
    assert.deepEqual(
      pools.map(({ team_id, codes }: any) => [team_id, codes]),
      [[plant, 5]],
    )
    const { links } = ok(await author.token.get(`${second.path}/links?limit=200`))
    assert.equal(links.length, 22 - chosen.length)
    for (const { url } of links) ok(await world.anyone.post(new URL(url).pathname, { answers: answersOf(4) }))
    for (const code of await codesOf(second.path))
      ok(await world.anyone.post(code, { answers: answersOf(1) }))
    const results = await resultsOf(second.path)
    const shown = (team: string) => {
      const { questions = [] } = results.teams.find(({ team_id }: any) => team_id === team)
      const { suppressed, n } = figureOf({ questions }, 'calm') ?? {}
      return suppressed ? undefined : n
    }
    const partial = [assembly.id, store.id].filter((team) => shown(team) !== undefined)
    wonNone(partial.length, 2, 'teams whose figure lacks those who were given a code')
    // All 16 of the plant are in one figure; where everybody answered, one answer is left out at random.
    assert.equal(shown(plant), 15)
  },
)
