/** Recipients learn how many were added recently, and admins get an alert about a group of mostly such people. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { bodyOf } from '../../test/support/clockwork.ts'
import { newPeopledWorld, type PeopledWorld } from '../../test/support/people.ts'
import { type Client, links, pulseDraft } from '../../test/support/world.ts'

let world: PeopledWorld
let author: Client

const age = (table: 'organisations' | 'members', ids: readonly string[], days: number) =>
  world.running.db.pool.query(
    `update ${table} set created_at = created_at - make_interval(days => $2) where id = any ($1)`,
    [ids, days],
  )

/** A team of whom so many have been there for 15 days; the others were added just now. */
async function teamOf(people: number, old: number) {
  const team = await world.team('People', people, { email: false })
  await age('members', team.members.slice(0, old), 15)
  return team
}

async function asked(teamIds: string[], more: Record<string, unknown> = {}) {
  const { id } = await bodyOf(author.post('/api/pulses', pulseDraft(teamIds, more)), 201)
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  const [{ url }] = await links(author, `/api/pulses/${id}`)
  const survey = await bodyOf(world.anyone.get(new URL(url).pathname))
  const alerts: any[] = (await bodyOf(world.admin.get('/api/alerts?limit=200'))).alerts
  return {
    id,
    told: survey.confidentiality.recent_members,
    alerts: alerts.filter(({ scope }) => scope.pulse_id === id),
    page: (await world.anyone.get(new URL(url).pathname, { accept: 'text/html' })).body,
  }
}

suite('recently added people', () => {
  before(async () => {
    world = await newPeopledWorld()
    author = await world.user()
    await age('organisations', [world.organisationId], 30)
  })

  test('are counted for whoever is asked, and nothing is said where there are none', async () => {
    const { id: old } = await teamOf(9, 9)
    assert.equal((await asked([old])).told, null)
    const { id: some } = await teamOf(9, 7)
    const { told, page } = await asked([some])
    const sentence =
      'This survey has 9 recipients. 2 of them were added in the 14 days before this survey opened, 2 by the app that sends this survey.'
    assert.equal(told, sentence)
    assert.ok(
      String(page).includes(
        '2 of 9 recipients were added recently, 2 by the app that sends this survey. The real group may be smaller than it looks.',
      ),
    )
  })

  test('who were added by another application count without it', async () => {
    const team = await teamOf(9, 7)
    await world.running.db.pool.query('update members set added_by = null where id = any ($1)', [
      team.members,
    ])
    assert.equal(
      (await asked([team.id])).told,
      'This survey has 9 recipients. 2 of them were added in the 14 days before this survey opened.',
    )
  })

  test('raise an alert where fewer than k others are in a group, in a private survey too, without its title', async () => {
    const [few, enough] = [await teamOf(9, 4), await teamOf(9, 5)]
    assert.equal((await asked([enough.id])).alerts.length, 0)
    // One of two groups is enough.
    assert.equal((await asked([enough.id, few.id], { title: 'Both' })).alerts[0].title, 'Both')
    const questions = [{ id: 'own', type: 'scale', text: 'How private is it?' }]
    const [alert] = (await asked([few.id], { visibility: 'private', questions })).alerts
    assert.deepEqual([alert.subject, alert.kinds, alert.title], ['recent_members', [], null])
    const handled = await bodyOf(world.admin.post(`/api/alerts/${alert.id}/acknowledge`))
    assert.equal(handled.acknowledged_by, world.adminId)
    // Every answer has its name there.
    const attributed = await asked([few.id], { confidentiality: { mode: 'attributed' } })
    assert.deepEqual([attributed.alerts, typeof attributed.told], [[], 'string'])
  })

  test('raise no alert in an organisation that is as new', async () => {
    const { id } = await teamOf(9, 0)
    await age('organisations', [world.organisationId], -20)
    assert.deepEqual((await asked([id])).alerts, [])
    await age('organisations', [world.organisationId], 20)
  })

  test('are in the audit log', async () => {
    const { audit_events: events } = await bodyOf(
      world.admin.get('/api/audit-events?action=recipients.added_lately&limit=200'),
    )
    assert.ok(
      events.some(({ detail }: any) => detail.asked === 9 && detail.added_lately === 2 && !detail.alert),
    )
    assert.ok(
      events.some(({ detail }: any) => detail.asked === 18 && detail.added_lately === 9 && detail.alert),
    )
  })
})
