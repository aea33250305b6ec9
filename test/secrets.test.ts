/**
 * Every secret names its organisation, and is looked for there alone: where tables are divided over several servers, one that is away
 * stops its own organisations and no others. The name proves nothing: a secret that names another organisation is like one that nobody has.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, suite, test } from 'node:test'
import { ok } from './access/call.ts'
import { type Prepared, sharedPrepared } from './access/prepared.ts'
import { newPeopledWorld, type PeopledWorld } from './support/people.ts'
import { send, type Sent } from './support/send.ts'
import { named, type SecretKind } from '../src/ids.ts'
import { secretOf, unknownSecret } from './support/unknown-secrets.ts'
import { unreadable } from './tables/owners.ts'
import { sqlOf } from './tables/sql-texts.ts'
import { messagesIn } from './support/outbox.ts'
import { eventually } from './support/world.ts'

const root = resolve(import.meta.dirname, '..')

/** Looked for by their hash over all organisations, each for a reason. */
const overAll: Readonly<Record<string, string>> = {
  'src/identity/second-factor/recovery-codes.ts code_sha256':
    'an account of the embedded provider belongs to no organisation',
  'src/collection/links.ts code_sha256': 'somebody types the twelve symbols of a slip and nothing else',
  'src/webhooks/store.ts secret_sha256': 'a signing secret has the form of Standard Webhooks',
  'src/webhooks/store.ts previous_secret_sha256': 'a signing secret has the form of Standard Webhooks',
}

test('no statement looks for the hash of a secret without its organisation', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const read = (file: string) => (files.includes(file) ? readFileSync(join(root, file), 'utf8') : undefined)
  const found = new Set<string>()
  const wanting = new Set<string>()
  for (const file of files) {
    for (const { parts } of sqlOf(file, { read, exempt: unreadable, roomOf: (one) => one }).texts) {
      const text = parts.map((part) => (typeof part === 'string' ? part : '$0')).join('')
      // A list of conditions: from its beginning to whatever ends it.
      for (const conditions of text.split(
        /\bwhere\b|\bset\b|\bunion\b|\breturning\b|\border by\b|\bexists \(/,
      )) {
        const isAssigned = text.includes(`set${conditions}`)
        for (const [, column] of conditions.matchAll(/(\w+_sha256) = \$\d+/g)) {
          if (isAssigned) continue
          found.add(`${file} ${column}`)
          if (!/organisation_id = \$\d+/.test(conditions)) wanting.add(`${file} ${column}`)
        }
      }
    }
  }
  assert.ok(found.size > 15, `${found.size} places`)
  assert.deepEqual([...wanting].toSorted(), Object.keys(overAll).toSorted())
})

type Ask = (secret: string) => Promise<Sent>

/** A secret that works, and a request that presents it. */
type Door = { readonly secret: string; readonly ask: Ask }

let it: Prepared
let other: PeopledWorld

before(async () => {
  it = await sharedPrepared()
  other = await newPeopledWorld()
  const draft = {
    name: 'Stays signed in',
    scopes: ['teams:read', 'offline_access'],
    redirect_uris: [it.world.application.redirect_uri],
  }
  application = ok(await it.world.admin.post('/api/applications', draft))
})

const at = (path: string): string => it.world.url + path
const get = (path: string): Promise<Sent> => send(at(path), { method: 'GET' })
const post = (path: string, body: object, token: string | null = null): Promise<Sent> =>
  send(at(path), { method: 'POST', body: JSON.stringify(body), token })

type Application = { client_id: string; client_secret: string }
let application: Application

const client = (): Application => {
  const { client_id, client_secret } = application
  return { client_id, client_secret }
}

/** A code for the application that may have refresh tokens. */
const newCode = async (scope?: string): Promise<string> => {
  const { redirect_uri } = it.world.application
  const { client_id } = application
  return ok(await it.world.admin.post('/api/oauth/code', { client_id, redirect_uri, scope })).code
}

const tokensOf = (code: string): Promise<Sent> =>
  post('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: it.world.application.redirect_uri,
    ...client(),
  })

const newRefreshToken = async (): Promise<string> =>
  ok(await tokensOf(await newCode('teams:read offline_access'))).refresh_token

const newAccessToken = async (): Promise<string> =>
  ok(await tokensOf(await newCode('teams:read'))).access_token

