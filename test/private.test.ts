/**
 * A private pulse or check-in, with everything that belongs to it, exists for its author alone: for everybody else in the organisation
 * every operation replies as for an id that never existed, and no list holds it. An organisation's token never sees it.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { operations } from '../contract/operations.ts'
import { newId } from '../src/ids.ts'
import { call } from './access/call.ts'
import { makingOnce } from './access/making-once.ts'
import { ok, prepare, type Prepared } from './access/prepared.ts'
import { requests } from './access/requests.ts'
import { checkReply, isRefused } from './support/replies.ts'
import type { Client } from './support/world.ts'

const hidden = { visibility: 'private', confidentiality: { mode: 'attributed' } }

type Private = { pls: string[]; chk: string[]; cki: string[]; ins: string[] }

let it: Prepared
/** What is asked for goes to other ids, so it is made once. */
let once: Prepared
let mine: Private
let colleague: Client
let program: Client

async function makePrivate({
  author,
  answered,
  pulse,
  openPulse,
  checkIn,
  instance,
  openInstance,
  closedInstance,
}: Prepared) {
  const closed = await answered({ ...hidden, title: 'Mine alone' })
  const scheduled = await instance(hidden)
  const open = await openInstance(hidden)
  // A live state ends by itself where it will not change again.
  const over = await closedInstance(hidden)
  const insights = ok(await author.get(`/api/insights?pulse_id=${closed.id}&limit=200`)).insights
  return {
    pls: [(await pulse(hidden)).id, (await openPulse(hidden)).id, closed.id],
    chk: [(await checkIn(hidden)).id, scheduled.check_in_id, open.check_in_id, over.check_in_id],
    cki: [scheduled.id, open.id, over.id],
    ins: insights.map((insight: { id: string }) => insight.id),
  }
}

const kinds = { pls: 'pulse', chk: 'checkIn', cki: 'instance', ins: 'insight' } as const

/** Which of these kinds of id an operation's path takes. */
const kindOf = (operation: (typeof operations)[number]): keyof typeof kinds | undefined => {
  const pattern = (operation.params as any)?.properties.id?.pattern as string | undefined
  return (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => pattern?.startsWith(`^${kind}_`))
}

const onOne = operations.flatMap((operation) => {
  const kind = kindOf(operation)
  return kind ? [{ operation, kind }] : []
})

const lists: { path: string; filters(it: Private): string[]; kind: keyof Private }[] = [
  {
    path: '/api/pulses',
    kind: 'pls',
    filters: () => ['visibility=private', 'q=Mine alone', 'state=draft,open,closed'],
  },
  { path: '/api/check-ins', kind: 'chk', filters: () => ['state=draft,active', 'q=After'] },
  {
    path: '/api/check-in-instances',
    kind: 'cki',
    filters: ({ chk }) => ['state=open', ...chk.map((id) => `check_in_id=${id}`)],
  },
  {
    path: '/api/insights',
    kind: 'ins',
    filters: ({ pls }) => ['kind=score', `pulse_id=${pls[2]}`, `from=2000-01-01T00:00:00Z`],
  },
]

suite('private pulses and check-ins', () => {
  before(async () => {
    // Of its own: other tests raise the shared one's floors, and its answers would never be shown.
    it = await prepare()
    once = makingOnce(it)
    mine = await makePrivate(it)
    colleague = await it.world.user()
    program = await it.world.organisation()
  })

  suite('do not exist for others', () => {
    for (const { operation, kind } of onOne) {
      test(operation.id, async () => {
        const { params: own, ...rest } = await requests[operation.id](once)
        const asked = (caller: Client, id: string) =>
          call(caller, operation, { params: { ...own, id }, ...rest })
        const isInPerson = operation.caller === 'session'
        const other = isInPerson ? it.world.admin : colleague
        const unknown = await asked(other, newId(kinds[kind]))
        for (const id of mine[kind]) {
          const reply = await asked(other, id)
          isRefused(operation, reply, 404, 'not_found')
          assert.deepEqual({ ...reply.body, request_id: '' }, { ...unknown.body, request_id: '' })
          const toProgram = await asked(program, id)
          if (isInPerson) isRefused(operation, toProgram, 401, 'invalid_token')
          else if (operation.caller === 'user') isRefused(operation, toProgram, 403, 'user_identity_required')
          else isRefused(operation, toProgram, 404, 'not_found')
        }
        if (operation.method !== 'GET' || isInPerson) return
        // An answer belongs to one survey, and this one is another's.
        if (operation.path.includes('{response_id}')) return
        const authors = await asked(it.author, mine[kind].at(-1)!)
        checkReply(operation, authors)
        assert.notEqual(authors.status, 404, JSON.stringify(authors.body))
      })
    }
  })

  suite('are listed for their author alone', () => {
    for (const { path, kind, filters } of lists) {
      test(path, async () => {
        const idsSeenBy = async (caller: Client, filter: string): Promise<string[]> => {
          const page = ok(await caller.get(`${path}?limit=200&${filter}`))
          return Object.values(page as Record<string, { id: string }[]>)[0].map((one) => one.id)
        }
        const all = await idsSeenBy(it.author, '')
        assert.deepEqual(new Set(all).intersection(new Set(mine[kind])), new Set(mine[kind]))
        for (const filter of ['', ...filters(mine)]) {
          for (const caller of [colleague, program]) {
            const seen = await idsSeenBy(caller, filter)
            assert.deepEqual(new Set(seen).intersection(new Set(mine[kind])), new Set())
          }
        }
      })
    }
  })

  test('an active check-in cannot become private, nor a private one public: its instances keep their readers', async () => {
    const { id } = await it.activeCheckIn()
    const reply = await it.author.patch(`/api/check-ins/${id}`, { visibility: 'private' })
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, '/visibility'])
    assert.equal((await it.author.patch(`/api/check-ins/${id}`, { visibility: 'public' })).status, 200)
  })
})
