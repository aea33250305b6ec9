/** Every transition of contract/states.ts, tried from every state. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '../../contract/operations.ts'
import {
  checkInTransitions,
  checkInStates,
  instanceTransitions,
  instanceStates,
  pulseTransitions,
  pulseStates,
} from '../../contract/states.ts'
import { type Client, newWorld, pulseDraft, type Reply, type World } from '../support/world.ts'

type Move = { from: readonly string[]; to: string; refusal: string }

type Machine = {
  noun: string
  path: string
  states: readonly string[]
  moves: Record<string, Move>
  /** A new one, brought into this state by moves. @returns its address */
  make(state: string): Promise<string>
}

const hour = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** The bodies of transitions; transitions that are not listed have none. */
const bodies: Record<string, () => object> = {
  edit: () => ({ title: 'Another title' }),
  schedule: () => ({ opens_at: hour(1) }),
  extend: () => ({ closes_at: hour(1000) }),
}

const act = (api: Client, path: string, verb: string, headers?: Record<string, string>): Promise<Reply> =>
  verb === 'edit'
    ? api.patch(path, bodies.edit(), headers)
    : api.post(`${path}/${verb}`, bodies[verb]?.(), headers)

let world: World
let author: Client
let colleague: Client
let team: string

before(async () => {
  world = await newWorld()
  author = await world.user()
  colleague = await world.user()
  team = (await world.team('Everyone', 5)).id
})

async function done(promise: Promise<Reply>): Promise<any> {
  const reply = await promise
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}

async function walk(path: string, verbs: readonly string[]): Promise<string> {
  for (const verb of verbs) await done(act(author, path, verb))
  return path
}

const weekly = (more: object = {}) => ({
  title: 'Weekly',
  questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly' }],
  recipients: { team_ids: [team] },
  channels: ['link'],
  recurrence: { rrule: 'FREQ=WEEKLY', starts_on: '2026-12-07' },
  ...more,
})

const newPulse = async (more: object = {}): Promise<string> =>
  `/api/pulses/${(await done(author.post('/api/pulses', { ...pulseDraft([team]), ...more }))).id}`
const newCheckIn = async (more: object = {}): Promise<string> =>
  `/api/check-ins/${(await done(author.post('/api/check-ins', weekly(more)))).id}`

async function newInstance(): Promise<string> {
  const checkIn = await walk(await newCheckIn(), ['activate'])
  const { check_in_instances: instances } = await done(author.get(`${checkIn}/instances`))
  return `/api/check-in-instances/${instances[0].id}`
}

const pulse: Machine = {
  noun: 'pulse',
  path: '/api/pulses/{id}',
  states: pulseStates,
  moves: pulseTransitions,
  make: async (state) =>
    walk(
      await newPulse(),
      {
        scheduled: ['schedule'],
        open: ['open'],
        closed: ['open', 'close'],
        cancelled: ['schedule', 'cancel'],
        archived: ['open', 'close', 'archive'],
      }[state] ?? [],
    ),
}

const checkIn: Machine = {
  noun: 'check-in',
  path: '/api/check-ins/{id}',
  states: checkInStates,
  moves: checkInTransitions,
  make: async (state) =>
    walk(
      await newCheckIn(),
      {
        active: ['activate'],
        paused: ['activate', 'pause'],
        ended: ['activate', 'end'],
        archived: ['activate', 'end', 'archive'],
      }[state] ?? [],
    ),
}

const instance: Machine = {
  noun: 'check-in instance',
  path: '/api/check-in-instances/{id}',
  states: instanceStates,
  moves: instanceTransitions,
  make: async (state) =>
    walk(
      await newInstance(),
      { open: ['open'], closed: ['open', 'close'], skipped: ['skip'], cancelled: ['cancel'] }[state] ?? [],
    ),
}

/** In which state `make` archives. */
const archivedFrom: Record<string, string> = { pulse: 'closed', 'check-in': 'ended' }

const paths = new Set(operations.map(({ method, path }) => `${method} ${path}`))
const isOffered = ({ path }: Machine, verb: string): boolean =>
  paths.has(verb === 'edit' ? `PATCH ${path}` : `POST ${path}/${verb}`)

const machines = [pulse, checkIn, instance]

