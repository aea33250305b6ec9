/** What is asked for an organisation of a divided database, by its people, its programs and those who were asked. */
import assert from 'node:assert/strict'
import { registeredScopeNames } from '../../contract/scopes.ts'
import { named } from '../../src/ids.ts'
import { createApplicationFor } from '../../src/oauth/oauth.ts'
import { submit } from './browse.ts'
import { answered, openedIn, pulseOfAll, workerOf } from './divided.ts'
import { atEndOf } from './endings.ts'
import { startIssuer, type TestIssuer } from './issuer.ts'
import type { Running } from './start.ts'
import {
  client,
  type Client,
  eventually,
  links,
  newWorld,
  pulseDraft,
  type Reply,
  type World,
} from './world.ts'

/** The secret of a device. */
export const attempt = 'a-secret-of-this-device'
export const patienceMs = 60_000

export type Asked = {
  world: World
  /** An admin. */
  user: Client
  /** The same one, signed in, as the workspace asks for what belongs to its own people alone. */
  inPerson(path: string): Promise<Reply>
  member: Client
  program: Client
  /** Of an application that may come back on its own. */
  tokens: Tokens
  worker: number
  links: string[]
  receipt: string
  told: Told
  scheduled: string
}

/** A closed survey by name, and what was written to those who were asked. */
type Told = {
  path: string
  link: string
  receipt: string
  response: string
  /** Of an e-mail. */
  message: string
  replies: string
  conversation: string
}

/**
 * An organisation with an open survey of twelve people, one of whom has answered and another has saved answers, and with one that has closed and was
 * replied to.
 */
export async function askedIn(running: Running): Promise<Asked> {
  const world = await newWorld({ running })
  const { userId, ...user } = await world.user({ role: 'admin' })
  const { all } = await openedIn(world, user, 12)
  const paths = all.map(({ url }) => new URL(url).pathname)
  const sent = await world.anyone.post(paths[0], answered)
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.equal((await world.anyone.patch(paths[1], { ...answered, attempt })).status, 200)
  return {
    world,
    user,
    ...(await signedIn(world)),
    member: await world.user({ role: 'member' }),
    program: await world.organisation(),
    worker: await workerOf(running.db.connection.connectionString!, world.organisationId),
    links: paths,
    receipt: `/receipts/${sent.body.receipt}`,
    told: await toldIn(world, user, userId),
    scheduled: '',
  }
}

let provider: Promise<TestIssuer> | undefined
/** The provider of the whole service. */
export const issuer = (): Promise<TestIssuer> =>
  (provider ??= startIssuer().then((started) => {
    atEndOf('file', () => started.close())
    return started
  }))

async function signedIn(world: World): Promise<Pick<Asked, 'inPerson' | 'tokens'>> {
  const { adminEmail: email, organisationId } = world
  const token = await (await issuer()).token({ sub: email, email, email_verified: true, name: 'Ada' })
  const person = client(world.url, token)
  const inPerson = (path: string) => person.get(path, { 'sonde-organisation': organisationId })
  const { status, body } = await inPerson('/api/me')
  assert.equal(status, 200, JSON.stringify(body))
  return { inPerson, tokens: await tokensOf(world, person) }
}

type Tokens = {
  /** What the person allows, to be redeemed once. */
  code(): Promise<string>
  redeem(code: string): Promise<Reply>
  /** By the refresh token that came last. */
  renew(): Promise<Reply>
}

