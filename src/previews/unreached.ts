/** Channels by which nobody of an organisation is reached: for authors, before they choose one. */
import { type SendingChannel, sendingChannels } from '../../contract/channels.ts'
import type { Channels } from '../channels/channels.ts'
import type { Tx } from '../db/db.ts'
import { isMicrosoftConnected } from '../microsoft-tenants/microsoft-tenants.ts'
import { isSlackConnected } from '../slack-workspaces/slack-workspaces.ts'

/** What the operator has set up. */
export type Sending = Pick<Channels, 'setUp' | 'ofApps' | 'forOperator'>

const connections: Partial<Record<SendingChannel, typeof isSlackConnected>> = {
  slack: isSlackConnected,
  microsoft_teams: isMicrosoftConnected,
}

export async function unreachedBy(
  tx: Tx,
  organisationId: string,
  { setUp, ofApps }: Pick<Sending, 'setUp' | 'ofApps'>,
): Promise<SendingChannel[]> {
  const found: SendingChannel[] = []
  for (const channel of sendingChannels) {
    const isConnected = ofApps.has(channel) && (await connections[channel]?.(tx, organisationId))
    if (!setUp.has(channel) && !isConnected) found.push(channel)
  }
  return found
}
