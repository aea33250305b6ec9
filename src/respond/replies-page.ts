/**
 * What changed after a survey: what was replied to findings, to everybody who was asked. The page is made from rosters and replies alone. Each is headed by the
 * question that it is about, which all of them were asked. There is no statement of a finding and no figure, because whoever reads it need not be among
 * those whom the promise names.
 */
import type { PublishedReplies } from '../../contract/replies.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { html, type Markup } from '../http/page.ts'
import { type ReplyPage, topicIn } from '../replies/replies.ts'
import type { Language } from '../language.ts'
import { contactsSection } from './contacts.ts'
import {
  branded,
  stateFrame,
  languageFor,
  timeIn,
  timeOf,
  titleIn,
  type View,
  viewIn,
  type Wishes,
} from './view.ts'

/** As JSON: titles as their authors wrote them. */
export const publishedOf = ({ survey, replies }: ReplyPage): PublishedReplies => ({
  title: survey.title,
  organisation: survey.organisation,
  contacts: [...survey.contacts],
  replies: replies.map(({ kind, text, author, title, published_at }) => ({
    kind,
    text,
    author,
    title,
    // A draft has none, and none is here.
    published_at: published_at ?? '',
  })),
})

type Reader = { readonly wishes: Wishes; readonly locale: string | null; readonly address: string }

export function repliesPage({ survey, replies }: ReplyPage, { wishes, locale, address }: Reader): Markup {
  const language = languageFor(wishes, locale, survey.organisation_locale)
  const view = branded(viewIn(language, null, survey.time_zone), survey)
  const { say } = view
  return stateFrame(
    view,
    say('came_title'),
    html`<header>
        <p>
          <span>${say('asks', { organisation: survey.organisation })}: ${titleOf(survey, language)}</span>
        </p>
        <h1>${say('came_title')}</h1>
        <p class="lead">${say('came_text')}</p>
        ${survey.state === 'closed' && survey.closed_at !== null ? html`<p class="note">${timeIn(view, 'closed_on', survey.closed_at)}</p>` : ''}
      </header>
      ${
        replies.length === 0
          ? html`<p class="status">${say('came_none')}</p>`
          : replies.map((reply) => article(view, reply, survey.title))
      }
      ${contactsSection(view, survey.contacts)}`,
    address,
  )
}

type Titled = Parameters<typeof titleIn>[0]

function titleOf(titled: Titled, language: Language) {
  const { title, author } = titleIn(titled, language)
  return viewIn(language, author).authored(title)
}

/** A reply that is no more than that needs no word. */
const kinds = { heard: 'came_heard', answer: null, done: 'came_done' } as const

/** Headed by what it is about: its question, or, where there is none, the survey. */
function article(view: View, reply: ReplyPage['replies'][number], shownTitle: string) {
  const { say, language } = view
  const topic = topicIn(reply, language)
  const title = titleOf(reply, language)
  const about = topic ? viewIn(language, topic.author).authoredPart(topic.whole, topic.shown) : title
  const kind = kinds[reply.kind]
  const when = timeOf(view, reply.published_at ?? '')
  return html`<article class="card reply">
    <h2>${textsOf('replies', language).parts('about', { question: html`<bdi>${about}</bdi>` })}</h2>
    ${topic && reply.title !== shownTitle ? html`<p class="note">${title}</p>` : ''}
    <p class="by">
      ${kind === null ? '' : html`<span class="kind">${say(kind)}</span>`}
      <span>${say.parts('came_by', { author: html`<strong>${reply.author}</strong>`, when })}</span>
    </p>
    <p class="words" dir="auto">${reply.text}</p>
  </article>`
}
