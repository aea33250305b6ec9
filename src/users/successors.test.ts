/** Who could take over a survey: whom each caller finds by name, whom by a whole address alone, and what they learn of them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newPeopledWorld } from '../../test/support/people.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import type { Client } from '../../test/support/world.ts'

const world = await newPeopledWorld()
const api = await world.organisation(['teams:read', 'teams:write'])
const addressOf = (name: string): string => `${name}-${world.adminEmail}`

/** Mia manages Sales, where Max is; Lea is in Legal and an analyst. All of them have access. */
let mia: Client
let max: Client
let analyst: Client
let ids: Record<'max' | 'lea', string>

const namesOf = async (by: Client, q?: string): Promise<string[]> => {
  const search = q === undefined ? '' : `?q=${encodeURIComponent(q)}`
  const { people } = await bodyOf(by.get(`/api/people/successors${search}`))
  return people.map(({ name }: { name: string }) => name)
}

before(async () => {
  const admin = await world.user({ id: world.adminId })
  const teamOf = async (name: string): Promise<string> =>
    (await bodyOf(api.post('/api/teams', { name }), 201)).id
  const [sales, legal] = [await teamOf('Sales'), await teamOf('Legal')]
  const add = async (name: string, team: string): Promise<[string, Client, string]> => {
    const email = addressOf(name.toLowerCase().replace(' ', '.'))
    const member = await bodyOf(admin.post('/api/members', { name, email, team_ids: [team] }), 201)
    const person = await world.person(email)
    const { user } = (await person.get('/api/me')).body
    return [user.id, person, member.id]
  }
  const [, miaClient, miaMember] = await add('Mia Berg', sales)
  const [maxId, maxClient] = await add('Max Berg', sales)
  const [leaId] = await add('Lea Berg', legal)
  await bodyOf(api.post(`/api/teams/${sales}/members/${miaMember}`, { role: 'manager' }))
  ;[mia, max] = [miaClient, maxClient]
  ids = { max: maxId, lea: leaId }
  await bodyOf(world.admin.patch(`/api/people/${ids.lea}`, { role: 'analyst' }))
  analyst = await world.person(addressOf('lea.berg'))
})

test('admins and analysts find everybody with access by a part of a name', async () => {
  for (const by of [world.admin, analyst]) {
    assert.deepEqual(await namesOf(by, 'berg'), ['Lea Berg', 'Max Berg', 'Mia Berg'])
    assert.deepEqual(await namesOf(by, 'MIA'), ['Mia Berg'])
    assert.ok((await namesOf(by)).length > 3)
  }
})

test('a member finds themselves and the people of teams that they manage', async () => {
  assert.deepEqual(await namesOf(mia), ['Max Berg', 'Mia Berg'])
  assert.deepEqual(await namesOf(mia, 'Lea'), [])
  assert.deepEqual(await namesOf(max), ['Max Berg'])
  assert.deepEqual(await namesOf(max, 'Mia'), [])
})

test('a whole address finds its owner for everybody, a part of one finds nobody', async () => {
  for (const by of [max, mia, analyst, world.admin]) {
    assert.deepEqual(await namesOf(by, ` ${addressOf('LEA.BERG').toUpperCase()} `), ['Lea Berg'])
    assert.deepEqual(await namesOf(by, addressOf('lea.berg').slice(0, -1)), [])
    assert.deepEqual(await namesOf(by, addressOf('max.berg').slice(1)), [])
    assert.deepEqual(await namesOf(by, '%@%'), [])
  }
})

test('only an id and a name are told', async () => {
  const { people } = await bodyOf(max.get(`/api/people/successors?q=${addressOf('lea.berg')}`))
  assert.deepEqual(people, [{ id: ids.lea, name: 'Lea Berg' }])
})

test('who is found can take over, and somebody without access is not found', async () => {
  const author = await world.user({ id: ids.max })
  const draft = {
    title: 'Handed over',
    questions: [{ id: 'calm', type: 'scale', text: 'I could work calmly' }],
    recipients: { member_ids: [] },
    channels: ['link'],
  }
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  const [successor] = (await bodyOf(max.get(`/api/people/successors?q=${addressOf('lea.berg')}`))).people
  const handed = await bodyOf(author.post(`/api/pulses/${id}/transfer`, { user_id: successor.id }))
  assert.equal(handed.author_user_id, ids.lea)
  await bodyOf(world.admin.patch(`/api/people/${ids.lea}`, { state: 'disabled' }))
  for (const by of [max, world.admin]) assert.deepEqual(await namesOf(by, addressOf('lea.berg')), [])
})

test('another organisation finds nobody of this one, and a program nobody at all', async () => {
  const other = await newPeopledWorld()
  for (const q of ['berg', addressOf('max.berg'), world.adminEmail])
    assert.deepEqual(await namesOf(other.admin, q), [])
  for (const token of [api, await world.user({ role: 'admin' })])
    assert.equal((await token.get('/api/people/successors')).status, 401)
})

test('people come page by page, by name', async () => {
  const first = await bodyOf(mia.get('/api/people/successors?limit=1'))
  assert.deepEqual(
    first.people.map(({ name }: { name: string }) => name),
    ['Max Berg'],
  )
  const next = await bodyOf(
    mia.get(`/api/people/successors?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`),
  )
  assert.deepEqual(
    next.people.map(({ name }: { name: string }) => name),
    ['Mia Berg'],
  )
})
