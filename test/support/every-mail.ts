/**
 * One e-mail of every kind, sent as the product sends them, in one language: what people do is done over HTTP; a notice whose text follows
 * from its facts alone is queued with them, as its room queues it.
 */
import { noticeActions } from '../../contract/audit-actions.ts'
import { auditEvents } from '../../src/db/tables.ts'
import { digestNotices } from '../../src/audit-notices/notice-text.ts'
import { type SurveyEvent, surveyNotices } from '../../src/authorship/notice-text.ts'
import type { OutboxMessage } from '../../src/channels/outbox.ts'
import { participationNotices } from '../../src/collection/participation-notices.ts'
import { many, run, sql, textArray } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import type { Language } from '../../src/language.ts'
import { type NoticeKind, queueNotice } from '../../src/notices/notices.ts'
import { type DeletionEvent, deletionNotices } from '../../src/offboarding/notice-text.ts'
import { type PrivacyFacts, privacyNotices } from '../../src/privacy/notice-text.ts'
import { newHouse as newActingHouse } from '../attack/acting/acting.ts'
import { bodyOf } from './clockwork.ts'
import { messageKeyOf } from './conversations.ts'
import { messagesIn } from './outbox.ts'
import { askedTwoTeams, findingsOf, publishedTo, replier } from './replying.ts'
import { newHouse, startService } from './sign-in-organisation.ts'
import { client, links, pulseDraft } from './world.ts'

type Service = Awaited<ReturnType<typeof startService>>
type SignedIn = Awaited<ReturnType<typeof newHouse>>

/** Records, so that the compiler asks for an event that is added. */
const surveyEvents: Record<SurveyEvent, true> = {
  closed: true,
  cancelled: true,
  paused: true,
  ended: true,
  archived: true,
  deleted: true,
  skipped: true,
  handed_on: true,
  handed_over: true,
  inherited: true,
}
const privacyEvents: Record<Exclude<PrivacyFacts['event'], 'received' | 'ready'>, true> = {
  erased: true,
  restricted: true,
  lifted: true,
  declined: true,
  extended: true,
}
const deletionEvents: Record<DeletionEvent, true> = {
  deletion: true,
  deletion_soon: true,
  deletion_kept: true,
}
const keysOf = <K extends string>(record: Record<K, true>): K[] => Object.keys(record) as K[]

const laterMs = 3_600_000
const lasting = new Date('2100-01-01T00:00:00Z')

/** A longer title than most, with a word that cannot be broken at a space. */
const title =
  'Wie geht es dir nach der Betriebskostenabrechnungsumstellung? A look back at <week 47> & “what now”'
const description = 'Four hours without orders. We want to know what helped and what we should change first.'

/** An organisation whose people read this language. */
async function houseIn(service: Service, language: Language): Promise<SignedIn> {
  const house = await newHouse(service)
  await run(
    service.running.db.tx,
    sql`update organisations set locale = ${language}, name = 'Nordwind Logistics & Söhne GmbH' where id = ${house.organisationId}`,
  )
  return house
}

/** An invitation and a reminder; a test of one; and the hold that an admin sets and lifts. */
async function aboutSurvey(house: SignedIn): Promise<void> {
  const author = await house.user({ id: house.adminId })
  const team = await house.team('Warehouse', 6)
  const draft = pulseDraft([team.id], {
    title,
    description,
    channels: ['email'],
    closes_at: new Date(house.running.clock!.now().getTime() + 72 * laterMs).toISOString(),
    confidentiality: { mode: 'attributed' },
  })
  const { id } = await bodyOf(author.post('/api/pulses', draft), 201)
  await author.post(`/api/pulses/${id}/send-test`, {})
  await bodyOf(author.post(`/api/pulses/${id}/open`))
  await house.letters()
  await bodyOf(author.post(`/api/pulses/${id}/remind`))
  await bodyOf(house.admin.put(`/api/retention/holds/${id}`, { reason: 'A case before the court' }))
  await house.letters()
  await bodyOf(house.admin.delete(`/api/retention/holds/${id}`, { reason: 'The case has ended' }), 204)
  const collections = await house.running.db.pool.query<{ id: string }>(
    'select id from collections where owner_id = $1',
    [id],
  )
  for (const [event, role] of [
    ['low', 'author'],
    ['extended', 'lead'],
  ] as const)
    await queue(house, participationNotices, {
      collection_id: collections.rows[0].id,
      event,
      role,
      below: 0.5,
      rate: 0.25,
      rounded: role === 'author',
      teams: role === 'lead' ? [{ name: 'Warehouse', answered: 2, asked: 6 }] : [],
    })
}

const queue = <Facts>(
  { running, organisationId, adminId: userId }: SignedIn,
  kind: NoticeKind<Facts>,
  facts: NoInfer<Facts>,
): Promise<void> =>
  running.db.transaction((tx) =>
    queueNotice(tx, kind, { organisationId, to: { userId }, facts }, running.clock!.now()),
  )