async function tokensOf({ running, organisationId, anyone }: World, person: Client): Promise<Tokens> {
  const redirect = { redirect_uri: 'https://away.example/callback' }
  const draft = { name: 'Away', redirect_uris: [redirect.redirect_uri], scopes: [...registeredScopeNames] }
  const editor = { organisationId, userId: null }
  const { client_id, client_secret } = await running.db.transaction((tx) =>
    createApplicationFor(tx, editor, draft, running.clock?.now() ?? new Date()),
  )
  let refreshToken = ''
  const exchanged = async (grant: Record<string, string>): Promise<Reply> => {
    const reply = await anyone.post('/oauth/token', { client_id, client_secret, ...grant })
    if (reply.status === 200) refreshToken = reply.body.refresh_token
    return reply
  }
  const tokens: Tokens = {
    code: async () => {
      const asked = { client_id, scope: 'pulses:read offline_access', ...redirect }
      const { status, body } = await person.post('/api/oauth/code', asked)
      assert.equal(status, 200, JSON.stringify(body))
      return body.code
    },
    redeem: (code) => exchanged({ grant_type: 'authorization_code', code, ...redirect }),
    renew: () => exchanged({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
  assert.equal((await tokens.redeem(await tokens.code())).status, 200)
  return tokens
}

/** What is due is done, by whoever does it in this application. */
const settled = async ({ running }: World): Promise<void> => {
  if (running.clock) await running.app.due.settle()
}

async function toldIn(world: World, user: Client, userId: string): Promise<Told> {
  const path = await pulseOfAll(user, {
    channels: ['email', 'link'],
    confidentiality: { mode: 'attributed', audience: [userId] },
  })
  assert.equal((await user.post(`${path}/open`)).status, 200)
  const [first, ...others] = (await links(user, path)).map(({ url }) => new URL(url).pathname)
  for (const link of others) assert.equal((await world.anyone.post(link, answered)).status, 201)
  const { status, body } = await world.anyone.post(first, answered)
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal((await user.post(`${path}/close`)).status, 200)
  const { body: found } = await eventually(
    () => settled(world).then(() => user.get(`/api/insights?pulse_id=${path.split('/').at(-1)}&kind=score`)),
    (reply) => reply.body.insights.some(({ scope }: any) => scope.team_id === null),
    patienceMs,
  )
  const insight = found.insights.find(({ scope }: any) => scope.team_id === null).id
  const reply = await user.post(`/api/insights/${insight}/replies`, { kind: 'answer', text: 'Thank you.' })
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  assert.equal((await user.post(`/api/replies/${reply.body.id}/publish`)).status, 200)
  const response = (await user.get(`${path}/responses`)).body.responses[0].id
  const written = await user.post(`${path}/responses/${response}/messages`, { text: 'Shall we talk?' })
  assert.equal(written.status, 201, JSON.stringify(written.body))
  assert.equal((await user.post(`/api/messages/${written.body.id}/publish`)).status, 200)
  return {
    path,
    link: first,
    receipt: `/receipts/${body.receipt}`,
    response,
    message: await keptOf(world, 'deliveries', 'message'),
    replies: `/replies/${named(world.organisationId, await keptOf(world, 'replies', 'page_key'))}`,
    conversation: `/conversations/${named(world.organisationId, await keptOf(world, 'conversations', 'page_key'))}`,
  }
}

/** What a message has, and no operation tells. */
async function keptOf({ running, organisationId }: World, table: string, column: string): Promise<string> {
  const { rows } = await running.db.pool.query<{ kept: string }>(
    `select ${column} as kept from ${table} where organisation_id = $1 and ${column} is not null limit 1`,
    [organisationId],
  )
  return rows[0].kept
}

export type Request = [status: number, what: string, ask: () => Promise<{ status: number }>]

/** What people read in the workspace, and what programs ask. */
const workRequests = ({ user, inPerson, member, program, tokens, told }: Asked): Request[] => [
  ...[
    '/api/pulses',
    '/api/check-ins',
    '/api/surveys',
    '/api/surveys?q=outage',
    '/api/surveys/counts',
    '/api/occurrences',
    '/api/insights',
    '/api/insights/trends',
    '/api/actions',
    '/api/members',
    '/api/teams',
    '/api/templates',
    '/api/unanswered-conversations',
    '/api/replies',
    '/api/exports',
    '/api/webhooks',
    '/api/suppressions',
    told.path,
    `${told.path}/results`,
    `${told.path}/responses`,
    `${told.path}/responses/${told.response}/messages`,
  ].map((path): Request => [200, `an admin reads ${path}`, () => user.get(path)]),
  ...['/api/me/open-surveys', '/api/people', '/api/audit-events', '/api/audit-chain', '/api/alerts'].map(
    (path): Request => [200, `an admin reads ${path} in person`, () => inPerson(path)],
  ),
  ...['/api/surveys', '/api/surveys?q=outage', '/api/surveys/counts', '/api/occurrences', '/api/pulses'].map(
    (path): Request => [200, `a member reads ${path}`, () => member.get(path)],
  ),
  [201, 'an admin makes a draft', () => user.post('/api/pulses', pulseDraft([]))],
  [200, 'a program renews its token', () => tokens.renew()],
  [200, 'a program reads events', () => program.get('/api/events')],
  [200, 'a program reports a bounce', () => program.post('/api/deliveries/bounces', bounceOf(told))],
]

const bounceOf = ({ message }: Told) => ({ bounces: [{ message_id: `<${message}@sonde>`, type: 'soft' }] })

/** People open their link, answer, answer again, change their answer and save answers. */
const answerRequests = ({ world: { anyone }, links: paths, receipt }: Asked, round: number): Request[] => [
  [200, 'a link is opened', () => anyone.get(paths[2 + round])],
  [200, 'saved answers are saved again', () => anyone.patch(paths[1], { ...answered, attempt })],
  [200, 'answers are saved', () => anyone.patch(paths[2 + round], { ...answered, attempt })],
  [201, 'answers are sent', () => anyone.post(paths[2 + round], { ...answered, attempt })],
  [201, 'answers are sent again', () => anyone.post(paths[2 + round], { ...answered, attempt })],
  [200, 'a receipt is read', () => anyone.get(receipt)],
  [
    200,
    'an answer is changed',
    () => anyone.patch(receipt, { answers: [{ question_id: 'calm', value: 1 + (round % 5) }] }),
  ],
]

/** People read what was written to them, write back, unsubscribe and come back. */
const toldRequests = ({ world: { anyone, url }, links: paths, told }: Asked): Request[] => [
  ...[`${told.link}/replies`, `${told.receipt}/replies`, told.replies, told.conversation].map(
    (path): Request => [200, `what was written is read at ${path.split('/')[1]}`, () => anyone.get(path)],
  ),
  [201, 'a person writes back', () => anyone.post(told.conversation, { text: 'Gladly.' })],
  ...[paths[1], told.link].flatMap((link): Request[] =>
    ['unsubscribe', 'resubscribe'].map((step) => [200, step, () => submit(`${url}${link}/${step}`, {})]),
  ),
]

export const requestsOf = (asked: Asked, round: number): Request[] => [
  ...workRequests(asked),
  ...answerRequests(asked, round),
  ...toldRequests(asked),
]
