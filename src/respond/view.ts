/**
 * How one reader is addressed: their language, our texts in it, and the author's texts beside them. The order of preference:
 * chosen on the page (kept in a cookie of this address), the member's, the browser's, the organisation's.
 */
import type { Translations } from '../../contract/translations.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import type { English } from '../../locales/en.ts'
import { directionOf, type Formatter, nameOfLanguage } from '../../locales/format.ts'
import { acceptedLanguage, firstLanguage, inWords, type Language, languageOf } from '../language.ts'
import { html, layout, type Markup } from '../http/page.ts'
import { localise } from '../questions/questions.ts'

export type Wishes = {
  /** On this page. */
  chosen: string | null
  /** The header Accept-Language. */
  accepted: string | undefined
}

export const languageFor = (
  { chosen, accepted }: Wishes,
  memberLocale: string | null,
  organisationLocale: string | null,
): Language => firstLanguage(chosen, memberLocale, acceptedLanguage(accepted), organisationLocale)

export type View = {
  readonly language: Language
  /** On a device that many people answer on. */
  readonly isShared?: boolean
  /** There, after sending. */
  readonly isSent?: boolean
  readonly say: Formatter<English['answering']>
  /** A text of the author, marked up with its language where the page has another. */
  authored(text: string): Markup | string
  when(instant: string): string
  number(value: number): string
}

/** The author's texts: their locale, and those of them that are in the reader's language all the same. */
export type AuthorTexts = { locale: string; translated: ReadonlySet<string> }

type Title = { title: string; translations: Translations; locale: string }

/** A title as it is read in a language, and how a page marks it. @param locale  of the title, where it is not translated */
export function titleIn({ title, translations, locale }: Title, language: Language) {
  const { written, mainLocale, translated } = localise(
    { title, questions: [] },
    { language: locale, translations },
    language,
    locale,
  )
  const author: AuthorTexts = { locale: mainLocale, translated }
  return { title: written.title, author }
}

export function viewIn(language: Language, author: AuthorTexts | null = null, timeZone = 'UTC'): View {
  const authorLocale = author?.locale ?? null
  const foreign = authorLocale !== null && languageOf(authorLocale) !== language
  const tag = authorLocale?.replaceAll('_', '-') ?? ''
  return {
    language,
    say: textsOf('answering', language),
    authored: (text) =>
      foreign && !author?.translated.has(text) ? html`<span lang="${tag}" dir="auto">${text}</span>` : text,
    when: (instant) => inWords.instant(language, instant, timeZone),
    number: (value) => inWords.number(language, value),
  }
}

/** A sentence with an instant, which script shows in the time zone of the reader's device instead of the member's. */
export function timeIn(
  { say, when }: View,
  text: 'open_until' | 'own_until' | 'upcoming_text' | 'counted_text' | 'received_text',
  instant: string,
): Markup {
  const time = html`<time datetime="${instant}">${when(instant)}</time>`
  return html`${say.parts(text, { when: time })}`
}

/** @param address  of this page, for the list of other languages; null: without that list */
export const frame = (view: View, title: string, body: unknown, address: string | null = null): Markup =>
  layout({
    title,
    language: view.language,
    direction: directionOf(view.language),
    styles: ['respond.css', 'visit.css'],
    script: view.isShared ? '/assets/kiosk.js' : '/assets/respond.js',
    body: html`${address === null ? '' : languageSwitch(view, address)}
    ${
      view.isShared
        ? html`<main class="kiosk" data-kiosk="${kioskAddress}">
              ${body}
              ${address === kioskAddress ? '' : html`<p class="start"><a href="${kioskAddress}" data-start>${view.say('kiosk_start')}</a></p>`}
            </main>
            ${warning(view)}`
        : html`<main>${body}</main>`
    }`,
  })

/** Where a shared device starts over. */
export const kioskAddress = '/r/kiosk'

/** Shown by script before the page starts over. */
const warning = ({ say, isSent }: View) =>
  html`<dialog
    class="warning"
    role="alertdialog"
    aria-labelledby="warning-title"
    aria-describedby="warning-text"
  >
    <h2 id="warning-title">${say('kiosk_still_there')}</h2>
    <p
      id="warning-text"
      data-text="${isSent ? say('kiosk_note') : say('kiosk_resets', { seconds: '{seconds}' })}"
    ></p>
    <button type="button">${say('kiosk_stay')}</button>
  </dialog>`

const languageSwitch = ({ language, say }: View, address: string) =>
  html`<nav class="languages" aria-label="${say('language')}">
    <details>
      <summary>${nameOfLanguage(language)}</summary>
      <ul>
        ${languages.map(
          (one) =>
            html`<li>
              <a
                href="${address}?lang=${one}"
                lang="${one}"
                hreflang="${one}"
                ${one === language ? html`aria-current="true"` : ''}
                >${nameOfLanguage(one)}</a
              >
            </li>`,
        )}
      </ul>
    </details>
  </nav>`