/** A reply to a finding, and both directions of a conversation about a named answer. */
async function aboutResults(service: Service, language: Language): Promise<void> {
  const house = await newActingHouse({ running: service.running })
  const { world } = house
  await run(
    service.running.db.tx,
    sql`update organisations set locale = ${language}, colour = '#0f766e' where id = ${world.organisationId}`,
  )
  const admin = await replier(house, [], 'admin')
  const survey = await askedTwoTeams(house)
  const findings = await findingsOf(house, survey, admin)
  await publishedTo(admin, findings.everyone, 'We hire two people, and the on-call rota ends at eight.')

  const { userId } = await world.user()
  const author = client(
    world.url,
    await world.token({
      userId,
      scopes: ['pulses:read', 'pulses:write', 'links:read', 'responses:read', 'responses:write'],
      expiresAt: lasting,
    }),
  )
  const team = await world.team('People', 6)
  const draft = pulseDraft([team.id], {
    confidentiality: { mode: 'attributed' },
    channels: ['email', 'link'],
  })
  const path = `/api/pulses/${(await bodyOf(author.post('/api/pulses', draft), 201)).id}`
  await bodyOf(author.post(`${path}/open`))
  await house.settle()
  for (const { url } of (await links(author, path)).slice(0, 3))
    await bodyOf(
      world.anyone.post(new URL(url).pathname, { answers: [{ question_id: 'calm', value: 4 }] }),
      201,
    )
  const [{ id: responseId }] = (await bodyOf(author.get(`${path}/responses`))).responses
  const { id } = await bodyOf(
    author.post(`${path}/responses/${responseId}/messages`, { text: 'Shall we?' }),
    201,
  )
  await bodyOf(author.post(`/api/messages/${id}/publish`))
  const key = await messageKeyOf(world, responseId)
  await bodyOf(world.anyone.post(`/conversations/${key}`, { text: 'Gladly.' }), 201)
  service.running.clock!.advance(laterMs)
  await house.settle()
}

/** Invitations, addresses, second factors and requests about one’s own data. */
async function aboutAccounts(house: SignedIn, language: Language): Promise<void> {
  const admin = await house.user({ id: house.adminId })
  const now = house.running.clock!.now()
  const own = `person-${language}@accounts.test`
  await house.invite(`invited-${language}@accounts.test`)
  await bodyOf(admin.post('/api/members', { name: 'Ada Lovelace', email: own }), 201)
  const person = await house.person({ sub: own, email: own })
  const asked = await bodyOf(person.post('/api/me/privacy-requests', { kind: 'access' }), 201)
  for (const step of ['start', 'complete'])
    await bodyOf(house.admin.post(`/api/privacy-requests/${asked.id}/${step}`))
  const { members } = await bodyOf(admin.get('/api/members'))
  const { id } = members.find(({ email }: { email: string }) => email === own)
  await bodyOf(admin.patch(`/api/members/${id}`, { email: `new-${own}` }))
  await run(
    house.running.db.tx,
    sql`
      insert into second_factor_notices (organisation_id, user_id, reset_at, due_at)
      values (${house.organisationId}, ${house.adminId}, ${now}, ${now})`,
  )
}

/** What a notice says follows from these facts. */
async function byFacts(house: SignedIn): Promise<void> {
  for (const event of keysOf(surveyEvents))
    await queue(house, surveyNotices, { event, title, by: 'Gudrun Thorsen', reason: 'The rota changed.' })
  for (const event of keysOf(privacyEvents))
    await queue(house, privacyNotices, {
      event,
      request: 'erasure',
      day: '2027-01-31',
      reason: 'We could not confirm who asked.',
    })
  for (const event of keysOf(deletionEvents))
    await queue(house, deletionNotices, { event, day: '2027-01-31', admin: 'Gudrun Thorsen' })
  const events = await many(
    house.running.db.tx,
    shapeOf(auditEvents, ['id']),
    sql`
      select id
      from audit_events
      where organisation_id = ${house.organisationId}
        and action = any (${textArray([...noticeActions])})
      order by id
      limit 5`,
  )
  await queue(house, digestNotices, { event_ids: events.map(({ id }) => id), total: events.length + 2 })
}

/** One of each kind that has come since, in the order of the names of kinds. */
async function newIn(outbox: string, before: ReadonlySet<string>): Promise<OutboxMessage[]> {
  const added = (await messagesIn(outbox)).filter(({ name }) => !before.has(name))
  return [...new Map(added.map((message) => [message.kind, message])).values()].toSorted((a, b) =>
    a.kind < b.kind ? -1 : 1,
  )
}

const namesIn = async (outbox: string): Promise<Set<string>> =>
  new Set((await messagesIn(outbox)).map(({ name }) => name))

/** Sends them all. @returns one of each kind */
export async function everyMail(service: Service, language: Language): Promise<OutboxMessage[]> {
  const { outbox } = service.running
  const before = await namesIn(outbox)
  await aboutResults(service, language)
  const house = await houseIn(service, language)
  await aboutSurvey(house)
  await aboutAccounts(house, language)
  await byFacts(house)
  await house.letters()
  return newIn(outbox, before)
}

/** An invitation and a reminder. */
export async function invitations(service: Service, language: Language): Promise<OutboxMessage[]> {
  const { outbox } = service.running
  const before = await namesIn(outbox)
  const house = await houseIn(service, language)
  await aboutSurvey(house)
  return (await newIn(outbox, before)).filter(({ kind }) => kind === 'invitation' || kind === 'reminder')
}
