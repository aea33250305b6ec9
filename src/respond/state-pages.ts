/** Pages without questions: the state of a link, what was refused, and unsubscribing. */
import type { Survey } from '../../contract/answering.ts'
import type { Subscription } from '../delivery/delivery.ts'
import { html, type Markup } from '../http/page.ts'
import type { Problem } from '../problem.ts'
import { frame, timeIn, type View } from './view.ts'

const card = (view: View, title: string, body: unknown, address: string | null = null): Markup =>
  frame(
    view,
    title,
    html`<div class="card">
      <h1>${title}</h1>
      ${body}
    </div>`,
    address,
  )

const states = {
  closed: ['closed_title', 'closed_text'],
  answered: ['answered_title', 'answered_text'],
  withdrawn: ['withdrawn_title', 'withdrawn_text'],
  not_found: ['not_found_title', 'not_found_text'],
  unavailable: ['unavailable_title', 'unavailable_text'],
  failed: ['failed_title', 'failed_text'],
} as const

const statePage = (view: View, state: keyof typeof states, more: unknown = '', address?: string): Markup => {
  const [title, text] = states[state]
  return card(
    view,
    view.say(title),
    html`<p>${view.say(text)}</p>
      ${more}`,
    address,
  )
}

/** A link that takes no answer now. */
export function linkStatePage(view: View, survey: Survey, token: string): Markup {
  const address = `/r/${token}`
  const { say } = view
  const heading = html`<p>
    ${say('asks', { organisation: survey.organisation })}: ${view.authored(survey.title)}
  </p>`
  const { opens_at: opensAt } = survey
  if (survey.state !== 'upcoming' || opensAt === null)
    return statePage(
      view,
      survey.state === 'closed' ? 'closed' : 'answered',
      html`${heading}
        <p><a href="/r/${token}/replies">${say('came_title')}</a></p>`,
      address,
    )
  return card(
    view,
    say('upcoming_title'),
    html`${heading}
      <p>${timeIn(view, 'upcoming_text', opensAt)}</p>
      <p class="note">${survey.confidentiality.sentence}</p>`,
    address,
  )
}

export const withdrawnPage = (view: View): Markup => statePage(view, 'withdrawn')

const refusals: Record<string, keyof typeof states> = {
  not_found: 'not_found',
  already_answered: 'answered',
  collection_closed: 'closed',
  unavailable: 'unavailable',
  rate_limited: 'unavailable',
}

export const refusalPage = (view: View, refusal: Problem, requestId: string): Markup =>
  statePage(
    view,
    refusals[refusal.code] ?? 'failed',
    html`<p class="note">${view.say('request', { id: requestId })}</p>`,
  )

/** Before unsubscribing, after it, and after it was undone. GET shows the state and changes nothing. */
export function unsubscribePage(
  view: View,
  subscription: Subscription,
  { token, undone }: { token: string; undone: boolean },
): Markup {
  const { say } = view
  const names = { organisation: subscription.organisation, title: subscription.title }
  const text = say(subscription.owner_kind === 'pulse' ? 'unsubscribe_pulse' : 'unsubscribe_check_in', names)
  const [title, body, verb, button] = subscription.opted_out
    ? [say('unsubscribed_title'), text, 'resubscribe', say('resubscribe_button')]
    : undone
      ? [say('resubscribe_title'), say('resubscribe_text', names), 'unsubscribe', say('unsubscribe_button')]
      : [say('unsubscribe_title'), text, 'unsubscribe', say('unsubscribe_button')]
  return card(
    view,
    title,
    html`<p role="status">${body}</p>
      <form method="post" action="/r/${token}/${verb}">
        <button type="submit" class="${subscription.opted_out || undone ? 'plain' : 'only'}">
          ${button}
        </button>
      </form>
      <p class="note">${say('unsubscribe_note')}</p>`,
    `/r/${token}/unsubscribe`,
  )
}
