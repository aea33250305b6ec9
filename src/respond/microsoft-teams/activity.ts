/**
 * What Teams reports, from an activity: somebody adds the app, or acts on one of our cards. Everything in it is untrusted like any body, apart from
 * coming from Teams.
 * Source: Bot Framework, activity schema; Microsoft Teams, conversationUpdate, installationUpdate, invoke adaptiveCard/action.
 */
import { cardVerbs } from '../../channels/channels.ts'

/** Where it happened, and who did it. */
type Common = {
  readonly serviceUrl: string
  readonly tenantId: string
  readonly conversationId: string
  /** As Teams names the person to our app alone. */
  readonly userId: string
  /** As Microsoft Entra names them. */
  readonly objectId: string
}

export type Activity = Common &
  (
    | { readonly kind: 'added' }
    | {
        readonly kind: 'card'
        readonly verb: keyof typeof cardVerbs
        readonly link: string
        readonly data: unknown
        /** The message whose card it is; null where Teams does not say. */
        readonly messageId: string | null
      }
  )

type Raw = {
  type?: unknown
  name?: unknown
  action?: unknown
  channelId?: unknown
  serviceUrl?: unknown
  replyToId?: unknown
  from?: { id?: unknown; aadObjectId?: unknown } | null
  conversation?: { id?: unknown; conversationType?: unknown } | null
  channelData?: { tenant?: { id?: unknown } | null } | null
  membersAdded?: unknown
  value?: { action?: { verb?: unknown; data?: { link?: unknown } | null } | null } | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const teamsId = /^29:[\w-]{10,200}$/
const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 300

/** @returns null  nothing to do; Teams also reports what happens in groups */
export function activityOf(body: unknown): Activity | null {
  const raw = (typeof body === 'object' && body !== null ? body : {}) as Raw
  const common = commonOf(raw)
  if (!common) return null
  if (raw.type === 'installationUpdate' && (raw.action === 'add' || raw.action === 'add-upgrade'))
    return { ...common, kind: 'added' }
  if (raw.type === 'conversationUpdate' && Array.isArray(raw.membersAdded) && raw.membersAdded.length > 0)
    return { ...common, kind: 'added' }
  // Anyone who writes to the app has it: they may have become a member, or got another address, since they added it.
  if (raw.type === 'message') return { ...common, kind: 'added' }
  if (raw.type !== 'invoke' || raw.name !== 'adaptiveCard/action') return null
  const { verb, data } = raw.value?.action ?? {}
  if ((verb !== cardVerbs.open && verb !== cardVerbs.send) || !isShort(data?.link)) return null
  const messageId = isShort(raw.replyToId) ? raw.replyToId : null
  return { ...common, kind: 'card', verb, link: data.link, data, messageId }
}

/** Who and where, in a chat of one person with the bot. */
function commonOf({ channelId, serviceUrl, from, conversation, channelData }: Raw): Common | null {
  const [userId, objectId, tenantId] = [from?.id, from?.aadObjectId, channelData?.tenant?.id]
  const conversationId = conversation?.id
  if (
    channelId !== 'msteams' ||
    conversation?.conversationType !== 'personal' ||
    !isShort(serviceUrl) ||
    !isShort(conversationId) ||
    typeof userId !== 'string' ||
    !teamsId.test(userId) ||
    typeof objectId !== 'string' ||
    !uuid.test(objectId) ||
    typeof tenantId !== 'string' ||
    !uuid.test(tenantId)
  )
    return null
  return { serviceUrl, tenantId, conversationId, userId, objectId }
}

/** Where an activity says that Teams takes messages, to be compared with the token. */
export const serviceUrlIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'serviceUrl') : undefined
