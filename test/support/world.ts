/**
 * An organisation for one test, and clients that call as its applications and its people. Everything goes through HTTP, except making the
 * organisation, its users and applications (which the command line and sign-in make in reality).
 */
import { byApplication, recordAudits } from '../../src/audit/audit.ts'
import { json, only, run, sql, textArray } from '../../src/db/db.ts'
import { shapeOf } from '../../src/db/shape.ts'
import { accessTokens, identities } from '../../src/db/tables.ts'
import { recordEvent } from '../../src/events/events.ts'
import { newId, newSecret, sha256 } from '../../src/ids.ts'
import { bootstrap } from '../../src/identity/identity.ts'
import { createApplicationFor } from '../../src/oauth/oauth.ts'
import { firstPartyScopes, type Scope, scopeNames, scopes } from '../../contract/scopes.ts'
import { exchange, type Exchanged } from './exchange.ts'
import { hangMs } from './cpu.ts'
import { type Running, sharedApp, startApp } from './start.ts'

export type Reply<T = any> = { status: number; body: T; bytes: number; headers: Headers }

/** Read as JSON, where it says that it is. */
export function replyOf(exchanged: Exchanged): Reply {
  const { status, text, bytes } = exchanged
  const isJson = /json(;|$)/.test(exchanged.type)
  return {
    status,
    bytes,
    body: text === '' ? null : isJson ? JSON.parse(text) : text,
    get headers() {
      return exchanged.headers
    },
  }
}

export type Client = {
  readonly token: string | null
  get<T = any>(path: string, headers?: Record<string, string>): Promise<Reply<T>>
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  patch<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  delete<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
}

