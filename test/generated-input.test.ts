/**
 * Thousands of bodies and query strings generated from the contract's schemas, most of them damaged somewhere: every reply is one that the
 * operation declares, none is a 5xx, none takes 2 seconds. Whatever was accepted can be read afterwards.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import fc from 'fast-check'
import { type Operation, queryOf } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { pathOf } from './access/call.ts'
import { prepare, type Prepared } from './access/prepared.ts'
import { type Request, requests } from './access/requests.ts'
import { generated, type Known } from './input/generated.ts'
import { checkReply } from './support/replies.ts'
import { send, type Sent } from './support/send.ts'
import { hangMs } from './support/cpu.ts'

const bodiesTried = 2_000
const queriesTried = 600

let it: Prepared
let known: Known
const bases = new Map<Operation, Request>()

const tokenFor = ({ caller }: Operation): string | null =>
  caller === 'anyone'
    ? null
    : caller === 'person' || caller === 'session'
      ? it.world.admin.token
      : it.author.token

async function ask(operation: Operation, request: Request): Promise<Sent> {
  const reply = await send(it.world.url + pathOf(operation, request), {
    method: operation.method,
    token: tokenFor(operation),
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  assert.ok(reply.ms < hangMs, `${operation.id} took ${Math.round(reply.ms)} ms`)
  checkReply(operation, reply)
  return reply
}

const byId = (id: string): Operation => operations.find((operation) => operation.id === id)!

const createdThen: Record<string, Operation[]> = {
  createPulse: [
    'getPulseConfidentiality',
    'openPulse',
    'getPulseLinks',
    'getPulse',
    'closePulse',
    'getPulseResults',
  ].map(byId),
  createCheckIn: [
    'getCheckInSchedule',
    'activateCheckIn',
    'getCheckIn',
    'listCheckInInstances',
    'endCheckIn',
  ].map(byId),
}

async function workWith(operation: Operation, reply: Sent): Promise<void> {
  if (reply.status !== 201) return
  for (const next of createdThen[operation.id] ?? []) {
    const query = next.id === 'getCheckInSchedule' ? { count: '200' } : undefined
    await ask(next, { params: { id: reply.body.id }, query })
  }
}

const bodyOf = (operation: Operation, spoilt: boolean): fc.Arbitrary<[string, unknown]> => {
  const { body: base } = bases.get(operation)!
  return fc.tuple(fc.constant(operation.id), generated(operation.body, { known, spoilt, base }))
}

suite('generated input', () => {
  before(async () => {
    // Of its own: floors that are raised by chance stay raised.
    it = await prepare()
    known = {
      tem: [it.team.id],
      mem: it.team.members,
      usr: [it.author.userId],
      pls: [it.closed.id],
      chk: [it.active.id],
    }
    for (const operation of operations) bases.set(operation, await requests[operation.id](it))
  })

  test(`no ${bodiesTried} generated bodies cause an error`, async () => {
    const tries = fc.oneof(
      ...operations
        .filter(({ body }) => body)
        .flatMap((operation) => [false, true].map((spoilt) => bodyOf(operation, spoilt))),
    )
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(tries, async ([id, body]) => {
        const operation = byId(id)
        const reply = await ask(operation, { ...bases.get(operation), body })
        if (reply.status < 300) accepted++
        await workWith(operation, reply)
      }),
      { numRuns: bodiesTried },
    )
    // Else it would be the gates alone that were tried.
    assert.ok(accepted > bodiesTried / 20, `only ${accepted} were accepted`)
  })

  test('every value that a query parameter lists is answered as declared', async () => {
    for (const operation of operations) {
      const base = bases.get(operation)!
      const { properties = {} } = (queryOf(operation) ?? {}) as {
        properties?: Record<string, { enum?: string[] }>
      }
      for (const [name, { enum: listed = [] }] of Object.entries(properties)) {
        for (const value of listed) await ask(operation, { ...base, query: { ...base.query, [name]: value } })
      }
    }
  })

  test(`no ${queriesTried} generated query strings cause an error`, async () => {
    const tries = fc.oneof(
      ...operations
        .filter(({ query }) => query)
        .map(({ id, query }) => fc.tuple(fc.constant(id), generated(query, { known, spoilt: true }))),
    )
    const textOf = (value: unknown): string =>
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
    await fc.assert(
      fc.asyncProperty(tries, async ([id, query]) => {
        const operation = byId(id)
        const members = typeof query === 'object' ? Object.entries(query ?? {}) : []
        const asked = Object.fromEntries(
          members.map(([name, value]) => [name, textOf(value).slice(0, 4_000)]),
        )
        await ask(operation, { ...bases.get(operation), query: asked })
      }),
      { numRuns: queriesTried },
    )
  })

  test('no prototype was changed', () => {
    assert.deepEqual(Object.keys(Object.prototype), [])
    assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  })
})
