/** How collecting goes: whom a reminder would reach, when it may be sent, and answers by team where names were promised. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/limits.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { type Client, eventually, links, newWorld, pulseDraft } from '../../test/support/world.ts'

const world = await newWorld()
const author: Client = await world.user({ id: world.adminId })
const company = await world.team('Company', 4)
const platform = await world.team('Platform', 6, { parent: company.id })
const legal = await world.team('Legal', 2, { parent: company.id })
const everybody = 12

const opened = async (draft: Record<string, unknown>): Promise<string> => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([company.id], draft)), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  return `/api/pulses/${id}`
}

const answer = async (path: string, members: readonly string[]): Promise<void> => {
  for (const { url, member_id } of await links(author, path))
    if (members.includes(member_id))
      await bodyOf(
        world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
        201,
      )
}

const progressOf = (path: string, by = author) => bodyOf(by.get(`${path}/progress`))

const isSent = (path: string) =>
  eventually(
    () => author.get(`${path}/progress`),
    ({ body }) => body.reminders.reach === everybody,
  )

test('before it opens there is nobody to remind', async () => {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft([company.id])), 201)
  assert.deepEqual(await progressOf(`/api/pulses/${id}`), {
    state: 'draft',
    reminders: {
      reach: 0,
      to_everyone: false,
      remaining: 0,
      available_at: null,
      sent_at: [],
      planned_at: [],
    },
    teams: null,
  })
})

test('a reminder of a confidential survey reaches everybody who was invited, whoever has answered', async () => {
  const path = await opened({ confidentiality: { mode: 'confidential' }, channels: ['email'] })
  await isSent(path)
  const before = await progressOf(path)
  assert.equal(before.reminders.to_everyone, true)
  assert.equal(before.reminders.remaining, limits.remindersToEveryoneMax)
  assert.ok(Date.parse(before.reminders.available_at) <= Date.now())
  assert.equal(before.teams, null)

  await bodyOf(author.post(`${path}/remind`))
  const { reminders } = await progressOf(path)
  assert.equal(reminders.reach, everybody)
  assert.equal(reminders.remaining, limits.remindersToEveryoneMax - 1)
  const gapMs = limits.reminderToEveryoneGapSeconds * 1000
  assert.equal(Date.parse(reminders.available_at), Date.parse(reminders.sent_at[0]) + gapMs)

  await bodyOf(author.post(`${path}/close`))
  const closed = await progressOf(path)
  assert.deepEqual(
    [closed.state, closed.reminders.reach, closed.reminders.remaining, closed.reminders.available_at],
    ['closed', 0, 0, null],
  )
})

test('answers by team are for the readers of names, and only of teams large enough', async () => {
  const path = await opened({
    confidentiality: { mode: 'attributed' },
    channels: ['link'],
    reminders: [{ before_close: 'PT1H' }],
    closes_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await answer(path, [...platform.members.slice(0, 3), legal.members[0]])
  const { teams, reminders } = await progressOf(path)
  assert.deepEqual(
    teams.map((team: any) => [team.name, team.recipients, team.responded, team.parent_team_id]),
    [
      ['Company', everybody, 4, null],
      ['Platform', 6, 3, company.id],
    ],
  )
  assert.equal(reminders.planned_at.length, 1)
  const { body } = await (await world.user({ role: 'analyst' })).get(`${path}/progress`)
  assert.equal(body.teams, null)
  assert.equal((await (await world.organisation()).get(`${path}/progress`)).body.teams, null)
})

test('a reminder of an attributed survey reaches those who have not answered', async () => {
  const path = await opened({ confidentiality: { mode: 'attributed' }, channels: ['email', 'link'] })
  await isSent(path)
  await answer(path, platform.members.slice(0, 2))
  const { reminders } = await progressOf(path)
  assert.deepEqual([reminders.reach, reminders.to_everyone], [everybody - 2, false])
  await bodyOf(author.post(`${path}/remind`))
  const { deliveries } = await bodyOf(author.get(`${path}/deliveries`))
  const sent = deliveries.filter(({ kind }: any) => kind === 'reminder')
  assert.equal(
    sent.reduce((sum: number, { count }: any) => sum + count, 0),
    everybody - 2,
  )
})
