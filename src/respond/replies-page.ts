/**
 * What came of a survey: what was replied to findings, to everybody who was asked. The page is made from rosters and replies alone. It has
 * no statement of a finding and no figure, because whoever reads it need not be among those whom the promise names.
 */
import type { PublishedReplies } from '../../contract/replies.ts'
import { html, type Markup } from '../http/page.ts'
import type { ReplyPage } from '../replies/replies.ts'
import type { Language } from '../language.ts'
import { contactsSection } from './contacts.ts'
import { branded, stateFrame, languageFor, timeOf, titleIn, type View, viewIn, type Wishes } from './view.ts'

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
      </header>
      ${
        replies.length === 0
          ? html`<p class="status">${say('came_none')}</p>`
          : replies.map((reply) =>
              article(view, reply, reply.title === survey.title ? '' : titleOf(reply, language)),
            )
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

const kinds = { heard: 'came_heard', answer: 'came_answer', done: 'came_done' } as const

const article = (view: View, reply: ReplyPage['replies'][number], title: Markup | string) =>
  html`<article class="card reply">
    <h2>${view.say(kinds[reply.kind])}${title === '' ? '' : html` – ${title}`}</h2>
    <p class="note">
      ${view.say.parts('came_by', { author: reply.author, when: timeOf(view, reply.published_at ?? '') })}
    </p>
    <p class="words" dir="auto">${reply.text}</p>
  </article>`
