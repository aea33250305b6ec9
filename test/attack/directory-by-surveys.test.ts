/**
 * The directory, read by asking: a plain member sees their own teams and nobody's attributes. They learn no more from what a survey of them, or
 * of somebody else, says of its recipients; from what it would show; or from when it would open.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { inDays } from '../access/prepared.ts'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { ok, refused } from '../support/sign-in-organisation.ts'
import { type Client, pulseDraft } from '../support/world.ts'

const simulator = '/api/confidentiality/simulate'

let world: PeopledWorld
let member: Client & { userId: string }
let analyst: Client
let own: { id: string; members: string[] }
let other: { id: string; members: string[] }

/** Somebody with the role of member who leads a team. */
async function leadOf(team: { id: string; members: string[] }): Promise<Client> {
  const program = await world.organisation()
  ok(await program.post(`/api/teams/${team.id}/members/${team.members[0]}`, { role: 'lead' }))
  const admin = await world.user({ id: world.adminId })
  ok(await admin.patch(`/api/members/${team.members[0]}`, { email: 'lena@test.example' }))
  const { user } = ok(await (await world.person('lena@test.example')).get('/api/me'))
  return world.user({ id: user.id })
}

const simulation = (recipients: object, more: object = {}) => ({ recipients, response_rate: 0.7, ...more })

before(async () => {
  world = await newPeopledWorld()
  own = await world.team('Platform', 12)
  other = await world.team('Legal', 12)
  const program = await world.organisation()
  for (const [at, id] of [...own.members, ...other.members].entries())
    ok(
      await program.patch(`/api/members/${id}`, {
        attributes: { band: at % 2 === 0 ? 'senior' : 'junior' },
        time_zone: at % 2 === 0 ? 'Asia/Tokyo' : 'Europe/Berlin',
      }),
    )
  const email = 'mia@test.example'
  const admin = await world.user({ id: world.adminId })
  ok(await admin.post('/api/members', { name: 'Mia', email, team_ids: [own.id] }))
  const { user } = ok(await (await world.person(email)).get('/api/me'))
  member = await world.user({ id: user.id })
  analyst = await world.user({ role: 'analyst' })
})

