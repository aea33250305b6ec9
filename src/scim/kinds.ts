/** Users and groups as SCIM serves them: their rules, how they are listed and how they are shown. */
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { scimSchemas } from '../../contract/scim.ts'
import type { OrganisationActor } from '../actor.ts'
import type { sql, Tx } from '../db/db.ts'
import { cursorAt, paged, type Paged } from '../db/paging.ts'
import type { SyncCall } from './applying.ts'
import { groupFilter, userFilter } from './filter.ts'
import * as groupRules from './groups.ts'
import * as groups from './groups-store.ts'
import type { SyncedGroup } from './groups-store.ts'
import * as memberships from './memberships-store.ts'
import {
  groupReply,
  memberIn,
  projected,
  type Projection,
  projectionOf,
  userReply,
  wants,
} from './resource.ts'
import { invalid } from './scim-error.ts'
import * as userRules from './users.ts'
import * as users from './users-store.ts'
import type { SyncedUser } from './users-store.ts'

export type Read = { readonly tx: Tx; readonly actor: OrganisationActor; readonly base: string }
type Condition = ReturnType<typeof sql>

/** Users or groups: their rules, and how they are shown. */
export type Kind<R extends { id: string; version: number }> = {
  filter(text: string | undefined): Condition
  count(tx: Tx, organisationId: string, condition: Condition): Promise<number>
  list(tx: Tx, organisationId: string, condition: Condition, slice: users.Slice): Promise<R[]>
  get(call: Read, id: string): Promise<R>
  create(call: SyncCall, body: unknown): Promise<R>
  replace(call: SyncCall, change: userRules.Change): Promise<R>
  patch(call: SyncCall, change: userRules.Change): Promise<R>
  /** A changed group is not sent back (204): all of its members would be in the reply to each that joins. */
  showsPatched: boolean
  delete(call: SyncCall, change: Pick<userRules.Change, 'id' | 'ifMatch'>): Promise<void>
  show(read: Read, rows: readonly R[], projection: Projection): Promise<object[]>
}

const metaOf = (row: { id: string; version: number; created_at: string; updated_at: string }) => ({
  id: row.id,
  version: row.version,
  created: row.created_at,
  changed: row.updated_at,
})

export const userKind: Kind<SyncedUser> = {
  filter: userFilter,
  count: users.countUsers,
  list: users.listUsers,
  get: userRules.getUser,
  create: userRules.createUser,
  replace: userRules.replaceUser,
  patch: userRules.patchUser,
  showsPatched: true,
  delete: userRules.deleteUser,
  show: async ({ base }, rows, projection) =>
    rows.map((row) => projected(userReply(metaOf(row), row.resource, base), projection)),
}

export const groupKind: Kind<SyncedGroup> = {
  filter: groupFilter,
  count: groups.countGroups,
  list: groups.listGroups,
  get: groupRules.getGroup,
  create: groupRules.createGroup,
  replace: groupRules.replaceGroup,
  patch: groupRules.patchGroup,
  showsPatched: false,
  delete: groupRules.deleteGroup,
  show: async ({ tx, actor, base }, rows, projection) => {
    const shows = wants(projection, 'members')
    const ids = rows.map(({ id }) => id)
    const members = shows ? await memberships.membersOfGroups(tx, actor.organisationId, ids) : []
    const byGroup = Map.groupBy(members, ({ group_id }) => group_id)
    return rows.map((row) => {
      const resource = {
        displayName: row.display_name,
        ...(row.external_id !== null && { externalId: row.external_id }),
        ...(row.owns.includes('parent_team_id') && { parent: row.parent_id }),
      }
      const inside = shows ? (byGroup.get(row.id) ?? []).map(({ user_id }) => user_id) : null
      return projected(groupReply(metaOf(row), resource, inside, base), projection)
    })
  },
}

export const listOf = (resources: readonly object[], more: object = {}): object => ({
  schemas: [scimSchemas.list],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  ...more,
  Resources: resources,
})

type ListQuery = {
  filter?: string
  attributes?: string
  excludedAttributes?: string
  startIndex?: string
  count?: string
  cursor?: string
}

/** Names of parameters in any case, each once. */
const parameters = ['filter', 'attributes', 'excludedAttributes', 'startIndex', 'count', 'cursor'] as const

export function queryOf({ query }: FastifyRequest): ListQuery {
  return Object.fromEntries(
    parameters.flatMap((name) => {
      const value = memberIn(query, name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** @throws invalidValue */
function numberIn(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^-?\d{1,9}$/.test(text)) throw invalid(`${name} must be a whole number`)
  return Number(text)
}

/** A page by index, or by cursor where the request has one. @throws invalidFilter | invalidCursor | invalidValue */
export async function pageOf<R extends { id: string; version: number }>(
  kind: Kind<R>,
  read: Read,
  query: ListQuery,
): Promise<object> {
  const { tx, actor } = read
  const { organisationId } = actor
  const condition = kind.filter(query.filter)
  const projection = projectionOf(query)
  const asked = numberIn(query.count, 'count') ?? limits.scimPageDefault
  const limit = Math.min(Math.max(asked, 0), limits.scimPageMax)
  const count = (): Promise<number> => kind.count(tx, organisationId, condition)
  if (query.cursor !== undefined) {
    const paging = cursorOf(organisationId, query, limit)
    const slice = { after: paging.after, offset: 0, limit: limit + 1 }
    const rows = await kind.list(tx, organisationId, condition, slice)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const isMore = rows.length > limit && last !== undefined
    const resources = await kind.show(read, shown, projection)
    return {
      schemas: [scimSchemas.list],
      totalResults: await count(),
      itemsPerPage: resources.length,
      ...(isMore && { nextCursor: cursorAt(last.id, paging) }),
      Resources: resources,
    }
  }
  const startIndex = Math.max(numberIn(query.startIndex, 'startIndex') ?? 1, 1)
  const slice = { after: null, offset: startIndex - 1, limit }
  const rows = limit === 0 ? [] : await kind.list(tx, organisationId, condition, slice)
  // A page that is not full is the last: who looks somebody up by their name asks for one statement.
  const isLast = rows.length < limit && (rows.length > 0 || startIndex === 1)
  const totalResults = isLast ? slice.offset + rows.length : await count()
  return listOf(await kind.show(read, rows, projection), { totalResults, startIndex })
}

/** An empty cursor asks for the first page (RFC 9865 §2). @throws invalidCursor */
const cursorOf = (organisationId: string, { cursor, filter = '' }: ListQuery, limit: number): Paged =>
  paged(`scim of ${organisationId} ${filter}`, { limit, ...(cursor !== '' && { cursor }) })