const copyLink = async (): Promise<string> => {
  const email = `copied-${Math.random()}@test.example`
  const member = ok(await (await it.world.organisation()).post('/api/members', { name: 'Copied', email }))
  const { id } = ok(
    await it.world.admin.post('/api/privacy-requests', { kind: 'access', member_id: member.id }),
  )
  for (const verb of ['verify', 'complete']) await it.world.admin.post(`/api/privacy-requests/${id}/${verb}`)
  const letter = await eventually(
    async () =>
      (await messagesIn(it.world.running.outbox)).find(
        ({ to, text }) => to === email && text.includes('/privacy/'),
      ),
    (one) => one !== undefined,
  )
  return /sonde_pl_\w+/.exec(letter!.text)![0]
}

const doors: Readonly<Record<string, () => Promise<Door>>> = {
  'an access token at the API': async () => ({
    secret: await newAccessToken(),
    ask: (token) => send(at('/api/teams'), { method: 'GET', token }),
  }),
  'a token of directory sync': async () => ({
    secret: (await it.newSyncToken()).token,
    ask: (token) => send(at('/scim/v2/ServiceProviderConfig'), { method: 'GET', token }),
  }),
  'an access token at introspection': async () => ({
    secret: await newAccessToken(),
    ask: (token) => post('/oauth/introspect', { token, ...client() }),
  }),
  'a refresh token at introspection': async () => ({
    secret: await newRefreshToken(),
    ask: (token) => post('/oauth/introspect', { token, ...client() }),
  }),
  'a client secret': async () => ({
    secret: application.client_secret,
    ask: (client_secret) =>
      post('/oauth/token', { grant_type: 'client_credentials', ...client(), client_secret }),
  }),
  'an authorization code': async () => ({ secret: await newCode(), ask: tokensOf }),
  'a refresh token': async () => ({
    secret: await newRefreshToken(),
    ask: (refresh_token) => post('/oauth/token', { grant_type: 'refresh_token', refresh_token, ...client() }),
  }),
  'an invitation': async () => {
    const { token, by } = await it.newInvited()
    return { secret: token, ask: (one) => post('/api/invitations/accept', { token: one }, by.token) }
  },
  'the link to a new address': async () => ({
    secret: await it.newAddressToken('ea'),
    ask: (token) => post('/api/address-changes/confirm', { token }),
  }),
  'the link to an old address': async () => ({
    secret: await it.newAddressToken('ek'),
    ask: (token) => post('/api/address-changes/reject', { token }),
  }),
  'the link to an export of the organisation': async () => {
    const { url } = ok(await it.world.admin.post(`/api/organisation/exports/${await it.exported()}/link`))
    return { secret: url.split('/').at(-1), ask: (token) => get(`/exports/${token}`) }
  },
  'the link to the file of an export': async () => {
    const { url } = ok(await it.author.post(`/api/exports/${await it.newExport()}/link`))
    return { secret: url.split('/').at(-1), ask: (token) => get(`/exports/files/${token}`) }
  },
  'the link to a copy of personal data': async () => ({
    secret: await copyLink(),
    ask: (token) => get(`/privacy/${token}`),
  }),
}

