/** Pages without questions: the state of a link, what was refused, and unsubscribing. */
import type { Cancelled } from '../collection/collection.ts'
import type { Subscription } from '../delivery/delivery.ts'
import { html, type Markup } from '../http/page.ts'
import type { Problem } from '../problem.ts'
import { copyButton } from './copy-button.ts'
import { modeIcon } from './mode-icons.ts'
import { nextSteps } from './next-steps.ts'
import type { UnsentText } from './refused-form.ts'
import type { OwnAnswerRead, SurveyRead } from './respond.ts'
import { type StateIcon, stateIcon } from './state-icons.ts'
import {
  branded,
  languageFor,
  stateFrame,
  surveyOf,
  timeIn,
  titleIn,
  type View,
  viewIn,
  wholeName,
  type Wishes,
} from './view.ts'

type State = {
  icon: StateIcon
  title: string
  /** Of which survey, where that is known. */
  of?: Markup | string
  /** One paragraph for what happened, one for what can be done now. */
  text: readonly (Markup | string)[]
  more?: Markup | '' | undefined
}

const statePage = (
  view: View,
  { icon, title, of = '', text, more = '' }: State,
  address: string | null = null,
): Markup =>
  stateFrame(
    view,
    title,
    html`<div class="state">
      <p class="round ${icon}">${stateIcon(icon)}</p>
      <h1>${title}</h1>
      ${of === '' ? '' : html`<p class="of">${of}</p>`} ${text.map((paragraph) => html`<p>${paragraph}</p>`)}
      ${more}
    </div>`,
    address,
  )

type LinkState = Pick<SurveyRead, 'survey' | 'terms' | 'closedAt'> & {
  readonly token: string
  readonly hasReplies: boolean
  /** What was sent too late, by the device that sent it; null on any other visit. */
  readonly unsent: readonly UnsentText[] | null
}

/** A link that takes no answer now. */
export function linkStatePage(view: View, { survey, token, ...link }: LinkState): Markup {
  const { say } = view
  const address = `/r/${token}`
  const of = surveyOf(view, survey.title)
  const { opens_at: opensAt } = survey
  if (survey.state === 'upcoming' && opensAt !== null)
    return statePage(
      view,
      {
        icon: 'upcoming',
        title: say('upcoming_title'),
        of,
        text: [html`${timeIn(view, 'upcoming_text', opensAt)} ${say('upcoming_next')}`],
        more: html`<p class="note">${survey.confidentiality.sentence}</p>`,
      },
      address,
    )
  const replies = link.hasReplies
    ? html`<p class="ways">
        <a class="button plain" href="/r/${token}/replies">${say('came_link')}</a>
      </p>`
    : ''
  const { unsent, closedAt } = link
  return survey.state === 'closed'
    ? statePage(
        view,
        {
          icon: unsent ? 'trouble' : 'closed',
          title: say(unsent ? 'unsent_title' : 'closed_title'),
          of,
          text: [
            closedAt === null
              ? say('closed_text')
              : timeIn(view, unsent ? 'unsent_closed' : 'closed_on', closedAt),
            ...(unsent ? [] : [say('closed_next')]),
          ],
          more: html`${unsentWords(view, unsent)}${replies}
            <p class="note">${say('closed_ask', { organisation: survey.organisation })}</p>`,
        },
        address,
      )
    : statePage(
        view,
        {
          icon: unsent ? 'trouble' : 'answered',
          title: say(unsent ? 'unsent_title' : 'answered_title'),
          of,
          text: [say(unsent ? 'unsent_used' : 'answered_text'), say('answered_next')],
          more: html`${unsentWords(view, unsent)}
            <p class="note">${say('answered_other')}</p>
            ${
              link.terms.mode === 'attributed'
                ? html`<p class="who promised attributed">
                    ${modeIcon('attributed')}<span
                      >${say('next_named_other', { readers: link.terms.readers })}</span
                    >
                  </p>`
                : ''
            }
            <section class="next" aria-labelledby="next">
              <h2 id="next">${say('next_title')}</h2>
              ${nextSteps(view, link.terms, survey.closes_at)}
            </section>
            ${replies}`,
        },
        address,
      )
}

/** Their words, to copy them elsewhere: only this device has them, and for a while. What they chose is not among them, and is lost as well. */
const unsentWords = (view: View, unsent: readonly UnsentText[] | null): Markup | '' =>
  unsent === null || unsent.length === 0
    ? ''
    : html`<section class="unsent" aria-labelledby="unsent">
        <h2 id="unsent">${view.say('unsent_words')}</h2>
        <p>${view.say('unsent_rest')}</p>
        <p class="copy">
          ${copyButton(view, { id: 'words', text: view.say('unsent_copy'), done: view.say('unsent_copied'), isMain: true })}
          <span class="copy-state" role="status"></span>
        </p>
        <div id="words">
          ${unsent.map(
            ({ question, text }) =>
              html`<p class="asked" ${view.directed(question)}>${view.authored(question)}</p>
                <blockquote dir="auto">${text}</blockquote>`,
          )}
        </div>
      </section>`