suite('a member learns nobody’s attribute', () => {
  const breakdown = { attribute: 'band' }

  test('by previewing a survey with and without one person', async () => {
    for (const { id, members } of [own, other])
      for (const recipients of [
        { team_ids: [id] },
        { team_ids: [id], excluded_member_ids: [members[0]] },
        { member_ids: members.slice(0, 11) },
      ])
        refused(
          await member.post(simulator, simulation(recipients, { breakdown })),
          403,
          'recipients_out_of_reach',
        )
    for (const organisation of ['anyone', 'nobody', 'own_teams']) {
      ok(await world.admin.patch('/api/organisation', { members_ask: organisation }))
      const reply = await member.post(simulator, simulation({ team_ids: [own.id] }, { breakdown }))
      refused(reply, 403, 'recipients_out_of_reach')
    }
    const asked = simulation({ team_ids: [own.id] }, { breakdown })
    assert.equal(ok(await analyst.post(simulator, asked)).breakdown.values.length, 2)
  })

  test('through a program that reads surveys and not the directory', async () => {
    const asked = simulation({ member_ids: own.members }, { breakdown })
    const program = await world.organisation(['pulses:read'])
    refused(await program.post(simulator, asked), 403, 'recipients_out_of_reach')
    const whole = await world.organisation(['pulses:read', 'teams:read'])
    assert.equal(ok(await whole.post(simulator, asked)).breakdown.values.length, 2)
    const scoped = await world.user({ role: 'analyst', scopes: ['pulses:read'] })
    refused(await scoped.post(simulator, asked), 403, 'recipients_out_of_reach')
  })

  test('by whether a survey of people whom they do not see can open with a breakdown', async () => {
    const by = async (client: Client, recipients: object) => {
      const { id } = ok(await client.post('/api/pulses', pulseDraft([own.id], { recipients, breakdown })))
      return client.post(`/api/pulses/${id}/open`)
    }
    const named = { member_ids: own.members.slice(0, 11) }
    const excluding = { team_ids: [own.id], excluded_member_ids: [own.members[0]] }
    // A team of one person under their own: with and without it differs by that person.
    const single = await world.team('Guests', 1, { parent: own.id })
    const without = { team_ids: [own.id], excluded_team_ids: [single.id] }
    const whole = { team_ids: [own.id] }
    for (const allowed of ['anyone', 'own_teams']) {
      ok(await world.admin.patch('/api/organisation', { members_ask: allowed }))
      for (const recipients of [named, excluding, without, whole])
        refused(await by(member, recipients), 403, 'recipients_out_of_reach')
    }
    const checkIn = ok(
      await member.post('/api/check-ins', {
        ...pulseDraft([], { topic: undefined, recipients: named, breakdown }),
        recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: inDays(3).slice(0, 10) },
      }),
    )
    refused(await member.post(`/api/check-ins/${checkIn.id}/activate`), 403, 'recipients_out_of_reach')
    // Those who see these people see their attributes.
    const lead = await leadOf(own)
    for (const client of [lead, analyst]) ok(await by(client, whole))
    const surveys = ['pulses:read', 'pulses:write'] as const
    const blind = await world.user({ role: 'analyst', scopes: [...surveys] })
    refused(await by(blind, whole), 403, 'recipients_out_of_reach')
    ok(await by(await world.user({ role: 'analyst', scopes: [...surveys, 'teams:read'] }), whole))
  })

  test('by why a survey that they see could not open', async () => {
    const [hidden, seen] = [await world.team('Guillotine', 6), await world.team('Sales', 12)]
    const program = await world.organisation()
    for (const [at, id] of [...hidden.members, ...seen.members].entries()) {
      const disability = at === 0 || at > 11 ? 'severe' : 'none'
      ok(await program.patch(`/api/members/${id}`, { attributes: { disability } }))
    }
    const draft = pulseDraft([hidden.id, seen.id], { breakdown: { attribute: 'disability' } })
    const { id } = ok(await analyst.post('/api/pulses', draft))
    const { body } = await analyst.post(`/api/pulses/${id}/open`)
    assert.equal(body.errors[0].code, 'breakdown_impossible')
    // The refusal is stored as the reason of an occurrence, which everybody reads who sees the survey.
    assert.doesNotMatch(JSON.stringify(body), /Guillotine|severe|\b1\b/)
    const { hints } = ok(
      await analyst.post(
        simulator,
        simulation({ team_ids: [hidden.id, seen.id] }, { breakdown: { attribute: 'disability' } }),
      ),
    )
    assert.ok(
      hints.some((hint: string) => hint.includes('1 of the people asked in Guillotine have “severe”')),
    )
  })
})

suite('a member previews surveys', () => {
  test('of whole teams that they may ask', async () => {
    const { recipients } = ok(await member.post(simulator, simulation({ team_ids: [own.id] })))
    assert.equal(recipients, 14)
  })

  test('of no team that they do not see, and of no single people, whether they are active or where they are', async () => {
    for (const recipients of [
      { team_ids: [other.id] },
      { team_ids: [own.id], excluded_team_ids: [other.id] },
      { member_ids: [other.members[0]] },
      { member_ids: [own.members[0]] },
      { team_ids: [own.id], excluded_member_ids: [own.members[0]] },
    ])
      refused(await member.post(simulator, simulation(recipients)), 403, 'recipients_out_of_reach')
  })
})

