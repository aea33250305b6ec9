/**
 * Organisations are isolated: no list holds anything of another one, its ids in a body are as unknown as ids that never existed, and its
 * names, addresses and numbers can be used again. (Ids in paths: access.test.ts.)
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { operations } from '../contract/operations.ts'
import type { Operation } from '../contract/operation.ts'
import { idPrefixes, newId } from '../src/ids.ts'
import { call } from './access/call.ts'
import { makingOnce } from './access/making-once.ts'
import { ok, prepare, type Prepared, sharedPrepared } from './access/prepared.ts'
import { requests } from './access/requests.ts'
import { checkReply, isRefused } from './support/replies.ts'
import { type Client, eventually } from './support/world.ts'

let ours: Prepared
/** For what is refused: it uses nothing up. */
let once: Prepared
let theirs: Prepared
let foreignAction: string
let foreignCalendar: string

const isList = ({ method, query }: Operation): boolean =>
  method === 'GET' && 'cursor' in ((query as any)?.properties ?? {})

const lists = operations.filter(isList)
const wholeLists = lists.filter((operation) => !operation.params)

const idShape = new RegExp(`\\b(?:${idPrefixes.join('|')})_[0-9a-z]{26}\\b`, 'g')

/** Every id in a text. */
const idsIn = (value: unknown): Set<string> => new Set(JSON.stringify(value).match(idShape))

const readerOf = ({ author, world }: Prepared, operation: Operation): Client =>
  operation.caller === 'session' ? world.admin : author

/** Gives each list a second page. */
const second: Record<string, () => Promise<unknown>> = {
  listPulses: () => theirs.pulse(),
  listCheckIns: () => theirs.checkIn(),
  listInstances: () => theirs.instance(),
  listHolidayCalendars: async () => {
    await theirs.newCalendar()
    await theirs.newCalendar()
  },
  listTemplates: async () => {
    await theirs.newTemplate()
    await theirs.newTemplate()
  },
  listTeams: () => theirs.newTeam(),
  listApplications: () => theirs.newApplication(),
  listGrants: () => theirs.newGrant(),
  listAuditEvents: () => theirs.newApplication(),
  listDomains: async () => {
    await theirs.newDomain()
    await theirs.newDomain()
  },
  listMicrosoftTenants: async () => {
    await theirs.newMicrosoftTenant()
    await theirs.newMicrosoftTenant()
  },
  listSlackWorkspaces: async () => {
    await theirs.newSlackWorkspace()
    await theirs.newSlackWorkspace()
  },
  listInvitations: async () => {
    await theirs.newInvitation()
    await theirs.newInvitation()
  },
  listIdentityProviders: async () => {
    await theirs.newProvider()
    await theirs.newProvider()
  },
  listSuppressions: () => theirs.newSuppression(),
  listAlerts: () => theirs.newSuffering(),
  listReplies: () => theirs.newReply('publish'),
  listUnansweredConversations: () => theirs.ownMessage(),
  listExports: async () => {
    await theirs.newExport()
    await theirs.newExport()
  },
  listExportSchedules: async () => {
    await theirs.newSchedule()
    await theirs.newSchedule()
  },
  listOrganisationExports: async () => {
    await theirs.exported()
    await theirs.exported()
  },
  listPrivacyRequests: () => theirs.newPrivacyRequest(),
  listOwnPrivacyRequests: async () => {
    await theirs.ownPrivacyRequest()
    await theirs.ownPrivacyRequest()
  },
  listDirectorySyncChanges: async () => {
    await theirs.newSyncChange()
    await theirs.newSyncChange()
  },
  listWebhooks: async () => {
    await theirs.usedWebhook()
    await theirs.newWebhook()
  },
  listHolds: async () => {
    await theirs.newHold()
    await theirs.newHold()
  },
}

type Place = readonly (string | number)[]

/** The ids in a body, by its schema: where they are, and the kind that they name. */
function idsOf(schema: any, place: Place = []): { place: Place; prefix: string }[] {
  const prefix = /^\^([a-z]{3})_/.exec(schema.pattern ?? '')?.[1]
  if (prefix) return [{ place, prefix }]
  if (schema.items) return idsOf(schema.items, [...place, 0])
  return [
    ...(schema.anyOf ?? []).flatMap((one: unknown) => idsOf(one, place)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => idsOf(one, [...place, name])),
  ]
}

/** The body with a value at a place, and with the members around it. */
function withAt(body: unknown, [head, ...rest]: Place, value: unknown): unknown {
  if (head === undefined) return value
  if (typeof head === 'number') return [withAt(undefined, rest, value)]
  const around = (body ?? {}) as Record<string, unknown>
  const mode = head === 'audience' || head === 'results_readers' ? { mode: 'attributed' } : {}
  return { ...around, ...mode, [head]: withAt(around[head], rest, value) }
}