/** @param receipt  whose answers were withdrawn, and can be given again until the survey closes */
export const withdrawnPage = (view: View, own: OwnAnswerRead['own'], receipt: string): Markup =>
  statePage(
    view,
    {
      icon: 'withdrawn',
      title: view.say('withdrawn_title'),
      of: surveyOf(view, own.title),
      text: [view.say('withdrawn_text')],
      more: html`<p class="ways">
        <a class="button plain" href="/receipts/${receipt}">${view.say('answer_again')}</a>
      </p>`,
    },
    `/receipts/${receipt}?withdrawn`,
  )

/** The same for everybody who was invited. */
export function cancelledPage(wishes: Wishes, survey: Cancelled, address: string | null): Markup {
  const language = languageFor(wishes, survey.memberLocale, survey.organisationLocale)
  const { title, author } = titleIn(
    { ...survey, locale: survey.language ?? survey.organisationLocale },
    language,
  )
  const view = branded(viewIn(language, author, survey.timeZone), survey)
  return statePage(
    view,
    {
      icon: 'closed',
      title: view.say('cancelled_title'),
      of: surveyOf(view, title),
      text: [view.say('cancelled_text')],
      more: html`<p class="note">${view.say('closed_ask', { organisation: survey.organisation })}</p>`,
    },
    address,
  )
}

const closed = ['closed', 'closed_title', 'closed_text', 'closed_next'] as const
const unavailable = ['trouble', 'unavailable_title', 'unavailable_text'] as const
const failed = ['trouble', 'failed_title', 'failed_text'] as const
const refusals = {
  not_found: ['unknown', 'not_found_title', 'not_found_text', 'not_found_next'],
  already_answered: ['answered', 'answered_title', 'answered_text', 'answered_next'],
  collection_closed: closed,
  unavailable,
  rate_limited: unavailable,
} as const

/** The number of the request only where it helps whoever looks for the cause. */
export function refusalPage(
  view: View,
  refusal: Problem,
  { requestId, address }: { requestId: string; address: string | null },
): Markup {
  const { code } = refusal
  const [icon, title, ...text] = code in refusals ? refusals[code as keyof typeof refusals] : failed
  const state: State = {
    icon,
    title: view.say(title),
    of: view.brand ? html`<bdi>${view.brand.organisation}</bdi>` : '',
    text: text.map((key) => view.say(key)),
    more: icon === 'trouble' ? html`<p class="note">${view.say('request', { id: requestId })}</p>` : '',
  }
  return statePage(view, state, address)
}

/**
 * What the button of the page sends, and a mail program does not: the page is answered with a redirect, which RFC 8058 §3.1 advises
 * against for the one click of a mail program.
 */
export const byPage = 'by_page'

/** Before unsubscribing, after it, and after it was undone. GET shows the state and changes nothing. */
export function unsubscribePage(
  view: View,
  subscription: Subscription,
  { token, undone }: { token: string; undone: boolean },
): Markup {
  const { say } = view
  const names = { organisation: wholeName(subscription.organisation), title: subscription.title }
  const text = say(subscription.owner_kind === 'pulse' ? 'unsubscribe_pulse' : 'unsubscribe_check_in', names)
  const [title, body, verb, button] = subscription.opted_out
    ? [say('unsubscribed_title'), text, 'resubscribe', say('resubscribe_button')]
    : undone
      ? [say('resubscribe_title'), say('resubscribe_text', names), 'unsubscribe', say('unsubscribe_button')]
      : [say('unsubscribe_title'), text, 'unsubscribe', say('unsubscribe_button')]
  return statePage(
    view,
    {
      icon: subscription.opted_out ? 'unsubscribed' : 'subscribed',
      title,
      of: surveyOf(view, subscription.title),
      text: [html`<span role="status">${body}</span>`],
      more: html`<form method="post" action="/r/${token}/${verb}">
          <button
            type="submit"
            name="${byPage}"
            value="1"
            class="${subscription.opted_out || undone ? 'plain' : 'only'}"
          >
            ${button}
          </button>
        </form>
        <p class="note">${say('unsubscribe_note')}</p>`,
    },
    `/r/${token}/unsubscribe${undone ? '?resubscribed' : ''}`,
  )
}
