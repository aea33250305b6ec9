/**
 * Who may call what: every operation of the contract with every kind of caller. The expected reply follows from the contract alone (its
 * caller and its scopes), so a new operation is tested here as soon as it has a request.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { operations } from '../contract/operations.ts'
import type { ProblemCode } from '../contract/problems.ts'
import type { Operation } from '../contract/operation.ts'
import { type Scope, scopeNames, scopes } from '../contract/scopes.ts'
import { newId } from '../src/ids.ts'
import { createApplicationFor } from '../src/oauth/oauth.ts'
import { call, pathOf } from './access/call.ts'
import { makingOnce } from './access/making-once.ts'
import { type Prepared, sharedPrepared } from './access/prepared.ts'
import { type Kind, type Request, requests } from './access/requests.ts'
import { newPeopledWorld, type PeopledWorld } from './support/people.ts'
import { checkReply, isRefused } from './support/replies.ts'
import { client, type Client, type Reply } from './support/world.ts'

const organisationScopes = scopeNames.filter((scope) => scopes[scope].organisation)

type Callers = {
  nobody: Client
  malformed: Client[]
  expired: Client[]
  revoked: Client[]
  organisation(granted: readonly Scope[]): Promise<Client>
  user(granted: readonly Scope[]): Promise<Client>
  session: Client
}

let it: Prepared
let other: PeopledWorld
let foreign: { user: Client; organisation: Client }
let callers: Callers

/** One token for each set of scopes. */
function known(
  issue: (granted: readonly Scope[]) => Promise<Client>,
): (granted: readonly Scope[]) => Promise<Client> {
  const clients = new Map<string, Promise<Client>>()
  return (granted) => {
    const key = granted.join(' ')
    const client = clients.get(key) ?? issue(granted)
    clients.set(key, client)
    return client
  }
}

async function makeCallers(): Promise<Callers> {
  const { world, author } = it
  const as = async (options: Parameters<typeof world.token>[0]) =>
    client(world.url, await world.token(options))
  const { userId } = author
  const expiresAt = new Date(Date.now() - 1000)
  const applicationId = await newApplication()
  const revoked = [
    await as({ scopes: organisationScopes, applicationId }),
    await as({ scopes: scopeNames, userId, applicationId }),
  ]
  assert.equal((await revoked[0].get('/api/teams')).status, 200)
  assert.equal((await world.admin.post(`/api/applications/${applicationId}/revoke`)).status, 200)
  return {
    nobody: world.anyone,
    malformed: ['x', 'sonde_at_', `${author.token}x`, author.token!.toUpperCase(), 'a.b.c'].map((token) =>
      client(world.url, token),
    ),
    expired: [
      await as({ scopes: organisationScopes, expiresAt }),
      await as({ scopes: scopeNames, userId, expiresAt }),
    ],
    revoked,
    organisation: known((granted) => as({ scopes: granted })),
    user: known((granted) => as({ scopes: granted, userId })),
    session: world.admin,
  }
}

const newApplication = async (): Promise<string> => {
  const { db } = it.world.running
  const draft = { name: 'To be revoked', scopes: scopeNames }
  return (
    await db.transaction((tx) =>
      createApplicationFor(tx, { organisationId: it.world.organisationId, userId: null }, draft, new Date()),
    )
  ).id
}

/** One of each thing for all that read. */
let reading: Prepared

const make = async (operation: Operation, kind?: Kind): Promise<Request> =>
  requests[operation.id](operation.method === 'GET' ? reading : it, kind)

const refusable = new Map<Operation, Promise<Request>>()

/** One request for all callers who are refused: it uses nothing up. */
function toRefuse(operation: Operation): Promise<Request> {
  const request = refusable.get(operation) ?? make(operation)
  refusable.set(operation, request)
  return request
}

/** An export is there for its caller alone, so each caller has one of their own. */
const belongsToCaller = ({ action, params }: Operation): boolean =>
  action === 'exports.make' && params !== undefined

const toDo = (operation: Operation, kind: Kind): Promise<Request> =>
  operation.method === 'GET' && !belongsToCaller(operation) ? toRefuse(operation) : make(operation, kind)

const challenge = (reply: Reply): string => reply.headers.get('www-authenticate') ?? ''

function openToAnyone(operation: Operation): void {
  test('needs no token and ignores one', async () => {
    checkReply(operation, await call(callers.nobody, operation, await make(operation)))
    checkReply(operation, await call(callers.malformed[0], operation, await make(operation)))
  })
  test('404 for ids that do not exist', async () => {
    const { params = {}, body, ...rest } = await make(operation)
    const [known] = [...Object.values(params), ...Object.values(body ?? {})].map(String)
    // A secret is part of the address, or is all of the body.
    const isInBody = Object.keys(params).length === 0
    const filled = (fields: object, value: string) =>
      Object.fromEntries(Object.keys(fields).map((name) => [name, value]))
    for (const value of [
      'x',
      'A'.repeat(43),
      known.toUpperCase(),
      [...known].toReversed().join(''),
      `${known}0`,
    ]) {
      const none = isInBody
        ? { ...rest, body: filled(body ?? {}, value) }
        : { ...rest, body, params: filled(params, value) }
      isRefused(operation, await call(callers.nobody, operation, none), 404, 'not_found')
    }
  })
}

