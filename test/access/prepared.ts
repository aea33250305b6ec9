/**
 * An organisation with one of everything, and functions that make more of what a call uses up: a draft to open, an open instance to close.
 * All of it is made through the API.
 */
import type { Role } from '../../contract/authority.ts'
import { newPeopledWorld, type PeopledWorld } from '../support/people.ts'
import { messagesIn } from '../support/outbox.ts'
import { calendarsOf } from './calendars.ts'
import { syncMakers } from './synced.ts'
import type { StartOptions } from '../support/start.ts'
import { activated, instancesOf, weekly } from '../support/recurring.ts'
import { makersOfCodes } from './codes.ts'
import { type Client, eventually, links, pulseDraft } from '../support/world.ts'
import { ok } from './call.ts'
import { exportMakers } from './exports.ts'
import { newFactored } from './factored.ts'
import { newConfirmation } from './confirmations.ts'
import { addressMakers } from './letters.ts'
import { replyMakers } from './replies.ts'
import { microsoftMakers } from './microsoft-teams.ts'
import { slackMakers } from './slack.ts'
import { webhookMakers } from './webhooks.ts'

type Fields = Record<string, unknown>

export type Prepared = Awaited<ReturnType<typeof prepare>>

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

export { ok } from './call.ts'

let shared: Promise<Prepared> | undefined

/** One for all requests that only add to it. */
export const sharedPrepared = (): Promise<Prepared> => (shared ??= prepare())

/** @param authorRole  of whoever makes the surveys; where they are a member, members may ask anyone */
async function newHouse(authorRole: Role, options?: StartOptions) {
  const world: PeopledWorld = await newPeopledWorld(options)
  const author = await world.user({ role: authorRole })
  ok(await world.admin.patch('/api/organisation', { translation_model: true }))
  if (authorRole === 'member') ok(await world.admin.patch('/api/organisation', { members_ask: 'anyone' }))
  const team = await world.team('Platform', 6)
  const recipients = { team_ids: [team.id], member_ids: [] }
  const making = {
    ...makers(world, author, team.id),
    factored: () => newFactored(world),
    newConfirmation: () => newConfirmation(world, team.id),
  }
  return { world, author, team, recipients, ...making, active: await making.activeCheckIn() }
}

/** For what an author does with what is theirs: nobody has answered, and there is no result to read. */
export async function prepareAuthor(authorRole: Role): Promise<Prepared> {
  const house = await newHouse(authorRole)
  return { ...house, closed: await house.closedPulse(), read: null, insightId: '' }
}

/** @param options  of an application of its own */
export async function prepare(options?: StartOptions) {
  const house = await newHouse('admin', options)
  const closed = await house.answered()
  await house.newSuppression()
  await house.newGrant()
  await house.newProvider()
  await house.newInvitation()
  await house.newDomain()
  await house.newSlackWorkspace()
  await house.newMicrosoftTenant()
  await house.newSyncChange()
  const readers = await house.world.team('Readers', 11)
  const read = await house.answeredInstance(readers.id)
  return {
    ...house,
    /** Closed, analysed and attributed, and the reader is its author. */
    closed,
    /** A closed instance, large enough for every figure. */
    read,
    insightId: ok(await house.author.get(`/api/insights?pulse_id=${closed.id}`)).insights[0].id as string,
  }
}

