/** Alerts of harm: one bit for admins in person, and nothing about what was said, by whom, where or how often. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { many, sql } from '../../db/db.ts'
import { shapeOf } from '../../db/shape.ts'
import { events as eventsTable } from '../../db/tables.ts'
import { newPeopledWorld, type PeopledWorld } from '../../../test/support/people.ts'
import { type Client, eventually, links, pulseDraft } from '../../../test/support/world.ts'

let world: PeopledWorld
let author: Client & { userId: string }
let team: { id: string }

const path = '/api/alerts'
const alerts = async (query = '') => (await world.admin.get(`${path}?limit=200&${query}`)).body.alerts

async function closedPulse(
  texts: readonly string[],
  more: Record<string, unknown> = {},
  by: Client = author,
): Promise<string> {
  const { id } = (await by.post('/api/pulses', pulseDraft([team.id], more))).body
  assert.equal((await by.post(`/api/pulses/${id}/open`)).status, 200)
  const urls = await links(by, `/api/pulses/${id}`)
  for (const [at, text] of texts.entries()) {
    const answers = [
      { question_id: 'calm', value: 1 + (at % 5) },
      { question_id: 'why', text },
    ]
    assert.equal((await world.anyone.post(new URL(urls[at].url).pathname, { answers })).status, 201)
  }
  assert.equal((await by.post(`/api/pulses/${id}/close`)).status, 200)
  await eventually(
    () => by.get(`/api/pulses/${id}/results`),
    (reply) => ['available', 'insufficient'].includes(reply.body.results_status),
  )
  return id
}

const canary = 'Kanarienvogel'
const plain = Array.from({ length: 11 }, (_, at) => `The build is slow in part ${'abcdefghijk'[at]}.`)
const inDanger = `My lead harasses me, and I want to kill myself, says ${canary}.`
const of = (found: any[], id: string) => found.filter(({ scope }) => scope.pulse_id === id)

suite('alerts of harm', () => {
  before(async () => {
    world = await newPeopledWorld()
    author = await world.user({ role: 'admin' })
    // One more than answer: of a team in which all do, one answer is left out at random.
    team = await world.team('Platform', 13)
  })

  test('are raised for admins when the collection closes, and hold nothing else', async () => {
    const id = await closedPulse([...plain, inDanger])
    const [alert, ...more] = of(await alerts(), id)
    assert.equal(more.length, 0)
    assert.deepEqual(alert.kinds, ['harassment', 'self_harm'])
    assert.equal(
      alert.statement,
      'At least one answer of this collection speaks of harassment and self-harm.',
    )
    assert.deepEqual(alert.scope, { pulse_id: id })
    assert.deepEqual(Object.keys(alert).toSorted(), [
      'acknowledged_at',
      'acknowledged_by',
      'created_at',
      'id',
      'kinds',
      'scope',
      'statement',
      'subject',
      'title',
    ])
    const { rows } = await world.running.db.pool.query('select * from alerts')
    assert.ok(!JSON.stringify(rows).includes(canary))
  })

  test('are the same however many answers speak of harm, and whoever gave them', async () => {
    const [one, two] = [
      await closedPulse([...plain, inDanger]),
      await closedPulse([inDanger, inDanger, ...plain.slice(0, 5)]),
    ]
    const tellingOf = async (id: string) => {
      const [{ kinds, statement }] = of(await alerts(), id)
      return { kinds, statement }
    }
    assert.deepEqual(await tellingOf(one), await tellingOf(two))
  })

  test('are not quoted in a report, and no event mentions them', async () => {
    const id = await closedPulse([...plain.slice(0, 9), inDanger, inDanger, inDanger])
    const insights = (await author.get(`/api/insights?pulse_id=${id}&limit=200`)).body.insights
    const quotes = insights.flatMap(({ value }: any) => value?.quotes ?? [])
    assert.ok(!quotes.some((quote: string) => /harass|kill/.test(quote)))
    const events = await many(
      world.running.db.tx,
      shapeOf(eventsTable, ['type']),
      sql`select type from events where organisation_id = ${world.organisationId} and type like '%alert%'`,
    )
    assert.deepEqual(events, [])
  })

  test('are not raised for fewer than k_score people, for figures of speech, or for a cancelled pulse', async () => {
    const few = await closedPulse([inDanger, ...plain.slice(0, 3)])
    const idioms = await closedPulse([
      ...plain.slice(0, 6),
      'Please kill the process, the deadline is killing me.',
    ])
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id]))).body
    await author.post(`/api/pulses/${id}/open`)
    for (const { url } of (await links(author, `/api/pulses/${id}`)).slice(0, 6))
      await world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'why', text: inDanger }] })
    await author.post(`/api/pulses/${id}/cancel`)
    const found = await alerts()
    for (const one of [few, idioms, id]) assert.deepEqual(of(found, one), [])
  })

  test('are not raised where the number of answers is hidden: neither an alert nor a changing status tells it', async () => {
    const seen: unknown[] = []
    // Somebody of the season is gone, so nobody of the team is counted.
    const left = await world.team('Left', 9)
    const draft = pulseDraft([left.id])
    const first = (await author.post('/api/pulses', draft)).body.id
    assert.equal((await author.post(`/api/pulses/${first}/open`)).status, 200)
    assert.equal((await author.post(`/api/pulses/${first}/close`)).status, 200)
    assert.equal(
      (await author.patch(`/api/members/${left.members[0]}`, { status: 'deactivated' })).status,
      200,
    )
    for (const texts of [
      [inDanger, ...plain.slice(0, 2)],
      [inDanger, ...plain.slice(0, 7)],
    ]) {
      const { id } = (await author.post('/api/pulses', draft)).body
      await author.post(`/api/pulses/${id}/open`)
      const urls = await links(author, `/api/pulses/${id}`)
      for (const [at, text] of texts.entries()) {
        const answers = [
          { question_id: 'calm', value: 1 + (at % 5) },
          { question_id: 'why', text },
        ]
        assert.equal((await world.anyone.post(new URL(urls[at].url).pathname, { answers })).status, 201)
      }
      const { status, body } = await author.post(`/api/pulses/${id}/close`)
      assert.equal(status, 200)
      seen.push([body.results_status, body.response_summary.responded, of(await alerts(), id)])
    }
    assert.deepEqual(seen, [
      ['insufficient', 0, []],
      ['insufficient', 0, []],
    ])
  })

  test('are not raised while answers come in', async () => {
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id]))).body
    await author.post(`/api/pulses/${id}/open`)
    for (const { url } of (await links(author, `/api/pulses/${id}`)).slice(0, 8))
      await world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'why', text: inDanger }] })
    assert.deepEqual(of(await alerts(), id), [])
  })

  test('of something private are for its author alone, if they are an admin', async () => {
    const hidden = await closedPulse([...plain, inDanger], { visibility: 'private' })
    assert.deepEqual(of(await alerts(), hidden), [])
    const admin = await world.user({ id: world.adminId })
    const ownPulse = await closedPulse([...plain, inDanger], { visibility: 'private' }, admin)
    assert.equal(of(await alerts(), ownPulse).length, 1)
  })

  test('are acknowledged by the first admin to do so; that and every reading is audited', async () => {
    const id = await closedPulse([...plain, inDanger])
    const [alert] = of(await alerts('acknowledged=false'), id)
    const first = await world.admin.post(`${path}/${alert.id}/acknowledge`)
    assert.deepEqual([first.status, first.body.acknowledged_by], [200, world.adminId])
    const second = await world.admin.post(`${path}/${alert.id}/acknowledge`)
    assert.equal(second.body.acknowledged_at, first.body.acknowledged_at)
    assert.deepEqual(of(await alerts('acknowledged=false'), id), [])
    assert.equal(of(await alerts('acknowledged=true'), id).length, 1)
    const log = (await world.admin.get(`/api/audit-events?target=${alert.id}`)).body.audit_events
    assert.deepEqual(log.map(({ action }: any) => action).toSorted(), ['alert.acknowledged', 'alert.read'])
    assert.equal((await world.admin.post(`${path}/alr_${'0'.repeat(26)}/acknowledge`)).status, 404)
  })

  test('are mentioned in the promise to respondents', async () => {
    const { id } = (await author.post('/api/pulses', pulseDraft([team.id]))).body
    const { details } = (await author.get(`/api/pulses/${id}/confidentiality`)).body
    assert.ok(details.some((line: string) => /harassment, self-harm or danger/.test(line)))
  })
})