function refusesWithoutLiveToken(operation: Operation): void {
  test('401 without a token, with the scope that is needed', async () => {
    const reply = await call(callers.nobody, operation, await toRefuse(operation))
    isRefused(operation, reply, 401, 'unauthorized')
    assert.match(challenge(reply), /^Bearer realm="api", .*resource_metadata="http[^"]+"$/)
    assert.doesNotMatch(challenge(reply), /error=/)
    assert.equal(challenge(reply).includes('scope='), operation.scope !== undefined)
    if (operation.scope) assert.match(challenge(reply), new RegExp(`scope="${operation.scope[0]}"`))
    if (operation.method !== 'GET') return
    const url = it.world.url + pathOf(operation, await toRefuse(operation))
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 401)
  })
  test('401 for a token that is malformed, expired, of a revoked application, or of the other kind', async () => {
    const takesSession = ['person', 'session'].includes(operation.caller)
    const wrongKind = takesSession
      ? [it.author, await callers.organisation(organisationScopes)]
      : operation.caller === 'bearer'
        ? []
        : [callers.session]
    await forEach(
      [...callers.malformed, ...callers.expired, ...callers.revoked, ...wrongKind],
      async (caller) => {
        const reply = await call(caller, operation, await toRefuse(operation))
        isRefused(operation, reply, 401, 'invalid_token')
        assert.match(challenge(reply), /error="invalid_token".*resource_metadata=/)
        if (wrongKind.includes(caller))
          assert.match(reply.body.detail, takesSession ? /needs the session of/ : /needs an access token of/)
      },
    )
  })
}

const forEach = async <T>(all: readonly T[], check: (one: T) => Promise<void>): Promise<void> => {
  await Promise.all(all.map(check))
}

function takesAccessTokens(operation: Operation): void {
  const wanted = operation.scope!
  const isUsers = operation.caller === 'user'
  /** None, all others, and each other one alone. */
  const lacking = (all: readonly Scope[]): Scope[][] => {
    const others = all.filter((scope) => !wanted.includes(scope))
    return [[], others, ...others.map((scope) => [scope])]
  }
  const forbidden = async (caller: Client) => {
    const reply = await call(caller, operation, await toRefuse(operation))
    isRefused(operation, reply, 403, 'insufficient_scope')
    assert.match(challenge(reply), new RegExp(`error="insufficient_scope".*scope="${wanted[0]}"`))
  }

  test('403 for a token without its scope', async () => {
    await forEach(lacking(scopeNames), async (granted) => forbidden(await callers.user(granted)))
    if (isUsers) return
    await forEach(lacking(organisationScopes), async (granted) =>
      forbidden(await callers.organisation(granted)),
    )
  })

  if (isUsers) {
    test('403 for an organisation’s token with any scopes', async () => {
      await forEach([[], organisationScopes, scopeNames], async (granted) => {
        const reply = await call(await callers.organisation(granted), operation, await toRefuse(operation))
        isRefused(operation, reply, 403, 'user_identity_required')
        assert.match(challenge(reply), /^Bearer .*error="insufficient_scope"/)
      })
    })
  }

  if (operation.params) {
    test('404 for another organisation’s ids, the same as for ids that never existed', async () => {
      const request = await toRefuse(operation)
      for (const [name, id] of Object.entries(request.params!)) {
        const unknown = { ...request, params: { ...request.params, [name]: unknownLike(id) } }
        await sameNotFound(operation, foreign.user, request, unknown)
        if (!isUsers) await sameNotFound(operation, foreign.organisation, request, unknown)
      }
    })
  }

  test('succeeds with each of its scopes alone, and no refusal had an effect', async () => {
    const done = async (caller: Client, request: Request): Promise<void> => {
      const reply = await call(caller, operation, request)
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      checkReply(operation, reply)
    }
    await done(await callers.user(scopeNames), await toRefuse(operation))
    const doneWith = async (scope: Scope, kind: Kind): Promise<void> => {
      const request = await toDo(operation, kind)
      await done(await callers[kind]([scope, ...(request.besides ?? [])]), request)
    }
    for (const scope of wanted) await doneWith(scope, 'user')
    if (isUsers) return
    for (const scope of wanted.filter((scope) => organisationScopes.includes(scope)))
      await doneWith(scope, 'organisation')
  })
}

