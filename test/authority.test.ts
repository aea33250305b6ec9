/**
 * Who may do what, cell by cell: every operation that takes an access token or a session of a user, by people of each role, managers of the team
 * and of another one, applications of each reach, and another organisation; on what is theirs, somebody else's, another team's and another
 * organisation's. What a cell expects is written in access/rules.ts and in the tables here, and not taken from the table by which the
 * server decides. Every audience of results has a test of its own (flows/results-audience.test.ts).
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { actionNames, type Role, roles, rowOf } from '../contract/authority.ts'
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { type Callers, callersIn } from './access/callers.ts'
import { type Cell, counted, tryCells, type Verdict } from './access/cells.ts'
import { makingOnce } from './access/making-once.ts'
import { type Prepared, prepare, prepareAuthor } from './access/prepared.ts'
import { type Request, requests } from './access/requests.ts'
import { withoutReason, withReason } from './access/reasons.ts'
import { operationsOf, refusedToSomeTeams, rules } from './access/rules.ts'
import type { Client, Reply } from './support/world.ts'

/** One organisation for each role of authors; everything else happens in that of the admin. */
const houses = new Map<Role, Prepared>()
let it: Prepared
let once: Prepared
let { people, programs, near, kept } = {} as Callers
let rival: { token: Client; program: Client; session: Client }

before(async () => {
  for (const role of roles) houses.set(role, await (role === 'admin' ? prepare() : prepareAuthor(role)))
  it = houses.get('admin')!
  once = makingOnce(it)
  ;({ people, programs, near, kept } = await callersIn(it))
  const { world: other } = houses.get('analyst')!
  rival = {
    token: await other.user({ role: 'admin' }),
    program: await other.organisation(),
    session: other.admin,
  }
})

const made = new Map<Operation, Promise<Request>>()

/** One for all who are refused, and for all who read. */
function sharedRequest(operation: Operation): Promise<Request> {
  const request = made.get(operation) ?? Promise.resolve(requests[operation.id](once))
  made.set(operation, request)
  return request
}

/** What succeeds uses something up, but for reading. */
const requestFor = (operation: Operation, verdict: Verdict): Request | Promise<Request> =>
  verdict === 'done' && operation.method !== 'GET' ? requests[operation.id](it) : sharedRequest(operation)

const tokens = ['application', 'user']
const byToken = operations.filter(({ caller }) => tokens.includes(caller))
const inPerson = operations.filter(({ caller }) => caller === 'session')
const ruleOf = ({ action }: Operation) => rules[action] ?? {}
const reachesOf = (operation: Operation): unknown[] => roles.map((role) => ruleOf(operation)[role])
const ofAuthors = byToken.filter((operation) => reachesOf(operation).includes('own'))
const stopping = byToken.filter((operation) => ruleOf(operation).admin === 'reason')
/** They are about the caller: what somebody else has is not there. */
const aboutCaller = ({ action, path }: Operation): boolean =>
  ['account.own', 'exports.make'].includes(action) && path.includes('{')

/** What somebody of this role gets on what somebody else has made, as far as that does not depend on their teams. */
function onOthers(operation: Operation, role: Role): Verdict {
  const reach = ruleOf(operation)[role]
  if (reach === undefined) return 'role_required'
  // A list has none for them.
  if (operation.action === 'answers.read')
    return operation.id === 'listUnansweredConversations' ? 'done' : 'not_in_audience'
  // The promise decides: to whom it does not name, a message about an answer is not there.
  if (operation.action === 'messages.write')
    return operation.path.includes('/responses/') ? 'not_in_audience' : 'not_found'
  if (aboutCaller(operation)) return 'not_found'
  // What was deleted is there for its author alone.
  if (reach === 'own') return operation.id.startsWith('restore') ? 'not_found' : 'not_the_author'
  return reach === 'reason' ? 'reason_required' : 'done'
}

/** A webhook is there for the application that it belongs to, and for admins. */
const ofOneApplication = ({ action, path }: Operation): boolean =>
  action === 'webhooks.manage' && path.includes('{')

