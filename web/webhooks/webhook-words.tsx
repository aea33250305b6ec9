/** How states of webhooks, refusals and failed attempts are put to people. */
import { explain, SondeError } from '../api.ts'
import { type Say, useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import type { Attempt, Delivery, Webhook } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'

const tones: Record<Webhook['state'], Tone> = {
  unverified: 'warn',
  active: 'good',
  paused: 'plain',
  disabled: 'bad',
}

export const StateBadge = ({ webhook: { state } }: { webhook: Webhook }) => {
  const say = useMessages(webhookTexts)
  return <StatusBadge tone={tones[state]}>{say(`state_${state}`)}</StatusBadge>
}

const deliveryTones: Record<Delivery['state'], Tone> = {
  waiting: 'accent',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

export const DeliveryBadge = ({ state }: { state: Delivery['state'] }) => {
  const say = useMessages(webhookTexts)
  return <StatusBadge tone={deliveryTones[state]}>{say(`delivery_${state}`)}</StatusBadge>
}

export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url

/** Whether the address as it is could be taken at all; the server decides. */
export const isAddress = (url: string): boolean => /^https?:\/\/\S+$/.test(url.trim())

const known = ['address_refused', 'webhook_not_verified', 'webhook_disabled'] as const

/** A refusal in a sentence. */
export function refusalOf(say: Say<typeof webhookTexts>, error: unknown): string {
  if (isConflict(error)) return say('changed_meanwhile')
  const code = known.find((one) => error instanceof SondeError && error.code === one)
  return code ? say(`problem_${code}`) : explain(error)
}

const noAnswers = [
  [/^ECONNREFUSED/, 'no_answer_refused'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'no_answer_name'],
  [/^no end in/, 'no_answer_slow'],
  [/CERT|SIGNATURE|^ERR_TLS/, 'no_answer_certificate'],
  [/^the address/, 'no_answer_address'],
] as const

/** What a failed attempt says about the receiver; null where it went well or nothing more is known. */
export function hintOf(say: Say<typeof webhookTexts>, { status, error }: Attempt): string | null {
  if (status === null) {
    const found = noAnswers.find(([pattern]) => pattern.test(error ?? ''))
    return found ? say(found[1]) : error
  }
  if (status < 300) return null
  if (status < 400) return say('answer_redirect')
  if (status === 401 || status === 403) return say('answer_denied')
  if (status === 404) return say('answer_not_found')
  if (status === 410) return say('answer_gone')
  return say(status < 500 ? 'answer_refused' : 'answer_failed')
}