function makers(
  { application, anyone, organisation, organisationId, admin, running, team, url }: PeopledWorld,
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
  const archivedPulse = async () => move(`/api/pulses/${(await closedPulse()).id}`, 'archive')
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

  const templateDraft = (more: Fields = {}) => ({
    title: `Template ${++serial}`,
    kind: 'pulse',
    questions: [{ id: 'calm', type: 'scale', text: 'How calm was it?' }],
    ...more,
  })
  const newTemplate = async (more: Fields = {}) =>
    ok(await author.post('/api/templates', templateDraft(more)))
  const deletedTemplate = async () => {
    const { id } = await newTemplate()
    ok(await author.delete(`/api/templates/${id}`))
    return id as string
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
  const deletedCheckIn = async () => {
    const id = await checkInAfter('end')
    ok(await author.delete(`/api/check-ins/${id}`))
    return id
  }
  const instance = async (more: Fields = {}) => {
    const { id } = await activeCheckIn(more)
    return ok(await author.get(`/api/check-ins/${id}/instances`)).check_in_instances[0]
  }
  const openInstance = async (more: Fields = {}) =>
    move(`/api/check-in-instances/${(await instance(more)).id}`, 'open')

  const closedInstance = async (more: Fields = {}) =>
    move(`/api/check-in-instances/${(await openInstance(more)).id}`, 'close')

  /** A score with a driver, eNPS and a comment. */
  const answeredInstance = async (readersId: string, more: Fields = {}) => {
    const { path } = await activated(author, {
      ...weekly([readersId]),
      questions: [
        { id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' },
        { id: 'recommend', type: 'enps', text: 'Would you advise a friend to come?' },
        { id: 'more', type: 'text', text: 'What would help?', intent: 'improve' },
      ],
      confidentiality: { mode: 'anonymous' },
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', starts_on: inDays(3).slice(0, 10) },
      ...more,
    })
    const [{ id }] = await instancesOf(author, path)
    const place = `/api/check-in-instances/${id}`
    await move(place, 'open')
    for (const [at, { url }] of (await links(author, place)).entries()) {
      const said = [
        { question_id: 'load', value: 1 + (at % 4) },
        { question_id: 'recommend', value: at % 11 },
        {
          question_id: 'more',
          text: `We need fewer meetings, and the workload is too high on ${at % 5} days.`,
        },
      ]
      ok(await anyone.post(new URL(url).pathname, { answers: said }))
    }
    await move(place, 'close')
    await eventually(
      () => author.get(`${place}/results`),
      (reply) => reply.body.results_status === 'available',
    )
    return ok(await author.get(place))
  }

  /** Everybody is unhappy, and somebody in danger: there are recommended actions and an alert. */
  const newSuffering = async (more: Fields = {}) => {
    const questions = [
      // Texts of their own: a question that was asked before counts people where they counted then.
      { id: 'load', type: 'scale', text: `My work can be done in time ${++serial}`, driver: 'workload' },
      { id: 'why', type: 'text', text: `What got in the way? ${serial}` },
    ]
    const { id: teamOfTen } = await team(`Suffering ${serial}`, 11)
    const recipients = { team_ids: [teamOfTen], member_ids: [] }
    const { id: pulseId } = await openPulse({ questions, recipients, ...more })
    const path = `/api/pulses/${pulseId}`
    // One stays silent: where all answer, one answer is left out.
    for (const [at, { url }] of (await links(author, path)).slice(1).entries()) {
      const said = [
        { question_id: 'load', value: 1 + (at % 2) },
        { question_id: 'why', text: 'I am bullied and threatened.' },
      ]
      ok(await anyone.post(new URL(url).pathname, { answers: said }))
    }
    await move(path, 'close')
    await eventually(
      () => author.get(`${path}/results`),
      (reply) => reply.body.results_status === 'available',
    )
    const [action] = ok(await author.get(`/api/actions?pulse_id=${pulseId}`)).actions
    const [alert] = ok(await admin.get('/api/alerts?limit=1')).alerts
    return {
      actionId: action.id as string,
      alertId: alert.id as string,
      pulseId: pulseId as string,
      teamId: teamOfTen,
    }
  }
  const privacyVerb = async (id: string, verb: string) =>
    ok(await admin.post(`/api/privacy-requests/${id}/${verb}`))
  const newPrivacyRequest = async (kind = 'access', ...verbs: string[]): Promise<string> => {
    const member = ok(await (await organisation()).post('/api/members', { name: `Member ${++serial}` }))
    const { id } = ok(await admin.post('/api/privacy-requests', { kind, member_id: member.id }))
    for (const verb of verbs) await privacyVerb(id, verb)
    return id
  }
  /** The admin has no open request of their own: one can be made. */
  const noOwnPrivacyRequest = async (): Promise<void> => {
    const { privacy_requests } = ok(await admin.get('/api/me/privacy-requests?limit=200'))
    for (const { id, state } of privacy_requests)
      if (state === 'received') ok(await admin.post(`/api/me/privacy-requests/${id}/cancel`))
  }
  let suffered: ReturnType<typeof newSuffering> | undefined

  return {
    newSuffering,
    /** One for all requests that only read. */
    suffering: () => (suffered ??= newSuffering()),
    answeredInstance,
    draft,
    pulse,
    openPulse,
    closedPulse,
    deletedPulse,
    archivedPulse,
    scheduledPulse,
    linkOf,
    receipt,
    answers,
    answered,
    checkInDraft,
    templateDraft,
    newTemplate,
    ...calendarsOf(author),
    deletedTemplate,
    checkIn,
    activeCheckIn,
    deletedCheckIn,
    checkInAfter,
    instance,
    openInstance,
    ...makersOfCodes({ organisation, admin }, { openPulse, openInstance }),
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
    /** For an address whose message bounced; only the headers hold the message id. */
    newSuppression: async (): Promise<string> => {
      const api = await organisation()
      const email = `bounced-${++serial}@test.example`
      const member = ok(await api.post('/api/members', { name: 'Bounced', email }))
      const recipients = { member_ids: [member.id] }
      await openPulse({ channels: ['email'], recipients, confidentiality: { mode: 'attributed' } })
      const { rows } = await running.db.pool.query<{ message: string }>(
        'select message from deliveries where member_id = $1',
        [member.id],
      )
      const bounces = [{ message_id: `<${rows[0].message}@sonde>`, type: 'hard' }]
      ok(await api.post('/api/deliveries/bounces', { bounces }))
      return ok(await api.get(`/api/suppressions?address=${email}`)).suppressions[0].id
    },
    newHold: async () =>
      ok(
        await admin.put(`/api/retention/holds/${(await closedPulse()).id}`, {
          reason: 'A case before the court',
        }),
      ).id as string,
    newProvider: async () =>
      ok(
        await admin.post('/api/identity-providers', {
          name: 'Their own',
          issuer: `https://idp-${++serial}.invalid`,
          audiences: ['https://api.example'],
        }),
      ).id as string,
    ...exportMakers({ organisation, organisationId, running }, author),
    /** An export of the organisation that is ready, and no other under way. */
    exported: async (): Promise<string> => {
      const made = await admin.post('/api/organisation/exports')
      if (made.status !== 409) ok(made)
      const { body } = await eventually(
        () => admin.get('/api/organisation/exports?limit=1'),
        (reply) => reply.body.exports[0].state === 'ready',
      )
      return body.exports[0].id
    },
    ...replyMakers({ organisationId, author, answered, openPulse, receipt, running, anyone, openInstance }),
    ...webhookMakers({ organisation, organisationId, running }),
    newPrivacyRequest,
    noOwnPrivacyRequest,
    ownPrivacyRequest: async (...verbs: string[]): Promise<string> => {
      await noOwnPrivacyRequest()
      const { id } = ok(await admin.post('/api/me/privacy-requests', { kind: 'access' }))
      for (const verb of verbs) await privacyVerb(id, verb)
      return id
    },
    ...syncMakers(admin, url),
    ...slackMakers(admin),
    ...microsoftMakers(admin),
    newDomain: async () =>
      ok(await admin.post('/api/organisation/domains', { domain: `domain-${++serial}.example` }))
        .id as string,
    /** With its record in DNS. For a separate organisation, because it decides there who becomes a user. */
    newPublishedDomain: async (): Promise<{ id: string; by: Client }> => {
      const { admin: by, zone } = await newPeopledWorld()
      const domain = `domain-${++serial}.example`
      const { id, record } = ok(await by.post('/api/organisation/domains', { domain }))
      zone.records.set(record.name, [[record.value]])
      return { id, by }
    },
    ...addressMakers(author, running.outbox),
    newInvitation: async () =>
      ok(await admin.post('/api/invitations', { email: `invited-${++serial}@test.example` })).id as string,
    /** To a separate organisation, so that nobody here is in two. */
    newInvited: async (): Promise<{ token: string; by: Client }> => {
      const house = await newPeopledWorld()
      const email = `guest-${++serial}@test.example`
      ok(await house.admin.post('/api/invitations', { email }))
      const letter = await eventually(
        async () => (await messagesIn(house.running.outbox)).find(({ to }) => to === email),
        (found) => found !== undefined,
      )
      return { token: new URL(letter!.link).hash.slice(1), by: await house.person(email) }
    },
    newApplication: async () =>
      ok(await admin.post('/api/applications', { name: 'Bot', scopes: ['teams:read'] })).id as string,
    newSecret: async (): Promise<{ id: string; secret_id: string }> => {
      const made = ok(await admin.post('/api/applications', { name: 'Bot', scopes: ['teams:read'] }))
      return { id: made.id, secret_id: made.secrets[0].id }
    },
    /** The consent of the admin to a new application. */
    newGrant: async (): Promise<string> => {
      const { redirect_uri } = application
      const draft = { name: `Bot ${++serial}`, scopes: ['teams:read'], redirect_uris: [redirect_uri] }
      const made = ok(await admin.post('/api/applications', draft))
      ok(await admin.post('/api/oauth/code', { client_id: made.client_id, redirect_uri }))
      const { grants } = ok(await admin.get('/api/grants'))
      return grants.find((grant: any) => grant.application.id === made.id).id
    },
    /** Makes two requests of the application, which are logged. @returns the id of one */
    newRequest: async (): Promise<{ id: string; request_id: string }> => {
      const api = await organisation()
      const request_id = `request-${++serial}`
      ok(await api.get('/api/teams'))
      ok(await api.get('/api/teams', { 'x-request-id': request_id }))
      const id = application.id
      await eventually(
        () => admin.get(`/api/applications/${id}/requests/${request_id}`),
        ({ status }) => status === 200,
      )
      return { id, request_id }
    },
    codeRequest: { client_id: application.client_id, redirect_uri: application.redirect_uri },
  }
}