suite('the table of rules', () => {
  test('says what is written a second time, and names every operation once', () => {
    const rowsOf = actionNames.map((action) => {
      const { people: reach, programs: mayAlone } = rowOf(action)
      return [action, { ...reach, program: mayAlone ? 'all' : 'no' }]
    })
    assert.deepEqual(Object.fromEntries(rowsOf), rules)
    const lines = operations.map(({ action, caller, id }) => `${action} ${caller} ${id}`)
    const written = Object.entries(operationsOf).flatMap(([action, callers]) =>
      Object.entries(callers).flatMap(([caller, ids]) =>
        ids
          .trim()
          .split(/\s+/)
          .map((id) => `${action} ${caller} ${id}`),
      ),
    )
    assert.deepEqual(lines.toSorted(), written.toSorted())
  })

  for (const operation of byToken)
    test(`${operation.id}, by people on what is not theirs`, () => {
      const cells = [...people]
        .filter(([, { role }]) => !['near', 'led', 'worked'].includes(ruleOf(operation)[role] ?? ''))
        .map(([name, { role, token }]): Cell => {
          const verdict = onOthers(operation, role)
          const making = () => requestFor(operation, verdict)
          const request = verdict === 'done' ? making : () => withoutReason(making())
          return { name, by: token, operation, verdict, request }
        })
      return tryCells(cells)
    })

  for (const operation of stopping)
    test(`${operation.id}, with a reason: by admins in the author’s place, and by nobody else`, () => {
      const cells = [...people].map(([name, { role, token }]): Cell => {
        const verdict = role === 'admin' ? 'done' : onOthers(operation, role)
        const request = async () => withReason(operation, await requestFor(operation, verdict))
        return { name, by: token, operation, verdict, request }
      })
      return tryCells(cells)
    })

  for (const operation of ofAuthors)
    test(`${operation.id}, by authors of each role`, () => {
      const cells = [...houses].map(([role, house]): Cell => {
        const request = () => requests[operation.id](house)
        return { name: `author, ${role}`, by: house.author, operation, verdict: 'done', request }
      })
      return tryCells(cells)
    })

  for (const operation of byToken)
    test(`${operation.id}, by applications`, () => {
      const mayAlone = ruleOf(operation).program === 'all'
      const cells = [...programs]
        .filter(([name]) => operation.action !== 'results.read' || name === 'application')
        .map(([name, by]): Cell => {
          const verdict = mayAlone
            ? aboutCaller(operation) || (ofOneApplication(operation) && name !== 'application')
              ? 'not_found'
              : (refusedToSomeTeams[operation.id]?.[name] ?? 'done')
            : 'user_identity_required'
          return { name, by, operation, verdict, request: () => requestFor(operation, verdict) }
        })
      return tryCells(cells)
    })

  for (const operation of inPerson)
    test(`${operation.id}, in person`, () => {
      const others = [...people].map(([name, { role, session }]): Cell => {
        const verdict = onOthers(operation, role)
        const making = () => requestFor(operation, verdict)
        const request = verdict === 'reason_required' ? () => withoutReason(making()) : making
        return { name, by: session, operation, verdict, request }
      })
      const request = () => requestFor(operation, 'done')
      const own: Cell = { name: 'oneself', by: it.world.admin, operation, verdict: 'done', request }
      return tryCells(aboutCaller(operation) ? [...others, own] : others)
    })

  test('no operation for people alone is open to an application, and every other one is', () => {
    for (const { id, caller, action } of operations)
      assert.equal(
        rules[action].program,
        ['user', 'session', 'person'].includes(caller) ? 'no' : 'all',
        `${id} ${caller}`,
      )
  })

  for (const operation of [...byToken, ...inPerson].filter(({ path }) => path.includes('{')))
    test(`${operation.id}, by another organisation`, () => {
      const request = async (): Promise<Request> => {
        const { by: _by, ...rest } = await sharedRequest(operation)
        return rest
      }
      const cell = (name: string, by: Client, verdict: Verdict = 'not_found'): Cell => ({
        name,
        by,
        operation,
        verdict,
        request,
      })
      if (operation.caller === 'session') return tryCells([cell('another admin', rival.session)])
      const reasoned = async () => withReason(operation, await request())
      return tryCells([
        cell('another admin', rival.token),
        ...(stopping.includes(operation)
          ? [{ ...cell('another admin with a reason', rival.token), request: reasoned }]
          : []),
        cell(
          'another application',
          rival.program,
          operation.caller === 'user' ? 'user_identity_required' : 'not_found',
        ),
      ])
    })
})

