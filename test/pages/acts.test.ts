/** What pages offer to do with a survey, compared with what the API can do: nothing is missing, and nobody is offered what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../contract/operations.ts'
import { checkInTransitions, instanceTransitions, pulseTransitions } from '../../contract/states.ts'
import {
  type Act,
  actionsOf,
  actsFor,
  type Kind,
  type Reader,
  type Subject,
} from '../../web/lifecycle/acts.ts'

const nouns: Record<Kind, string> = { pulse: 'Pulse', check_in: 'CheckIn', occurrence: 'Instance' }
const kinds = Object.keys(nouns) as Kind[]

/** Offered elsewhere: in the editor, or as the cards of the live page. */
const elsewhere: Record<Kind, readonly string[]> = {
  pulse: ['edit', 'schedule', 'extend', 'remind'],
  check_in: ['edit', 'activate'],
  occurrence: ['extend', 'remind', 'close'],
}

test('every transition of the API is offered by a page', () => {
  const tables = { pulse: pulseTransitions, check_in: checkInTransitions, occurrence: instanceTransitions }
  for (const kind of kinds)
    assert.deepEqual(
      Object.keys(tables[kind]).filter(
        (name) => !elsewhere[kind].includes(name) && !(name in actionsOf[kind]),
      ),
      [],
      kind,
    )
})

test('an act needs what its operation needs', () => {
  for (const kind of kinds)
    for (const [act, action] of Object.entries(actionsOf[kind])) {
      const operation = operations.find(({ id }) => id === `${act}${nouns[kind]}`)
      assert.equal(operation?.action, action, `${act} ${kind}`)
    }
})

const me = (role: Reader['role'], id = 'usr_me'): Reader => ({ role, user: { id } })

const subject = (more: Partial<Subject>): Subject => ({
  kind: 'pulse',
  id: 'pls_1',
  title: 'Pulse',
  state: 'open',
  authorUserId: 'usr_me',
  isPrivate: false,
  isDeleted: false,
  ...more,
})

test('its author may do all that its state allows, an admin what ends something, and nobody else anything', () => {
  const wanted: [Partial<Subject>, author: Act[], admin: Act[]][] = [
    [{ state: 'draft' }, ['transfer', 'delete'], ['transfer', 'delete']],
    [{ state: 'scheduled' }, ['open', 'unschedule', 'transfer', 'cancel'], ['transfer', 'cancel']],
    [{ state: 'open' }, ['transfer', 'close', 'cancel'], ['transfer', 'close', 'cancel']],
    [{ state: 'closed' }, ['transfer', 'archive', 'delete'], ['transfer', 'archive', 'delete']],
    [{ state: 'archived' }, ['unarchive', 'transfer', 'delete'], ['transfer', 'delete']],
    [{ kind: 'check_in', state: 'archived' }, ['unarchive', 'transfer', 'delete'], ['transfer', 'delete']],
    [{ state: 'archived', isDeleted: true }, ['restore'], []],
    [{ kind: 'check_in', state: 'active' }, ['pause', 'transfer', 'end'], ['pause', 'transfer', 'end']],
    [{ kind: 'check_in', state: 'paused' }, ['resume', 'transfer', 'end'], ['transfer', 'end']],
    [
      { kind: 'check_in', state: 'ended' },
      ['transfer', 'archive', 'delete'],
      ['transfer', 'archive', 'delete'],
    ],
    [{ kind: 'occurrence', state: 'scheduled' }, ['open', 'skip', 'cancel'], ['skip', 'cancel']],
    [{ kind: 'occurrence', state: 'open' }, ['cancel'], ['cancel']],
    [{ kind: 'occurrence', state: 'closed' }, [], []],
  ]
  for (const [more, author, admin] of wanted) {
    const told = JSON.stringify(more)
    assert.deepEqual(actsFor(subject(more), me('analyst')), author, told)
    assert.deepEqual(actsFor(subject(more), me('admin', 'usr_other')), admin, told)
    for (const role of ['analyst', 'member'] as const)
      assert.deepEqual(actsFor(subject(more), me(role, 'usr_other')), [], told)
  }
})

test('a private survey that has begun is handed to nobody', () => {
  const offers = (more: Partial<Subject>, id?: string) =>
    actsFor(subject({ isPrivate: true, ...more }), me('admin', id)).includes('transfer')
  assert.equal(offers({ state: 'open' }), false)
  assert.equal(offers({ state: 'draft' }), true)
  assert.equal(offers({ state: 'draft' }, 'usr_other'), false)
})