const kinds = {
  pls: 'pulse',
  chk: 'checkIn',
  cki: 'instance',
  tem: 'team',
  mem: 'member',
  abs: 'absence',
  ins: 'insight',
  act: 'action',
  alr: 'alert',
  app: 'application',
  usr: 'user',
  inv: 'invitation',
  idp: 'identityProvider',
  idn: 'identity',
  pky: 'passkey',
  grt: 'grant',
  xpt: 'export',
  xps: 'exportSchedule',
  tpl: 'template',
} as const

const unknownLike = (id: string): string => newId(kinds[id.slice(0, 3) as keyof typeof kinds])

/** Byte for byte the same, except for the ids asked for and that of the request. */
async function sameNotFound(
  operation: Operation,
  caller: Client,
  one: Request,
  another: Request,
): Promise<void> {
  const told = async (request: Request): Promise<string> => {
    const reply = await call(caller, operation, request)
    isRefused(operation, reply, 404, 'not_found')
    let text = JSON.stringify({ ...reply.body, request_id: '' })
    for (const id of Object.values(request.params!)) text = text.replaceAll(id, '')
    return text
  }
  assert.equal(await told(one), await told(another))
}

function takesSessions(operation: Operation): void {
  const refuses = async (
    caller: Client,
    status: number,
    code: ProblemCode,
    headers?: Record<string, string>,
  ) => isRefused(operation, await call(caller, operation, await toRefuse(operation), headers), status, code)

  test('403 for a stranger', () => refuses(it.world.stranger, 403, 'access_denied'))

  if (operation.caller === 'session') {
    test('403 for a person of another organisation who names this one', () =>
      refuses(other.admin, 403, 'access_denied', { 'sonde-organisation': it.world.organisationId }))
  } else if (operation.headers || operation.body) {
    // What names no organisation is about the caller alone.
    test('403 for a person of another organisation', () => {
      const named = operation.headers && { 'sonde-organisation': it.world.organisationId }
      return refuses(other.admin, 403, 'access_denied', named)
    })
  }

  if (operation.params) {
    test('404 for another organisation’s admin, the same as for ids that never existed', async () => {
      const request = await toRefuse(operation)
      const unknown = { ...request, params: { id: unknownLike(request.params!.id) } }
      await sameNotFound(operation, other.admin, request, unknown)
    })
  }

  test('succeeds for a session of the right person, and no refusal had an effect', async () => {
    const request = await toRefuse(operation)
    const reply = await call(request.by ?? it.world.admin, operation, request)
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    checkReply(operation, reply)
  })
}

/** Operations about their bearer alone: they need no scope. */
function takesAnyToken(operation: Operation): void {
  test('succeeds for every token, without any scope', async () => {
    for (const caller of [
      it.world.admin,
      it.world.colleague,
      await callers.user([]),
      await callers.organisation([]),
    ])
      checkReply(operation, ok(await call(caller, operation, await toRefuse(operation))))
  })
  test('403 for a stranger', async () =>
    isRefused(
      operation,
      await call(it.world.stranger, operation, await toRefuse(operation)),
      403,
      'access_denied',
    ))
}

const ok = (reply: Reply): Reply => {
  assert.ok(reply.status < 300, JSON.stringify(reply.body))
  return reply
}

suite('who may call what', () => {
  before(async () => {
    it = await sharedPrepared()
    reading = makingOnce(it)
    other = await newPeopledWorld()
    foreign = { user: await other.user({ role: 'admin' }), organisation: await other.organisation() }
    callers = await makeCallers()
  })

  test('every operation has a request to test it with, and every request an operation', () => {
    assert.deepEqual(Object.keys(requests).toSorted(), operations.map((operation) => operation.id).toSorted())
  })

  test('a token is read from the Authorization header only, after the word Bearer in any case', async () => {
    const { token } = it.author
    for (const authorization of [`bearer ${token}`, `BEARER ${token}`, `Bearer  ${token}`]) {
      assert.equal((await callers.nobody.get('/api/teams', { authorization })).status, 200, authorization)
    }
    for (const authorization of [
      token!,
      `Token ${token}`,
      `Bearer${token}`,
      `Bearer ${token} x`,
      'Bearer',
      '',
    ]) {
      const reply = await callers.nobody.get('/api/teams', { authorization })
      assert.deepEqual([reply.status, reply.body.code], [401, 'unauthorized'], authorization)
    }
    for (const path of [`/api/teams?access_token=${token}`, `/api/teams?token=${token}`]) {
      assert.equal((await callers.nobody.get(path)).body.code, 'unauthorized')
    }
    const inBody = await callers.nobody.post('/api/teams', { name: 'A team', access_token: token })
    assert.equal(inBody.body.code, 'unauthorized')
  })

  for (const operation of operations.filter(({ id }) => id in requests)) {
    suite(operation.id, () => {
      if (operation.caller === 'anyone') return openToAnyone(operation)
      refusesWithoutLiveToken(operation)
      if (operation.caller === 'application' || operation.caller === 'user')
        return takesAccessTokens(operation)
      if (operation.caller === 'bearer') return takesAnyToken(operation)
      return takesSessions(operation)
    })
  }
})