const operationBy = (id: string): Operation => operations.find((operation) => operation.id === id)!

const everybody = ['analyst', 'admin']
const anyProgram = ['application', 'application of the team', 'application of another team']
const clientsByName = (): [string, Client][] => [
  ...[...people].map(([name, { token }]): [string, Client] => [name, token]),
  ...programs,
]

/** A call by everybody: it shows the thing to these, and the others get the refusal, or a list without it. */
type Sight = {
  id: string
  request: Request
  seenBy: readonly string[]
  otherwise: Verdict
  /** An application that reads other teams gets the survey without figures. */
  programsOtherwise?: Verdict
  /** An analyst reads every finding. */
  analystsOtherwise?: Verdict
  isIn?: (body: any) => boolean
}

const trySight = ({ id, request, seenBy, isIn, ...rest }: Sight): Promise<void> => {
  const operation = operationBy(id)
  const cells = clientsByName().map(([name, by]): Cell => {
    const sees = seenBy.includes(name)
    const needsPerson = operation.caller === 'user' && programs.has(name)
    const isRight = ({ body }: Reply) => assert.equal(isIn?.(body) ?? true, sees, JSON.stringify(body))
    const otherwise =
      (programs.has(name) && rest.programsOtherwise) ||
      (name === 'analyst' && rest.analystsOtherwise) ||
      rest.otherwise
    const verdict = needsPerson ? 'user_identity_required' : sees ? 'done' : otherwise
    return { name, by, operation, verdict, request: () => request, isRight }
  })
  return tryCells(cells)
}

suite('near is for members themselves and their teams, for managers their people', () => {
  const all = [...everybody, ...anyProgram]
  const ofTeam = ['member of the team', 'manager', ...all]
  const ofManager = ['manager', ...all]
  const hasId = (noun: string, id: () => string) => (body: any) =>
    body[noun].some((row: any) => (row.id ?? row.member_id) === id())

  for (const id of ['getTeam', 'listTeamMembers'])
    test(id, () =>
      trySight({ id, request: { params: { id: near.team } }, seenBy: ofTeam, otherwise: 'not_found' }),
    )

  for (const id of ['getMember', 'listAbsences'])
    test(`${id}, of somebody in the team and of oneself`, async () => {
      const request = { params: { id: near.somebody } }
      await trySight({ id, request, seenBy: ofManager, otherwise: 'not_found' })
      const { memberId } = people.get('member of the team')!
      await trySight({ id, request: { params: { id: memberId } }, seenBy: ofTeam, otherwise: 'not_found' })
    })

  test('listTeams, and the tree of teams', async () => {
    const expected = { seenBy: ofTeam, otherwise: 'done', isIn: hasId('teams', () => near.team) } as const
    await trySight({ id: 'listTeams', request: { query: { q: 'Near' } }, ...expected })
    await trySight({ id: 'getTeamTree', request: {}, ...expected })
  })

  test('listMembers, and those of a team', async () => {
    const isIn = hasId('members', () => near.somebody)
    const query = { team_id: near.team }
    await trySight({
      id: 'listMembers',
      request: { query },
      seenBy: ofManager,
      otherwise: 'done',
      isIn,
    })
  })

  test('simulateConfidentiality, of a team and of single people', async () => {
    const id = 'simulateConfidentiality'
    const otherwise = 'recipients_out_of_reach'
    const asking = (recipients: object): Request => ({
      body: { recipients, confidentiality: { mode: 'attributed' }, response_rate: 0.7 },
    })
    await trySight({ id, request: asking({ team_ids: [near.team] }), seenBy: ofTeam, otherwise })
    await trySight({ id, request: asking({ member_ids: [near.somebody] }), seenBy: all, otherwise })
  })
})

