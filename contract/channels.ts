/** How people are reached. Without the library of schemas, so that the command line, which needs the names alone, starts without it. */

/** What an address of a channel looks like: of a format that src/directory/channels.ts knows, or of a pattern. */
type AddressShape = { readonly description: string } & (
  | { readonly format: 'email' | 'webhook' | 'phone' }
  | { readonly pattern: RegExp }
)

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** A tenant and a user: as Teams names them to our app alone, or by their object id. */
const microsoftTeamsAddress = new RegExp(String.raw`^${uuid}/(?:${uuid}|29:[\w-]{10,200})$`)

const webhook = { format: 'webhook', description: 'an https address without credentials' } as const

/**
 * How messages reach recipients, with the shape of a member's address. Each recipient gets one message, by the first channel that
 * reaches them. A link has no address: its caller delivers it. Nor has a code: it is printed and drawn, and who drew it nobody knows.
 */
export const channels = {
  email: { format: 'email', description: 'an e-mail address' },
  slack: {
    pattern: /^(?:T[A-Z0-9]{2,30}\/)?[UW][A-Z0-9]{2,30}$/,
    description:
      'a Slack user id, such as U024BE7LH, after its workspace where there are several: T0AB12CDE/U024BE7LH',
  },
  microsoft_teams: {
    pattern: microsoftTeamsAddress,
    description:
      'a Microsoft tenant and a user in it: the id that Teams gives the app (29:…), or the object id in Microsoft Entra',
  },
  teams: webhook,
  chat: webhook,
  sms: {
    format: 'phone',
    description: 'a telephone number with + and the code of its country, such as +49 170 1234567',
  },
  link: null,
  code: null,
} as const satisfies Record<string, AddressShape | null>

export type Channel = keyof typeof channels
/** Channels that the service itself sends by. */
export type SendingChannel = Exclude<Channel, 'link' | 'code'>
/** Channels by which a member may be reached. */
export type OwnChannel = Exclude<Channel, 'link'>

export const isChannel = (name: string): name is Channel => Object.hasOwn(channels, name)
export const channelNames: readonly Channel[] = Object.keys(channels).filter(isChannel)
export const sendingChannels: readonly SendingChannel[] = channelNames.filter(
  (name) => name !== 'link' && name !== 'code',
)
/** A program of the organisation's reads these before a person does. */
export const relayedChannels: readonly Channel[] = channelNames.filter((name) => {
  const shape: AddressShape | null = channels[name]
  return shape !== null && 'format' in shape && shape.format === 'webhook'
})
export const ownChannels: readonly OwnChannel[] = channelNames.filter((name) => name !== 'link')