for (const machine of machines) {
  const { noun, states, moves, make } = machine
  const offered = Object.keys(moves).filter((verb) => isOffered(machine, verb))

  test(`a ${noun} makes the transitions of its table and no other`, async () => {
    for (const state of states) {
      for (const verb of offered) {
        const path = await make(state)
        const { from, to, refusal } = moves[verb]
        const reply = await act(author, path, verb)
        const told = `${verb} from ${state}: ${JSON.stringify(reply.body)}`
        const after = (await done(author.get(path))).state
        if (from.includes(state)) {
          const wanted = to === 'same' ? state : to === 'before' ? archivedFrom[noun] : to
          assert.deepEqual([reply.status, reply.body.state, after], [200, wanted, wanted], told)
        } else {
          assert.deepEqual([reply.status, reply.body.code, reply.body.state], [409, refusal, state], told)
          assert.equal(after, state, told)
        }
      }
    }
  })

  test(`a stale If-Match changes no ${noun}, a fresh one does`, async () => {
    for (const verb of offered) {
      const path = await make(moves[verb].from[0])
      const { version, state } = await done(author.get(path))
      for (const stale of [`"${version - 1}"`, `"${version + 1}"`]) {
        const refused = await act(author, path, verb, { 'if-match': stale })
        assert.deepEqual([refused.status, refused.body.code], [412, 'precondition_failed'], verb)
      }
      const same = await done(author.get(path))
      assert.deepEqual([same.version, same.state], [version, state])
      const reply = await act(author, path, verb, { 'if-match': `"${version}"` })
      assert.equal(reply.status, 200, `${verb}: ${JSON.stringify(reply.body)}`)
      assert.ok(reply.body.version > version)
      assert.equal(reply.headers.get('etag'), `"${reply.body.version}"`)
    }
  })
}

test('every transition of the tables has an operation', () => {
  const missing = machines.flatMap((machine) =>
    Object.keys(machine.moves).flatMap((verb) =>
      isOffered(machine, verb) ? [] : [`${verb} ${machine.noun}`],
    ),
  )
  assert.deepEqual(missing, [])
})

for (const machine of [pulse, checkIn]) {
  test(`a ${machine.noun} is changed by its author alone, and a private one exists for nobody else`, async () => {
    const isPulse = machine === pulse
    const hidden = await (isPulse ? newPulse : newCheckIn)({ visibility: 'private' })
    for (const verb of Object.keys(machine.moves).filter((one) => isOffered(machine, one))) {
      const path = await machine.make(machine.moves[verb].from[0])
      const refused = await act(colleague, path, verb)
      assert.deepEqual([refused.status, refused.body.code], [403, 'not_the_author'], verb)
      const unseen = await act(colleague, hidden, verb)
      assert.deepEqual([unseen.status, unseen.body.code], [404, 'not_found'], verb)
    }
    const path = await machine.make('draft')
    assert.equal((await colleague.delete(path)).body.code, 'not_the_author')
    assert.equal((await colleague.delete(hidden)).status, 404)
    assert.equal((await author.get(path)).status, 200)
    assert.equal((await author.get(hidden)).status, 200)
  })

  test(`DELETE deletes a draft ${machine.noun}, archives an ended one, and refuses one that runs`, async () => {
    const deletable = machine.moves.archive.from
    for (const state of machine.states) {
      const path = await machine.make(state)
      const { version } = await done(author.get(path))
      const stale = await author.delete(path, undefined, { 'if-match': `"${version + 1}"` })
      assert.equal(stale.status, 412, state)
      const reply = await author.delete(path, undefined, { 'if-match': `"${version}"` })
      const after = await author.get(path)
      if (state === 'draft') {
        assert.deepEqual([reply.status, after.status], [204, 404], state)
      } else if (state === 'archived' || deletable.includes(state)) {
        assert.deepEqual([reply.status, after.body.state], [204, 'archived'], state)
      } else {
        const { refusal } = machine.moves.archive
        assert.deepEqual([reply.status, reply.body.code, reply.body.state], [409, refusal, state], state)
        assert.equal(after.body.state, state)
      }
    }
  })
}

test('an organisation’s applications can change an instance', async () => {
  const program = await world.organisation(['checkins:write'])
  const path = await instance.make('scheduled')
  assert.equal((await act(program, path, 'open')).body.state, 'open')
  assert.equal((await act(program, path, 'close')).body.state, 'closed')
  const reader = await world.organisation(['checkins:read'])
  assert.equal((await act(reader, path, 'close')).body.code, 'insufficient_scope')
})