suite('people whom a survey names', () => {
  const recipients = () => ({
    team_ids: [own.id],
    member_ids: [other.members[0]],
    excluded_team_ids: [],
    excluded_member_ids: [own.members[0]],
  })
  const hidden = () => ({ ...recipients(), member_ids: null, excluded_member_ids: null })
  const nobody = { team_ids: [], member_ids: [], excluded_team_ids: [], excluded_member_ids: [] }

  test('are there for its author and for who sees the directory', async () => {
    const author = await world.user({ role: 'analyst' })
    const pulse = ok(await author.post('/api/pulses', pulseDraft([], { recipients: recipients() })))
    const draft = {
      ...pulseDraft([], { topic: undefined, recipients: recipients() }),
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: inDays(3).slice(0, 10) },
    }
    const checkIn = ok(await author.post('/api/check-ins', draft))
    const seenBy = async (by: Client) => [
      ok(await by.get(`/api/pulses/${pulse.id}`)).recipients,
      ok(await by.get(`/api/check-ins/${checkIn.id}`)).recipients,
      ok(await by.get('/api/check-ins')).check_ins.find(({ id }: any) => id === checkIn.id).recipients,
      ok(await by.get(`/api/check-ins/${checkIn.id}/recipients`)),
    ]
    const four = (one: unknown) => Array.from({ length: 4 }, () => one)
    assert.deepEqual(await seenBy(author), four(recipients()))
    assert.deepEqual(await seenBy(analyst), four(recipients()))
    assert.deepEqual(await seenBy(await world.organisation()), four(recipients()))
    assert.deepEqual(await seenBy(member), four(hidden()))
    const scopes = ['pulses:read', 'checkins:read'] as const
    assert.deepEqual(await seenBy(await world.organisation([...scopes])), four(hidden()))
    // A copy is the caller's own: it has whom they saw.
    const copy = async (by: Client) => ok(await by.post(`/api/pulses/${pulse.id}/duplicate`)).recipients
    assert.deepEqual([await copy(member), await copy(analyst)], [nobody, recipients()])
  })

  test('are there for a member who is the author, and go with a copy of whole teams', async () => {
    const mine = ok(await member.post('/api/pulses', pulseDraft([], { recipients: recipients() })))
    assert.deepEqual(ok(await member.get(`/api/pulses/${mine.id}`)).recipients, recipients())
    const teams = { ...recipients(), member_ids: [], excluded_member_ids: [] }
    const { id } = ok(await analyst.post('/api/pulses', pulseDraft([], { recipients: teams })))
    assert.deepEqual(ok(await member.post(`/api/pulses/${id}/duplicate`)).recipients, teams)
  })
})

suite('somebody’s time zone', () => {
  const draft = (memberIds: string[]) => ({
    ...pulseDraft([], { topic: undefined, recipients: { member_ids: memberIds } }),
    time_zone: 'America/Lima',
    recurrence: {
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      starts_on: inDays(3).slice(0, 10),
      mode: 'recipient_local_time',
    },
  })
  const zonesSeen = async (by: Client, id: string): Promise<string[]> => {
    const { openings } = ok(await by.get(`/api/check-ins/${id}/schedule?count=1`))
    return openings.map(({ time_zone }: { time_zone: string }) => time_zone)
  }

  test('is not told by when a check-in would ask them, unless the author may ask them', async () => {
    const stranger = ok(await member.post('/api/check-ins', draft([other.members[0]])))
    assert.deepEqual(await zonesSeen(member, stranger.id), ['America/Lima'])
    assert.deepEqual(await zonesSeen(analyst, stranger.id), ['Asia/Tokyo'])
    const zone = encodeURIComponent('Asia/Tokyo')
    const { openings } = ok(await member.get(`/api/check-ins/${stranger.id}/schedule?zone=${zone}`))
    assert.deepEqual(openings, [])
    const near = ok(await member.post('/api/check-ins', draft([own.members[0]])))
    assert.deepEqual(await zonesSeen(member, near.id), ['Asia/Tokyo'])
    const theirs = ok(await analyst.post('/api/check-ins', draft([own.members[0]])))
    assert.deepEqual(await zonesSeen(member, theirs.id), ['America/Lima'])
  })
})
