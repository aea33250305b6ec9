/**
 * What somebody does in Slack, from the payload of an interaction: a click on the send button of a message, a click on the button that opens the
 * window, or the window that was sent. Everything in it is untrusted like any body, apart from coming from Slack.
 * Source: Slack, block_actions and view_submission payloads.
 */
import { type MessagePlace, sendAction, windowAction, windowCallback } from '../../channels/channels.ts'

type Common = { readonly teamId: string | null; readonly token: string; readonly place: MessagePlace }

export type Action = Common &
  (
    | { readonly kind: 'message'; readonly values: unknown }
    | { readonly kind: 'window'; readonly values: object | null }
    | { readonly kind: 'open'; readonly triggerId: string }
  )

type Payload = {
  type?: unknown
  trigger_id?: unknown
  actions?: { action_id?: unknown; value?: unknown }[]
  state?: { values?: unknown }
  container?: { channel_id?: unknown; message_ts?: unknown }
  view?: { callback_id?: unknown; private_metadata?: unknown; state?: { values?: unknown } }
  user?: { id?: unknown }
  team?: { id?: unknown } | null
}

/** @returns null  nothing to do: Slack also reports clicks on links */
export function actionOf(payload: unknown): Action | null {
  const read = (payload ?? {}) as Payload
  if (read.type === 'view_submission') return submissionOf(read)
  if (read.type !== 'block_actions' || !Array.isArray(read.actions)) return null
  const clicked = read.actions.find((one) => one?.action_id === sendAction || one?.action_id === windowAction)
  const { channel_id: channel, message_ts: ts } = read.container ?? {}
  const common = commonOf(read, { token: clicked?.value, channel, ts })
  if (!common) return null
  if (clicked?.action_id === sendAction) return { ...common, kind: 'message', values: read.state?.values }
  const { trigger_id: triggerId } = read
  return typeof triggerId === 'string' ? { ...common, kind: 'open', triggerId } : null
}

function submissionOf(read: Payload): Action | null {
  const { callback_id: callback, private_metadata: metadata, state } = read.view ?? {}
  if (callback !== windowCallback || typeof metadata !== 'string') return null
  const [token, channel, ts] = metadata.split(' ')
  const common = commonOf(read, { token, channel, ts })
  const values: unknown = state?.values
  return common && { ...common, kind: 'window', values: typeof values === 'object' ? values : null }
}

/** What a window sends back with its answers. None of the three has a space. */
export const metadataOf = (token: string, { channel, ts }: MessagePlace): string =>
  `${token} ${channel} ${ts}`

function commonOf(
  { user, team }: Payload,
  { token, channel, ts }: { token: unknown; channel: unknown; ts: unknown },
): Common | null {
  const id = user?.id
  if (
    typeof token !== 'string' ||
    typeof channel !== 'string' ||
    typeof ts !== 'string' ||
    typeof id !== 'string'
  )
    return null
  return { teamId: typeof team?.id === 'string' ? team.id : null, token, place: { channel, ts, user: id } }
}