suite('shared is for the managers of a team, where the author says so', () => {
  const ofEveryone = ['manager', ...everybody, 'application']
  const readers = [...ofEveryone, 'application of the team']
  const lists = {
    listScores: 'scores',
    listEnps: 'enps',
    listSentiment: 'sentiment',
    listDrivers: 'drivers',
    listThemes: 'themes',
    listParticipation: 'participation',
    listInsights: 'insights',
  }

  for (const [id, noun] of Object.entries(lists))
    test(id, () => {
      const isIn = (body: any) => body[noun].some(({ scope }: any) => scope.team_id === kept.instanceTeam)
      const request = { query: { check_in_instance_id: kept.instance } }
      return trySight({ id, request, seenBy: readers, otherwise: 'done', isIn })
    })

  test('listTrends', () => {
    const request = { query: { check_in_id: kept.checkIn } }
    const isIn = (body: any) => body.trends.length > 0
    return trySight({ id: 'listTrends', request, seenBy: readers, otherwise: 'done', isIn })
  })

  test('listActions', () => {
    const request = { query: { pulse_id: kept.pulse } }
    const isIn = (body: any) => body.actions.some(({ id }: any) => id === kept.action)
    return trySight({ id: 'listActions', request, seenBy: ofEveryone, otherwise: 'done', isIn })
  })

  test('listTeamResponses', () => {
    const request = { params: { id: kept.instanceTeam } }
    const isIn = (body: any) =>
      body.responses.some(({ collection }: any) => collection.check_in_instance_id === kept.instance)
    return trySight({ id: 'listTeamResponses', request, seenBy: readers, otherwise: 'done', isIn })
  })

  for (const [id, noun] of [
    ['getPulseResults', 'pulse'],
    ['getInstanceResults', 'instance'],
  ] as const)
    test(id, () => {
      const isIn = ({ teams }: any) => teams.some((team: any) => team.team_id === kept[`${noun}Team`])
      const verdicts = { otherwise: 'results_not_shared', programsOtherwise: 'done' } as const
      return trySight({ id, request: { params: { id: kept[noun] } }, seenBy: readers, isIn, ...verdicts })
    })

  for (const [id, request, seenBy, otherwise] of [
    ['getInsight', () => ({ params: { id: kept.insight } }), readers, 'not_found'],
    ['getInsightMethod', () => ({ params: { id: kept.insight } }), readers, 'not_found'],
    ['getAction', () => ({ params: { id: kept.action } }), ofEveryone, 'not_found'],
    [
      'updateAction',
      () => ({ params: { id: kept.action }, body: { note: 'Wait' } }),
      ofEveryone,
      'not_found',
    ],
    ['createAction', () => ({ body: { insight_id: kept.insight, title: 'Wait' } }), readers, 'unprocessable'],
  ] as const)
    test(id, () => trySight({ id, request: request(), seenBy, otherwise }))
})

suite('led and worked are for the leads of a team, and for the authors of what is about everyone', () => {
  test('createReply, to a finding about a team', () =>
    trySight({
      id: 'createReply',
      request: { params: { id: kept.insight }, body: { kind: 'heard', text: 'Thank you.' } },
      seenBy: ['manager', 'admin'],
      otherwise: 'not_found',
      analystsOtherwise: 'not_the_lead',
    }))

  // The manager leads all whom the survey of the finding asked, and not those whom the action is for.
  for (const [id, may] of [
    ['createReply', ['manager', 'admin']],
    ['createAction', ['manager', 'analyst', 'admin']],
    ['updateAction', ['analyst', 'admin']],
  ] as const)
    test(`${id}, about everyone`, () => {
      const operation = operationBy(id)
      const cells = [...people].map(([name, { role, token: by }]): Cell => {
        const verdict = may.some((one) => one === role || one === name) ? 'done' : 'not_the_lead'
        return { name, by, operation, verdict, request: () => requestFor(operation, verdict) }
      })
      return tryCells(cells)
    })
})

test('a token loses with a role what that role may do, from the next call on', async () => {
  const { world } = it
  const { userId, post } = await world.user({ role: 'admin' })
  assert.equal((await post('/api/teams', { name: 'Before' })).status, 201)
  assert.equal((await world.admin.patch(`/api/people/${userId}`, { role: 'member' })).status, 200)
  assert.equal((await post('/api/teams', { name: 'After' })).body.code, 'role_required')
})

test('every cell is right', (t) => {
  t.diagnostic(`${counted.tried} cells, ${counted.wrong} wrong`)
  assert.equal(counted.wrong, 0)
  assert.ok(counted.tried > 1800, `${counted.tried} cells were tried`)
})
