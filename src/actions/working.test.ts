/** Who works on an action: those who lead whom it is for, whoever owns or made it, analysts and admins; others who read it do not. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type House, newHouse } from '../../test/attack/acting/acting.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { type Asked, askedTwoTeams, findingsOf, replier } from '../../test/support/replying.ts'
import { startApp } from '../../test/support/start.ts'
import type { Client } from '../../test/support/world.ts'

type Person = Awaited<ReturnType<typeof replier>>
type Finding = 'everyone' | 'platform' | 'design'

let house: House
let survey: Asked
let findings: Record<Finding, string>
let admin: Person
let lead: Person
let both: Person
let member: Person

before(async () => {
  house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  admin = await replier(house, [], 'admin')
  // Everyone reads these results, so that whoever may not decide reads what they may not decide about.
  survey = await askedTwoTeams(house, {
    confidentiality: { mode: 'confidential', results_audience: 'everyone' },
  })
  lead = await replier(house, [survey.teams[0]])
  both = await replier(house, survey.teams)
  member = await replier(house, [])
  findings = await findingsOf(house, survey, admin)
})

const make = (by: Client, finding: Finding, more: object = {}) =>
  by.post('/api/actions', { insight_id: findings[finding], title: 'Meet on Mondays only', ...more })
const made = async (finding: Finding, more: object = {}): Promise<string> =>
  (await bodyOf(make(admin, finding, more), 201)).id
const note = (by: Client, id: string) => by.patch(`/api/actions/${id}`, { note: 'In the retro' })
const isRefused = ({ status, body }: { status: number; body: any }): void =>
  assert.deepEqual([status, body.code], [403, 'not_the_lead'])
const isOffered = async (by: Client, id: string): Promise<boolean> => {
  const { actions } = await bodyOf(by.get(`/api/actions?pulse_id=${survey.pulse.id}&limit=200`))
  const one = await bodyOf(by.get(`/api/actions/${id}`))
  const listed = actions.find((action: any) => action.id === id)
  assert.equal(listed.may_update, one.may_update)
  return one.may_update
}

test('a lead works on what is for their team, and reads what is for another one and for everyone', async () => {
  const [platform, design, everyone] = [await made('platform'), await made('design'), await made('everyone')]
  assert.deepEqual(
    [await isOffered(lead, platform), await isOffered(lead, design), await isOffered(lead, everyone)],
    [true, false, false],
  )
  assert.equal((await note(lead, platform)).status, 200)
  for (const id of [design, everyone]) {
    const before = (await lead.get(`/api/actions/${id}`)).body
    isRefused(await note(lead, id))
    isRefused(await lead.patch(`/api/actions/${id}`, { state: 'dismissed', reason: 'Not for us' }))
    assert.deepEqual((await lead.get(`/api/actions/${id}`)).body, before)
  }
  assert.equal((await make(lead, 'platform')).status, 201)
  isRefused(await make(lead, 'design'))
  isRefused(await make(lead, 'everyone'))
})

test('whoever leads all that were asked works on what is for everyone', async () => {
  const id = await made('everyone')
  assert.equal(await isOffered(both, id), true)
  assert.equal((await note(both, id)).status, 200)
  assert.equal((await make(both, 'everyone')).status, 201)
})

test('a plain member reads, and decides about nothing but what they own', async () => {
  const id = await made('platform')
  assert.equal(await isOffered(member, id), false)
  isRefused(await note(member, id))
  isRefused(await make(member, 'platform'))
  await bodyOf(admin.patch(`/api/actions/${id}`, { owner_member_id: member.memberId }))
  assert.equal(await isOffered(member, id), true)
  assert.equal((await member.patch(`/api/actions/${id}`, { state: 'in_progress' })).status, 200)
  await bodyOf(admin.patch(`/api/actions/${id}`, { owner_member_id: null }))
  isRefused(await note(member, id))
})

test('an admin works on all, a program on none', async () => {
  const id = await made('design')
  assert.equal(await isOffered(admin, id), true)
  assert.equal(await isOffered(house.program, id), false)
})

test('whoever made an action works on it after they have left the lead', async () => {
  const leaving = await replier(house, [survey.teams[1]])
  const { id } = await bodyOf(make(leaving, 'design'), 201)
  await bodyOf(
    house.program.post(`/api/teams/${survey.teams[1]}/members/${leaving.memberId}`, { role: 'member' }),
  )
  assert.equal(await isOffered(leaving, id), true)
  assert.equal((await note(leaving, id)).status, 200)
  isRefused(await make(leaving, 'design'))
})

test('nobody leads those whom a past survey asked, which is not known', async () => {
  const { db } = house.world.running
  const imported = (at: Date | null) =>
    db.pool.query(
      `update collections set imported_at = $1
       where (organisation_id, id) = (select organisation_id, collection_id from insights where id = $2)`,
      [at, findings.everyone],
    )
  const id = await made('everyone')
  await imported(house.world.running.clock!.now())
  assert.equal(await isOffered(both, id), false)
  isRefused(await make(both, 'everyone'))
  await imported(null)
})
