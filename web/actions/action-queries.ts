/** What pages read and write about actions, and the names that they offer. */
import type { BodyOf, ReplyOf } from '../../client/client.ts'
import type { DriverId } from '../../contract/drivers.ts'
import { asUser } from '../as-user.ts'
import type { Me } from '../me.ts'
import { language } from '../messages.ts'
import { read, readPages, useList, useWrite } from '../queries.ts'
import { stepsBetween } from './action-moves.ts'

export type Action = ReplyOf<'listActions'>['actions'][number]
export type ActionState = Action['state']

type Filter = { team_id?: string; driver?: DriverId; owner?: string }

type Search = {
  team?: string | undefined
  driver?: DriverId | undefined
  owner?: 'me' | undefined
}

const isTeam = (id: string): boolean => id.startsWith('tem_')

/** What the address asks for. Somebody whom the directory does not know owns nothing, and is not offered what is theirs. */
export const filterOf = ({ team, driver, owner }: Search, me: Me | undefined): Filter => {
  const own = me?.user?.member_id
  return {
    ...(team !== undefined && isTeam(team) && { team_id: team }),
    ...(driver !== undefined && { driver }),
    ...(owner === 'me' && own && { owner: own }),
  }
}

const pageSize = 200

export const actionPages = (filter: Filter) =>
  readPages(asUser, 'listActions', { query: { limit: pageSize, language, ...filter } })

export const useActions = (filter: Filter) => useList(actionPages(filter), ({ actions }) => actions)

export const oneAction = (id: string) => read(asUser, 'getAction', { params: { id }, query: { language } })

/** Why an action is suggested. */
export const findingOf = ({ insight_id }: Action) =>
  read(asUser, 'getInsight', { params: { id: insight_id }, query: { language } })

/** Why each of the newest is suggested: one read for all cards of a board. */
export const whyOfAll = read(asUser, 'listInsights', {
  query: { kind: 'recommended_action', language, limit: pageSize },
})

/** The finding without its first sentence, which is the team and the title of its action: both stand above it. */
export function whyIn(title: string, statement: string): string {
  const sentence = `${title}. `
  const at = statement.indexOf(sentence)
  return at < 0 ? statement : statement.slice(at + sentence.length)
}

/** The first 200 that the person sees, for a filter. */
export const firstTeams = read(asUser, 'listTeams', { query: { limit: pageSize, status: 'active' } })

const namesMax = 20

/** Who could own something: people whom the person sees in the directory, by the beginning of a name. */
export const possibleOwners = (q: string) =>
  read(asUser, 'listMembers', { query: { limit: namesMax, status: 'active', ...(q && { q }) } })

export type Plan = Required<Pick<BodyOf<'updateAction'>, 'owner_member_id' | 'due_on' | 'note'>>

/** `plan`: what was typed before the decision, saved by it. `planBefore`: what taking it back restores. */
export type Move = { action: Action; to: ActionState; reason?: string; plan?: Plan; planBefore?: Plan }

/** What became of an action by the moves of this page, which a list that was read before does not know. */
const latest = new Map<string, Promise<Action>>()

/**
 * Through the states between, where none leads there at once. A reason is that of a dismissal. A move waits for the one before it on the same
 * card: anyone who takes a move back and decides again at once starts from where the card will be.
 */
async function sendMove({ action, to, reason, plan }: Move): Promise<Action> {
  const before = await latest.get(action.id)?.catch(() => undefined)
  const from = before && before.version > action.version ? before : action
  const sent = sendSteps(from, { to, reason, plan })
  latest.set(action.id, sent)
  return sent
}

type Way = { to: ActionState; reason: string | undefined; plan: Plan | undefined }

async function sendSteps(from: Action, { to, reason, plan }: Way): Promise<Action> {
  let now = from
  for (const state of stepsBetween(from, to))
    now = await asUser.call('updateAction', {
      params: { id: from.id },
      body: { ...plan, state, ...(state === 'dismissed' && reason !== undefined && { reason }) },
      ifMatch: now.version,
    })
  return now
}

type MoveCallbacks = {
  onDone: (after: Action, move: Move) => void
  onFailed: (error: Error) => void
}

const changed = ['listActions', 'getAction'] as const

export const useMove = (callbacks: MoveCallbacks) =>
  useWrite({ send: sendMove, changes: changed, ...callbacks })

type Deletion = { onDone: () => void; onFailed: (error: Error) => void }

export const useActionDeletion = (callbacks: Deletion) =>
  useWrite({
    send: ({ id, version }: Pick<Action, 'id' | 'version'>) =>
      asUser.call('deleteAction', { params: { id }, ifMatch: version }),
    changes: ['listActions'],
    ...callbacks,
  })

type Change = { action: Pick<Action, 'id' | 'version'>; body: BodyOf<'updateAction'> }
type ChangeCallbacks = { onDone: (after: Action) => void; onFailed: (error: Error) => void }

export const useActionUpdate = (callbacks: ChangeCallbacks) =>
  useWrite({
    send: ({ action: { id, version }, body }: Change) =>
      asUser.call('updateAction', { params: { id }, body, ifMatch: version }),
    changes: changed,
    ...callbacks,
  })
