/**
 * What an export holds, file by file: what an application of the organisation could read call by call, and no more. So private surveys are
 * not in it, figures come through the gate, and their reading is recorded. No single answer is in it, by name or not: who may read those is
 * settled by each survey's promise, and an export is for every admin.
 */
import type { HolidayCalendar } from '../../contract/holidays.ts'
import { limits } from '../../contract/limits.ts'
import { scopeNames } from '../../contract/scopes.ts'
import { listActions } from '../actions/actions.ts'
import type { OrganisationActor, PersonActor } from '../actor.ts'
import { entriesAfter } from '../audit/audit.ts'
import * as checkIns from '../checkins/checkins.ts'
import { type CollectionSource, getResults } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { listMembers, listTeams } from '../directory/directory.ts'
import { listInsights } from '../insights/insights.ts'
import { listApplications } from '../oauth/oauth.ts'
import { exportOrganisation } from '../organisation/organisation.ts'
import * as pulses from '../pulses/pulses.ts'
import { listReplies } from '../replies/replies.ts'
import { listTemplates } from '../templates/templates.ts'
import { listPeople } from '../users/users.ts'

export type Reader = {
  readonly tx: Tx
  readonly organisationId: string
  readonly exportId: string
  readonly askedBy: string
  readonly now: Date
}

type Rows = AsyncIterable<unknown>
type Part = { readonly file: string; read(reader: Reader): Rows }

const limit = limits.pageSizeMax
type PageQuery = { limit: number; cursor?: string }
type OnePage = { readonly items: readonly unknown[]; readonly next: string | null }

/** Every page of a list. */
async function* pagesOf(read: (query: PageQuery) => Promise<OnePage>): Rows {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: OnePage = await read({ limit, ...(cursor !== undefined && { cursor }) })
    yield* page.items
    cursor = page.next
  }
}

const noInput = {
  query: {},
  params: {},
  headers: {},
  body: undefined,
  ifMatch: undefined,
  idempotencyKey: undefined,
  upload: undefined,
} as const

/** The export reads as an application of its own: the audit log says by which export figures were read. */
const asApplication = ({ tx, organisationId, exportId, now }: Reader) => {
  const actor: OrganisationActor = {
    kind: 'organisation',
    organisationId,
    applicationId: exportId,
    scopes: new Set(scopeNames),
  }
  return { ...noInput, tx, actor, now }
}

/** What only a person may read, as the admin who asked. They asked a while ago, so nothing that needs a recent sign-in. */
const asAdmin = ({ tx, organisationId, askedBy, now }: Reader) => {
  const actor: PersonActor = {
    kind: 'person',
    organisationId,
    userId: askedBy,
    role: 'admin',
    signedInAt: new Date(0),
  }
  return { ...noInput, tx, actor, now }
}

const teams = (reader: Reader, status: 'active' | 'archived'): Rows =>
  pagesOf(async (query) => {
    const page = await listTeams({ ...asApplication(reader), query: { ...query, status } })
    return { items: page.teams, next: page.next_cursor }
  })

const members = (reader: Reader, status: 'active' | 'suspended' | 'deactivated' | 'erased'): Rows =>
  pagesOf(async (query) => {
    const page = await listMembers({ ...asApplication(reader), query: { ...query, status } })
    return { items: page.members, next: page.next_cursor }
  })

const publicPulses = (reader: Reader) =>
  pagesOf(async (query) => {
    const page = await pulses.listPulses({ ...asApplication(reader), query })
    return { items: page.pulses, next: page.next_cursor }
  })

const publicCheckIns = (reader: Reader) =>
  pagesOf(async (query) => {
    const page = await checkIns.listCheckIns({ ...asApplication(reader), query })
    return { items: page.check_ins, next: page.next_cursor }
  })

const ownTemplates = (reader: Reader, kind?: 'question'): Rows =>
  pagesOf(async (query) => {
    const page = await listTemplates({ ...asApplication(reader), query: { ...query, origin: 'own', kind } })
    return { items: page.templates, next: page.next_cursor }
  })

const isCalendar = (value: unknown): value is HolidayCalendar =>
  typeof value === 'object' && value !== null && 'kind' in value