/** @param held  a token, or a function for one that is renewed */
export function client(url: string, held: string | null | (() => string) = null): Client {
  const tokenNow = (): string | null => (typeof held === 'function' ? held() : held)
  const call =
    (method: string) =>
    async (path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> => {
      const token = tokenNow()
      const reply = await exchange(url + path, {
        method,
        headers: {
          accept: 'application/json',
          // Nothing is won by packing what does not leave the machine.
          'accept-encoding': 'identity',
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return replyOf(reply)
    }
  return {
    get token() {
      return tokenNow()
    },
    get: (path, headers) => call('GET')(path, undefined, headers),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  }
}

export type Application = { id: string; client_id: string; client_secret: string; redirect_uri: string }

export type World = {
  running: Running
  url: string
  organisationId: string
  adminId: string
  adminEmail: string
  application: Application
  /** The text of an access token: an organisation's without `userId`, an hour long without `expiresAt`. */
  token(options: {
    userId?: string | null
    scopes: readonly Scope[]
    applicationId?: string
    expiresAt?: Date
    /** When the person behind the token signed in: recently all the time, unless said. */
    signedInAt?: Date
  }): Promise<string>
  /** An organisation's token with every scope that one can have, or with those named. */
  organisation(scopes?: Scope[]): Promise<Client>
  /** A token of a new user, or of one that exists, with every scope or those named. */
  user(options?: {
    id?: string
    scopes?: Scope[]
    role?: 'admin' | 'analyst' | 'member'
    signedInAt?: Date
  }): Promise<Client & { userId: string }>
  anyone: Client
  /** Team by the API, with members: `count` people named Person 1 … */
  team(
    name: string,
    count: number,
    options?: { parent?: string; email?: boolean },
  ): Promise<{ id: string; members: string[] }>
  /** New members of a team, whom the application of this world adds. @returns their ids, in order */
  people(teamId: string, people: readonly NewPerson[]): Promise<string[]>
}

type NewPerson = { name: string; email: string | null }

let serial = 0

type TokenRow = {
  organisationId: string
  applicationId: string
  userId: string | null
  scopes: readonly Scope[]
  expiresAt?: Date
  signedInAt?: Date
}

/**
 * A token row as the token endpoint writes it (which the tests of src/oauth check): an hour long, of somebody whose sign-in counts as recent all that
 * time, however long a test takes.
 */
export async function issueToken({ db, clock }: Running, row: TokenRow): Promise<string> {
  const now = clock?.now() ?? new Date()
  const hence = new Date(now.getTime() + 3_600_000)
  const {
    organisationId,
    applicationId,
    userId,
    scopes: granted,
    signedInAt = hence,
    expiresAt = hence,
  } = row
  const token = newSecret('at', organisationId)
  await only(
    db.tx,
    shapeOf(accessTokens, ['token_sha256']),
    sql`
      insert into access_tokens (token_sha256, organisation_id, application_id, user_id, scopes, signed_in_at, created_at,
                                 expires_at)
      values (${sha256(token)}, ${organisationId}, ${applicationId}, ${userId}, ${[...granted]}::text[],
              ${userId === null ? null : signedInAt}, ${now}, ${expiresAt})
      returning token_sha256`,
  )
  return token
}

/**
 * New members of a team, as an application adds them by POST /api/members, in one transaction: src/directory/members.test.ts checks that they
 * are the same. Tests need some thousands of people, and a request for each of them took a twentieth of their time.
 * @returns their ids, in order
 */
async function addPeople(
  { db, clock }: Running,
  {
    organisationId,
    applicationId,
    teamId,
  }: { organisationId: string; applicationId: string; teamId: string },
  people: readonly NewPerson[],
): Promise<string[]> {
  if (people.length === 0) return []
  const at = clock?.now() ?? new Date()
  const newIds = (kind: 'member' | 'event'): string[] => people.map(() => newId(kind)).toSorted()
  const ids = newIds('member')
  const eventIds = newIds('event')
  const rows = people.map((person, place) => ({ ...person, id: ids[place], event_id: eventIds[place] }))
  await db.transaction(async (tx) => {
    await run(
      tx,
      sql`
        with added as (
          select *
          from jsonb_to_recordset(${json(rows)}) as one (id text, event_id text, name text, email text)
        ), told as (
          insert into events (organisation_id, id, type, payload, occurred_at)
          select ${organisationId}, event_id, 'member.created', jsonb_build_object('member_id', id), ${at}::timestamptz
          from added
        ), changed as (
          update teams
          set version = version + ${people.length}, updated_at = ${at}
          where organisation_id = ${organisationId}
            and id = ${teamId}
        )
        insert into members (organisation_id, id, name, email, attributes, channels, status, added_by, address_by_program,
                             created_at, updated_at)
        select ${organisationId}, id, name, email, '{}', '[]', 'active', ${applicationId}, true, ${at}::timestamptz, ${at}::timestamptz
        from added`,
    )
    await run(
      tx,
      sql`
        insert into memberships (organisation_id, team_id, member_id, role, joined_at)
        select ${organisationId}, ${teamId}, id, 'member', ${at}::timestamptz
        from unnest(${textArray(ids)}) as one (id)`,
    )
    await recordAudits(
      tx,
      { organisationId, actor: byApplication(applicationId), action: 'member.created', at },
      ids.map((target) => ({ target, detail: {} })),
    )
    await recordEvent(tx, { organisationId, type: 'team.updated', payload: { team_id: teamId }, at })
  })
  return ids
}

/** @param at turns the clock by hand, in a database of its own */
export async function newWorld(options: { at?: string; running?: Running } = {}): Promise<World> {
  const running = options.running ?? (options.at ? await startApp({ at: options.at }) : await sharedApp())
  const { db, url } = running
  const now = (): Date => running.clock?.now() ?? new Date()
  const number = ++serial
  const adminEmail = `admin${number}@test.example`
  const made = await db.transaction((tx) =>
    bootstrap(tx, { organisation: `Test ${number}`, admin: adminEmail }, now()),
  )
  const organisationId = made.organisation.id
  const redirectUri = 'https://client.example/callback'
  const application = await db.transaction((tx) =>
    createApplicationFor(
      tx,
      { organisationId, userId: null },
      { name: 'Test', redirect_uris: [redirectUri], scopes: firstPartyScopes },
      now(),
    ),
  )
  // Without a notice to the admins, which would be one more mail in every test that counts them.
  await run(
    db.tx,
    sql`update applications set scopes = ${scopeNames}::text[] where organisation_id = ${organisationId} and id = ${application.id}`,
  )

  const issue: World['token'] = ({ userId = null, applicationId = application.id, ...token }) =>
    issueToken(running, { organisationId, applicationId, userId, ...token })

  const newUser = async (role: string): Promise<string> => {
    const id = newId('user')
    await only(
      db.tx,
      shapeOf(identities, ['id']),
      sql`
        with made as (
          insert into users (organisation_id, id, email, name, role, created_at, updated_at)
          values (${organisationId}, ${id}, ${`${id}@test.example`}, ${`User ${id.slice(-4)}`}, ${role}, ${now()}, ${now()})
          returning id
        )
        insert into identities (organisation_id, id, issuer, subject, user_id, created_at)
        select ${organisationId}, ${newId('identity')}, 'https://idp.example', id, id, ${now()}
        from made
        returning id`,
    )
    return id
  }

  const world: World = {
    running,
    url,
    organisationId,
    adminId: made.admin.id,
    adminEmail,
    token: issue,
    application: {
      id: application.id,
      client_id: application.client_id,
      client_secret: application.client_secret!,
      redirect_uri: redirectUri,
    },
    anyone: client(url),
    organisation: async (granted = scopeNames.filter((scope) => scopes[scope].organisation)) =>
      client(url, await issue({ scopes: granted })),
    user: async ({ id, scopes: granted = scopeNames, role = 'analyst', signedInAt } = {}) => {
      const userId = id ?? (await newUser(role))
      const token = await issue({ userId, scopes: granted, ...(signedInAt && { signedInAt }) })
      return { ...client(url, token), userId }
    },
    people: (teamId, people) =>
      addPeople(running, { organisationId, applicationId: application.id, teamId }, people),
    team: async (name, count, { parent, email = true } = {}) => {
      const api = await world.organisation()
      const team = await api.post('/api/teams', { name, ...(parent && { parent_team_id: parent }) })
      if (team.status !== 201) throw new Error(JSON.stringify(team.body))
      const members = await world.people(
        team.body.id,
        Array.from({ length: count }, (_, at) => ({
          name: `Person ${name} ${at + 1}`,
          email: email
            ? `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${at + 1}-${number}@test.example`
            : null,
        })),
      )
      return { id: team.body.id, members }
    },
  }
  return world
}

export const pulseDraft = (teamIds: string[], more: Record<string, unknown> = {}) => ({
  title: 'After the outage',
  topic: 'incident review',
  visibility: 'public',
  questions: [
    { id: 'calm', type: 'scale', text: 'I could work calmly', min: 1, max: 5 },
    { id: 'why', type: 'text', text: 'What got in the way?' },
  ],
  recipients: { team_ids: teamIds, member_ids: [] },
  confidentiality: { mode: 'anonymous' },
  channels: ['link'],
  ...more,
})

/** Polls until a condition holds; fails with the last value. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  timeoutMs = hangMs,
): Promise<T> {
  const until = performance.now() + timeoutMs
  // Each look takes of the processor what it waits for: on a busy machine they become rarer.
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 200)) {
    const seen = await look()
    if (holds(seen)) return seen
    if (performance.now() > until) throw new Error(`never came true; last seen: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

export const links = async (api: Client, path: string): Promise<{ member_id: string; url: string }[]> => {
  const all: { member_id: string; url: string }[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Reply = await api.get(
      `${path}/links?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    if (page.status !== 200) throw new Error(JSON.stringify(page.body))
    all.push(...page.body.links)
    cursor = page.body.next_cursor
  }
  return all
}

export { json }