const kinds = {
  tem: 'team',
  mem: 'member',
  usr: 'user',
  pls: 'pulse',
  chk: 'checkIn',
  cki: 'instance',
  app: 'application',
  act: 'action',
  ins: 'insight',
  hol: 'holidayCalendar',
} as const

const foreignOf = (prefix: string): string =>
  ({
    tem: theirs.team.id,
    mem: theirs.team.members[0],
    usr: theirs.author.userId,
    pls: theirs.closed.id,
    chk: theirs.active.id,
    cki: theirs.read.id,
    app: theirs.world.application.id,
    act: foreignAction,
    ins: theirs.insightId,
    hol: foreignCalendar,
  })[prefix]!

suite('two organisations', () => {
  before(async () => {
    ours = await sharedPrepared()
    once = makingOnce(ours)
    theirs = await prepare()
    foreignAction = (await theirs.suffering()).actionId
    foreignCalendar = (await theirs.newCalendar()).id
    await theirs.newReply('publish')
    await theirs.ownMessage()
    // Due work chains the events within a second.
    await eventually(
      () => theirs.author.get('/api/audit-events/feed'),
      ({ body }) => body.audit_events.length > 1,
    )
    await theirs.exported()
    await theirs.newExport()
    await theirs.newSchedule()
    await theirs.newTemplate()
    await theirs.ownPrivacyRequest()
    await theirs.newHold()
    await theirs.usedWebhook()
  })

  suite('no list holds anything of another organisation', () => {
    const filtersOf = (operation: Operation): Record<string, string>[] => {
      const { pulse_id: pulse, check_in_id: checkIn, team_id: team } = (operation.query as any).properties
      return [
        {},
        ...(pulse ? [{ pulse_id: theirs.closed.id }] : []),
        ...(checkIn ? [{ check_in_id: theirs.active.id }] : []),
        ...(team ? [{ team_id: theirs.team.id }] : []),
      ]
    }
    for (const operation of wholeLists) {
      test(operation.id, async () => {
        const all = { query: { limit: '200' } }
        const foreign = idsIn(ok(await call(readerOf(theirs, operation), operation, all)))
        assert.ok(foreign.size > 0)
        const callers = [readerOf(ours, operation)]
        if (operation.caller === 'application') callers.push(await ours.world.organisation())
        for (const caller of callers) {
          for (const query of filtersOf(operation)) {
            const page = ok(await call(caller, operation, { query: { limit: '200', ...query } }))
            assert.deepEqual(idsIn(page).intersection(foreign), new Set())
            if (Object.keys(query).length > 0) assert.deepEqual(Object.values(page)[0], [])
          }
        }
      })
    }
  })

  test('a cursor of another organisation is refused', async () => {
    for (const operation of wholeLists) {
      const query = { limit: '1' }
      await second[operation.id]?.()
      const { next_cursor: cursor } = ok(await call(readerOf(theirs, operation), operation, { query }))
      assert.ok(cursor, operation.id)
      const reply = await call(readerOf(ours, operation), operation, { query: { ...query, cursor } })
      isRefused(operation, reply, 400, 'invalid_cursor')
    }
  })

  suite('an id of another organisation in a body is as unknown as one that never existed', () => {
    // A person who signs in belongs to no organisation yet: the reply may name only its own (src/oauth/documents).
    for (const operation of operations.filter(({ body, caller }) => body && caller !== 'person')) {
      for (const { place, prefix } of idsOf(operation.body)) {
        test(`${operation.id} /${place.join('/')}`, async () => {
          const request = await requests[operation.id](once)
          const told = async (id: string): Promise<{ status: number; text: string }> => {
            const reply = await call(readerOf(ours, operation), operation, {
              ...request,
              body: withAt(request.body, place, id),
            })
            checkReply(operation, reply)
            const text = JSON.stringify({ ...reply.body, request_id: '' })
            return { status: reply.status, text: text.replaceAll(id, '') }
          }
          const foreign = await told(foreignOf(prefix))
          assert.deepEqual(foreign, await told(newId(kinds[prefix as keyof typeof kinds])))
          // Taking out somebody who is not in changes nothing; everything else names what it does not know.
          if (operation.method === 'DELETE') return assert.equal(foreign.status, 200)
          assert.equal(foreign.status, 422)
          assert.ok(foreign.text.includes(`"pointer":"/${place.join('/')}"`), foreign.text)
        })
      }
    }
  })

  test('names and addresses that one organisation uses are free in another', async () => {
    const member = { name: 'Ada', external_id: 'ada', email: 'ada@acme.test' }
    for (const { author } of [ours, theirs]) {
      assert.equal((await author.post('/api/teams', { name: 'Ops', external_id: 'ops' })).status, 201)
      assert.equal((await author.post('/api/members', member)).status, 201)
      assert.equal((await author.post('/api/members', member)).status, 409)
      const found = ok(await author.get('/api/members?email=ada@acme.test')).members
      assert.equal(found.length, 1)
    }
  })
})