/** An own one with its days; those of public ones come with the service. */
async function* holidayCalendars(reader: Reader): Rows {
  const call = asApplication(reader)
  const calendars = pagesOf(async (query) => {
    const page = await checkIns.listHolidayCalendars({ ...call, query })
    return { items: page.holiday_calendars, next: page.next_cursor }
  })
  for await (const calendar of calendars) {
    if (!isCalendar(calendar)) continue
    const { days } = await checkIns.listHolidayCalendarDays({ ...call, params: { id: calendar.id } })
    yield calendar.kind === 'own' ? { ...calendar, days } : calendar
  }
}

const instances = (reader: Reader) =>
  pagesOf(async (query) => {
    const page = await checkIns.listInstances({ ...asApplication(reader), query })
    return { items: page.check_in_instances, next: page.next_cursor }
  })

const isOwner = (value: unknown): value is { id: string; state: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'state' in value

/** What was released of each survey that has closed. */
async function* results(reader: Reader, owners: Rows, source: CollectionSource): Rows {
  for await (const owner of owners) {
    if (!isOwner(owner) || !['closed', 'archived'].includes(owner.state)) continue
    const { id } = owner
    yield { id, ...(await getResults({ ...asApplication(reader), params: { id } }, source)) }
  }
}

async function* auditLog({ tx, organisationId }: Reader): Rows {
  for (let after: string | null = null; ;) {
    const rows = await entriesAfter(tx, organisationId, after, limit)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

async function* inTurn(...lists: readonly Rows[]): Rows {
  for (const list of lists) yield* list
}

async function* only(value: Promise<unknown>): Rows {
  yield await value
}

export const parts: readonly Part[] = [
  { file: 'organisation.jsonl', read: (reader) => only(exportOrganisation(asAdmin(reader))) },
  {
    file: 'teams.jsonl',
    read: (reader) => inTurn(teams(reader, 'active'), teams(reader, 'archived')),
  },
  {
    file: 'members.jsonl',
    read: (reader) =>
      inTurn(
        members(reader, 'active'),
        members(reader, 'suspended'),
        members(reader, 'deactivated'),
        members(reader, 'erased'),
      ),
  },
  {
    file: 'users.jsonl',
    read: (reader) =>
      pagesOf(async (query) => {
        const page = await listPeople({ ...asAdmin(reader), query })
        return { items: page.people, next: page.next_cursor }
      }),
  },
  {
    file: 'applications.jsonl',
    read: (reader) =>
      pagesOf(async (query) => {
        const page = await listApplications({ ...asAdmin(reader), query })
        return { items: page.applications, next: page.next_cursor }
      }),
  },
  { file: 'templates.jsonl', read: (reader) => ownTemplates(reader) },
  { file: 'question-library.jsonl', read: (reader) => ownTemplates(reader, 'question') },
  { file: 'pulses.jsonl', read: publicPulses },
  {
    file: 'pulse-results.jsonl',
    read: (reader) => results(reader, publicPulses(reader), pulses.collectionSource),
  },
  { file: 'holiday-calendars.jsonl', read: holidayCalendars },
  { file: 'check-ins.jsonl', read: publicCheckIns },
  { file: 'check-in-instances.jsonl', read: instances },
  {
    file: 'check-in-instance-results.jsonl',
    read: (reader) => results(reader, instances(reader), checkIns.collectionSource),
  },
  {
    file: 'insights.jsonl',
    read: (reader) =>
      pagesOf(async (query) => {
        const page = await listInsights({ ...asApplication(reader), query })
        return { items: page.insights, next: page.next_cursor }
      }),
  },
  {
    file: 'actions.jsonl',
    read: (reader) =>
      pagesOf(async (query) => {
        const page = await listActions({ ...asApplication(reader), query })
        return { items: page.actions, next: page.next_cursor }
      }),
  },
  {
    file: 'replies.jsonl',
    read: (reader) =>
      pagesOf(async (query) => {
        const page = await listReplies({ ...asApplication(reader), query })
        return { items: page.replies, next: page.next_cursor }
      }),
  },
  { file: 'audit-log.jsonl', read: auditLog },
]
