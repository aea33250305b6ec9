/** How each integration stands, from what its own page reads. What cannot be read says nothing: its page says why. */
import { useQuery } from '@tanstack/react-query'
import { organisationQuery } from '../organisation/organisation-queries.ts'
import { syncQuery, type DirectorySync } from '../directory-sync/directory-sync-queries.ts'
import { useProviders } from '../identity-providers/identity-provider-queries.ts'
import { useTeamsApp, useTenants } from '../microsoft-teams/microsoft-teams-queries.ts'
import { useSlackApp, useWorkspaces } from '../slack/slack-queries.ts'
import type { List } from '../ui/list.ts'

export type IntegrationState = 'connected' | 'set_up' | 'not_set_up' | 'for_operator' | 'attention' | 'trial'

/** One that waits for somebody counts before those that work. */
const stateOf = <T>({ data }: List<T>, isWell: (item: T) => boolean): IntegrationState | null =>
  !data ? null : data.length === 0 ? 'not_set_up' : data.every(isWell) ? 'connected' : 'attention'

const isConnected = ({ state }: { state: 'connected' | 'paused' }): boolean => state === 'connected'

/** Where the operator has set up no app, nobody here can connect anything. */
const stateWith = (app: boolean | undefined, state: IntegrationState | null): IntegrationState | null =>
  state === 'not_set_up' && app === false ? 'for_operator' : state

/** A provider whose tokens have all expired can send nothing more. */
function syncState({ state, faults, tokens }: DirectorySync, now: number): IntegrationState {
  if (state === 'off') return 'not_set_up'
  const isHeard = tokens.some(({ expires_at: at }) => Date.parse(at) > now)
  if (state === 'held' || faults > 0 || !isHeard) return 'attention'
  return state === 'trial' ? 'trial' : 'connected'
}

/** By the address of each page; null until it is known. */
export function useIntegrationStates(): Readonly<Record<string, IntegrationState | null>> {
  const providers = useProviders()
  const workspaces = useWorkspaces()
  const tenants = useTenants()
  const slackApp = useSlackApp()
  const teamsApp = useTeamsApp()
  const { data: sync } = useQuery(syncQuery)
  return {
    '/app/settings/identity-providers': stateOf(providers, ({ state }) => state === 'proved'),
    '/app/settings/directory-sync': sync ? syncState(sync, Date.now()) : null,
    '/app/settings/slack': stateWith(slackApp, stateOf(workspaces, isConnected)),
    '/app/settings/microsoft-teams': stateWith(teamsApp, stateOf(tenants, isConnected)),
  }
}

/** Channels without a page, as there is nothing to connect: the operator sets them up for everybody. */
export const operatorChannels = ['sms', 'teams', 'chat'] as const

export type OperatorChannel = (typeof operatorChannels)[number]

/** null until it is known */
export function useChannelState(): (channel: OperatorChannel) => IntegrationState | null {
  const { data } = useQuery(organisationQuery)
  return (channel) => {
    if (!data) return null
    return data.channels_for_operator.includes(channel) ? 'for_operator' : 'set_up'
  }
}