/** What a caller sees, without what differs from request to request. */
const seen = ({ status, body, headers }: Sent, secret: string) => ({
  status,
  body: JSON.stringify(body)
    .replaceAll(secret, 'SECRET')
    .replaceAll(/"request_id":"[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'REQUEST'),
  headers: [...headers]
    .filter(([name]) => !['date', 'x-request-id', 'etag'].includes(name) && !name.startsWith('ratelimit'))
    .map(([name, value]) => `${name}: ${value.replaceAll(secret, 'SECRET')}`)
    .toSorted(),
})

const closedReceipt = async (): Promise<string> => it.countedReceipt()
const openLink = async (): Promise<string> => it.linkOf((await it.openPulse()).id)
const openCode = async (): Promise<string> => {
  const { id } = await it.pulseWithCodes()
  const { pools } = ok(await it.world.admin.post(`/api/pulses/${id}/codes`, { reason: 'The author is away' }))
  return new URL(pools[0].codes[0].url).pathname.slice('/r/'.length)
}

/** What pages and programs do with what an address holds: by name, the method, the path after it, and a body. */
type Act = readonly [name: string, method: string, path: string, body?: object]

const attempt = 'a'.repeat(32)
const ofLinks: readonly Act[] = [
  ['read', 'GET', ''],
  ['saved', 'PATCH', '', { answers: [], attempt }],
  ['discarded', 'DELETE', ''],
  ['answered', 'POST', '', { answers: [{ question_id: 'calm', value: 4 }] }],
  ['asked what came of it', 'GET', '/replies'],
  ['unsubscribed from', 'POST', '/unsubscribe'],
  ['subscribed to again', 'POST', '/resubscribe'],
]
const ofReceipts: readonly Act[] = [
  ['read', 'GET', ''],
  ['proved', 'GET', '/proof'],
  ['edited', 'PATCH', '', { answers: [] }],
  ['withdrawn', 'DELETE', ''],
]

const doorsOf = (
  what: string,
  place: string,
  make: () => Promise<string>,
  acts: readonly Act[],
): [string, () => Promise<Door>][] =>
  acts.flatMap(([verb, method, path, body]) =>
    ['application/json', 'text/html'].map((accept): [string, () => Promise<Door>] => [
      `${what}, ${verb}, as ${accept}`,
      async () => ({
        secret: await make(),
        ask: (token) =>
          send(at(`/${place}/${token}${path}`), {
            method,
            headers: {
              accept,
              ...(path.endsWith('subscribe') && { 'content-type': 'application/x-www-form-urlencoded' }),
            },
            ...(body && { body: JSON.stringify(body) }),
          }),
      }),
    ]),
  )

const addresses: readonly [string, () => Promise<Door>][] = [
  ...doorsOf('a link', 'r', openLink, ofLinks),
  ...doorsOf('a code', 'r', openCode, [
    ['read', 'GET', ''],
    ['answered', 'POST', '', { answers: [] }],
  ]),
  ...doorsOf(
    'a receipt of an open survey',
    'receipts',
    async () => it.receipt((await it.openPulse()).id),
    ofReceipts,
  ),
  ...doorsOf('a receipt of a closed survey', 'receipts', closedReceipt, [
    ['proved', 'GET', '/proof'],
    ['asked what came of it', 'GET', '/replies'],
  ]),
  ...doorsOf('the address of a reply', 'replies', () => it.replyKey(), [['read', 'GET', '']]),
]

/** Another text of the same form, that nobody has. */
function madeUp(secret: string): string {
  if (secret.startsWith('sonde_'))
    return unknownSecret(/^sonde_(\w+?)_/.exec(secret)![1] as SecretKind, it.world.organisationId)
  const [organisation, text] = secret.split('.')
  // A code with a wrong check is told as a slip of the finger, whatever it is of.
  return `${organisation}.${text.length === 12 ? '000000000000' : text.replaceAll(/[0-9a-f]/g, '0')}`
}

/** The same secret, as if it were one of another organisation. */
const altered = (secret: string): string =>
  secret.startsWith('sonde_')
    ? secretOf(other.organisationId, secret)
    : named(other.organisationId, secret.split('.')[1])

suite('a secret that names another organisation is answered like one that nobody has', () => {
  for (const [name, make] of [...Object.entries(doors), ...addresses]) {
    test(name, async () => {
      const { secret, ask } = await make()
      const [others, unknown] = [altered(secret), madeUp(secret)]
      assert.deepEqual(seen(await ask(others), others), seen(await ask(unknown), unknown))
      const works = await ask(secret)
      assert.ok(works.status < 300, `${works.status} ${JSON.stringify(works.body)}`)
      assert.notEqual(works.body?.active, false)
    })
  }
})

test('a leak that names another organisation ends nothing', async () => {
  const report = (token: string): Promise<Sent> => post('/oauth/leaks', { token })
  const live = {
    at: await newAccessToken(),
    rt: await newRefreshToken(),
    ac: await newCode(),
    scim: (await it.newSyncToken()).token,
  }
  for (const secret of Object.values(live))
    assert.equal((await report(secretOf(other.organisationId, secret))).status, 200)
  assert.equal((await send(at('/api/teams'), { method: 'GET', token: live.at })).status, 200)
  const path = at('/scim/v2/ServiceProviderConfig')
  assert.equal((await send(path, { method: 'GET', token: live.scim })).status, 200)
  ok(await tokensOf(live.ac))
  ok(await post('/oauth/token', { grant_type: 'refresh_token', refresh_token: live.rt, ...client() }))
})
