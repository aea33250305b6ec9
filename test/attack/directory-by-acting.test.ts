/** The directory, read by what a member does: whom they leave out of a survey, ask around a date, or give an action, and what a reply names. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { run, sql } from '../../src/db/db.ts'
import { inDays, prepare, type Prepared } from '../access/prepared.ts'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { ok } from '../support/sign-in-organisation.ts'
import { type Client, pulseDraft } from '../support/world.ts'

let world: PeopledWorld
let member: Client & { userId: string }
let analyst: Client
let program: Client
let own: { id: string; members: string[] }

before(async () => {
  world = await newPeopledWorld()
  own = await world.team('Platform', 12)
  program = await world.organisation()
  const email = 'mia2@test.example'
  const admin = await world.user({ id: world.adminId })
  ok(await admin.post('/api/members', { name: 'Mia', email, team_ids: [own.id] }))
  const { user } = ok(await (await world.person(email)).get('/api/me'))
  member = await world.user({ id: user.id })
  analyst = await world.user({ role: 'analyst' })
})

const attributed = { confidentiality: { mode: 'attributed' } }

suite('a plain member does not learn', () => {
  test('whether a colleague is in a team that they do not see, by leaving that team out', async () => {
    const secret = await world.team('Works council', 5)
    const [eva, finn] = own.members
    ok(await program.post(`/api/teams/${secret.id}/members/${eva}`))
    // Its id is in any public survey that asks it.
    const { id: survey } = ok(await analyst.post('/api/pulses', pulseDraft([secret.id])))
    assert.deepEqual(ok(await member.get(`/api/pulses/${survey}`)).recipients.team_ids, [secret.id])
    assert.equal((await member.get(`/api/teams/${secret.id}`)).status, 404, 'they do not see it')
    const tried = async (who: string) => {
      const { id } = ok(
        await member.post(
          '/api/pulses',
          pulseDraft([], {
            recipients: { member_ids: [who], excluded_team_ids: [secret.id] },
            ...attributed,
          }),
        ),
      )
      const reply = await member.post(`/api/pulses/${id}/open?dry_run=true`)
      return [reply.status, reply.body?.code ?? null]
    }
    assert.deepEqual(await tried(eva), await tried(finn))
  })

  test('who leaves, and when, by asking around that day', async () => {
    const [anna] = own.members
    ok(await program.patch(`/api/members/${anna}`, { leaves_on: inDays(90).slice(0, 10) }))
    assert.equal((await member.get(`/api/members/${anna}`)).status, 404, 'they do not see the record')
    const { id } = ok(
      await member.post('/api/check-ins', {
        title: 'Around',
        questions: [{ id: 'calm', type: 'scale', text: 'How was it?', min: 1, max: 5 }],
        recipients: { team_ids: [own.id] },
        confidentiality: { mode: 'confidential' },
        channels: ['link'],
        time_zone: 'Europe/Berlin',
        lifecycle: { date: 'leaves_on', days: 90, period: 'year', time: '00:00' },
      }),
    )
    const activated = await member.post(`/api/check-ins/${id}/activate`)
    assert.equal(activated.status, 403, JSON.stringify(activated.body))
  })

  test('whom a survey names, as an admin through an application that does not read teams', async () => {
    const draft = pulseDraft([], {
      recipients: { team_ids: [own.id], excluded_member_ids: [own.members[0]] },
    })
    const other = await world.user({ role: 'analyst' })
    const { id } = ok(await other.post('/api/pulses', draft))
    ok(await other.post(`/api/pulses/${id}/open`))
    const blind = await world.user({ role: 'admin', scopes: ['pulses:read', 'pulses:write'] })
    const seen = ok(await blind.get(`/api/pulses/${id}`)).recipients
    const closed = ok(await blind.post(`/api/pulses/${id}/close`, { reason: 'Because' }))
    assert.deepEqual(closed.recipients, seen)
  })
})

suite('a breakdown', () => {
  const breakdown = { attribute: 'band' }
  test('is for who sees everybody asked, when a check-in goes on after its author no longer leads the team', async () => {
    const team = await world.team('Led', 12)
    for (const [at, id] of team.members.entries())
      ok(
        await program.patch(`/api/members/${id}`, {
          attributes: { band: at % 2 === 0 ? 'senior' : 'junior' },
        }),
      )
    ok(await program.post(`/api/teams/${team.id}/members/${team.members[0]}`, { role: 'lead' }))
    const admin = await world.user({ id: world.adminId })
    ok(await admin.patch(`/api/members/${team.members[0]}`, { email: 'lena2@test.example' }))
    const { user } = ok(await (await world.person('lena2@test.example')).get('/api/me'))
    const lead = await world.user({ id: user.id })
    const { id } = ok(
      await lead.post('/api/check-ins', {
        ...pulseDraft([team.id], { topic: undefined, breakdown }),
        recurrence: { rrule: 'FREQ=DAILY', starts_on: inDays(0).slice(0, 10), time: '23:59' },
      }),
    )
    ok(await lead.post(`/api/check-ins/${id}/activate`))
    ok(await program.post(`/api/teams/${team.id}/members/${team.members[0]}`, { role: 'member' }))
    assert.equal((await lead.get(`/api/members/${team.members[1]}`)).status, 404)
    const raised = await lead.patch(`/api/check-ins/${id}`, {
      confidentiality: { mode: 'anonymous', k_score: 6, k_rate: 6 },
    })
    const sooner = await lead.patch(`/api/check-ins/${id}`, {
      recurrence: { rrule: 'FREQ=DAILY', starts_on: inDays(0).slice(0, 10), time: '00:00' },
    })
    assert.deepEqual([raised.status, sooner.status], [403, 403])
  })
})

suite('an action', () => {
  let it: Prepared
  before(async () => {
    it = await prepare()
  })

  test('tells nobody the name of somebody whom they do not see, by giving it to them', async () => {
    const program = await it.world.organisation()
    const stranger = ok(await program.post('/api/members', { name: 'Guillaume Secret' })).id
    const mia = ok(await program.post('/api/members', { name: 'Mia' })).id
    const member = await it.world.user({ role: 'member' })
    await run(it.world.running.db.tx, sql`update users set member_id = ${mia} where id = ${member.userId}`)
    const { actionId } = await it.suffering()
    assert.equal((await member.get(`/api/members/${stranger}`)).status, 404)
    const seen = await member.get(`/api/actions/${actionId}`)
    assert.equal(seen.status, 200, 'they read it')
    const reply = await member.patch(`/api/actions/${actionId}`, { owner_member_id: stranger })
    assert.doesNotMatch(JSON.stringify(reply.body), /Guillaume/)
  })
})
