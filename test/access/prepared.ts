/**
 * An organisation with one of everything, and ways to make more of what a call uses up: a draft to open, an open instance
 * to close. All of it is made through the API.
 */
import assert from 'node:assert/strict'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { type Client, eventually, links, pulseDraft, type Reply } from '../support/world.ts'

type Fields = Record<string, unknown>

export type Prepared = Awaited<ReturnType<typeof prepare>>

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

export const ok = (reply: Reply): any => {
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply.body
}

let shared: Promise<Prepared> | undefined

/** One for all who only add to it. */
export const sharedPrepared = (): Promise<Prepared> => (shared ??= prepare())

export async function prepare() {
  const world: PeopledWorld = await newPeopledWorld()
  const author = await world.user()
  const team = await world.team('Platform', 6)
  const recipients = { team_ids: [team.id], member_ids: [] }
  const making = makers(world, author, team.id)
  const closed = await making.answered()
  const active = await making.activeCheckIn()
  await making.newSuppression()
  const [insight] = ok(await author.get(`/api/insights?pulse_id=${closed.id}`)).insights
  return {
    world,
    author,
    team,
    recipients,
    ...making,
    /** Closed, analysed, attributed, its author the reader. */
    closed,
    active,
    insightId: insight.id as string,
  }
}

function makers(
  { application, anyone, organisation, admin, running }: PeopledWorld,
  author: Client,
  teamId: string,
) {
  let serial = 0
  const draft = (more: Fields = {}) => pulseDraft([teamId], more)
  const pulse = async (more: Fields = {}) => ok(await author.post('/api/pulses', draft(more)))
  const move = async (path: string, verb: string, body?: unknown) =>
    ok(await author.post(`${path}/${verb}`, body))

  const openPulse = async (more: Fields = {}) => move(`/api/pulses/${(await pulse(more)).id}`, 'open')
  const closedPulse = async (more: Fields = {}) => move(`/api/pulses/${(await openPulse(more)).id}`, 'close')
  const deletedPulse = async () => {
    const pulse = await closedPulse()
    ok(await author.delete(`/api/pulses/${pulse.id}`))
    return pulse
  }
  const scheduledPulse = async () =>
    move(`/api/pulses/${(await pulse()).id}`, 'schedule', { opens_at: inDays(1) })

  const linkOf = async (pulseId: string) =>
    new URL((await links(author, `/api/pulses/${pulseId}`))[0].url).pathname.slice('/r/'.length)
  const receipt = async (pulseId: string): Promise<string> =>
    ok(await anyone.post(`/r/${await linkOf(pulseId)}`, { answers })).receipt
  const answers = [{ question_id: 'calm', value: 4 }]

  /** Closed with six answers and their insights. */
  const answered = async (more: Fields = {}) => {
    const { id } = await openPulse({ confidentiality: { mode: 'attributed' }, ...more })
    for (const { url } of await links(author, `/api/pulses/${id}`)) {
      const text = 'Too many meetings, and the workload was far too high.'
      ok(await anyone.post(new URL(url).pathname, { answers: [...answers, { question_id: 'why', text }] }))
    }
    await move(`/api/pulses/${id}`, 'close')
    await eventually(
      () => author.get(`/api/pulses/${id}/results`),
      (reply) => reply.body.results_status === 'available',
    )
    return ok(await author.get(`/api/pulses/${id}`))
  }

  const checkInDraft = (more: Fields = {}) => ({
    ...draft({ topic: undefined }),
    time_zone: 'Europe/Berlin',
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: inDays(3).slice(0, 10) },
    ...more,
  })
  const checkIn = async (more: Fields = {}) => ok(await author.post('/api/check-ins', checkInDraft(more)))
  const activeCheckIn = async (more: Fields = {}) =>
    move(`/api/check-ins/${(await checkIn(more)).id}`, 'activate')
  const checkInAfter = async (...verbs: string[]) => {
    const { id } = await activeCheckIn()
    for (const verb of verbs) await move(`/api/check-ins/${id}`, verb)
    return id as string
  }
  const instance = async (more: Fields = {}) => {
    const { id } = await activeCheckIn(more)
    return ok(await author.get(`/api/check-ins/${id}/instances`)).check_in_instances[0]
  }
  const openInstance = async (more: Fields = {}) =>
    move(`/api/check-in-instances/${(await instance(more)).id}`, 'open')

  const closedInstance = async (more: Fields = {}) =>
    move(`/api/check-in-instances/${(await openInstance(more)).id}`, 'close')

  return {
    draft,
    pulse,
    openPulse,
    closedPulse,
    deletedPulse,
    scheduledPulse,
    linkOf,
    receipt,
    answers,
    answered,
    checkInDraft,
    checkIn,
    activeCheckIn,
    checkInAfter,
    instance,
    openInstance,
    closedInstance,
    newTeam: async () =>
      ok(await (await organisation()).post('/api/teams', { name: `Team ${++serial}` })).id as string,
    newMember: async (more: Fields = {}) =>
      ok(await (await organisation()).post('/api/members', { name: `Member ${++serial}`, ...more }))
        .id as string,
    newAbsence: async (): Promise<{ id: string; member_id: string }> => {
      const api = await organisation()
      const member = ok(await api.post('/api/members', { name: `Member ${++serial}` }))
      const days = { from: '2031-07-01', to: '2031-07-14' }
      return ok(await api.post(`/api/members/${member.id}/absences`, days))
    },
    /** Of an address whose message is said to have bounced; what the message is called stands in its headers alone. */
    newSuppression: async (): Promise<string> => {
      const api = await organisation()
      const email = `bounced-${++serial}@test.example`
      const member = ok(await api.post('/api/members', { name: 'Bounced', email }))
      const recipients = { member_ids: [member.id] }
      await openPulse({ channels: ['email'], recipients })
      const { rows } = await running.db.pool.query<{ message: string }>(
        'select message from deliveries where member_id = $1',
        [member.id],
      )
      const bounces = [{ message_id: `<${rows[0].message}@sonde>`, type: 'hard' }]
      ok(await api.post('/api/deliveries/bounces', { bounces }))
      return ok(await api.get(`/api/suppressions?address=${email}`)).suppressions[0].id
    },
    newApplication: async () =>
      ok(await admin.post('/api/applications', { name: 'Bot', scopes: ['teams:read'] })).id as string,
    codeRequest: { client_id: application.client_id, redirect_uri: application.redirect_uri },
  }
}
