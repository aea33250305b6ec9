/**
 * How one reader is spoken to: his language, the words in it, and how the author's own words stand beside them. The order
 * of wishes: chosen on the page (kept in a cookie of this address), the member's, the browser's, the organisation's.
 */
import {
  acceptedLanguage,
  directionOf,
  firstLanguage,
  inWords,
  type Language,
  languageNames,
  languageOf,
  languages,
} from '../language.ts'
import { html, layout, type Markup } from '../http/page.ts'
import { type Say, sayIn } from './words.ts'

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
  readonly say: Say
  /** A text of the author, marked as such where its language is another than the page's. */
  authored(text: string): Markup | string
  when(instant: string): string
}

export function viewIn(language: Language, authorLocale: string | null = null, timeZone = 'UTC'): View {
  const foreign = authorLocale !== null && languageOf(authorLocale) !== language
  const tag = authorLocale?.replaceAll('_', '-') ?? ''
  return {
    language,
    say: sayIn(language),
    authored: (text) => (foreign ? html`<span lang="${tag}" dir="auto">${text}</span>` : text),
    when: (instant) => inWords.instant(language, instant, timeZone),
  }
}

/** @param address of this page, where it may be read in another language */
export const frame = (view: View, title: string, body: unknown, address: string | null = null): Markup =>
  layout({
    title,
    language: view.language,
    direction: directionOf(view.language),
    styles: 'respond.css',
    script: '/assets/respond.js',
    body: html`${address === null ? '' : languageSwitch(view, address)}
      <main>${body}</main>`,
  })

const languageSwitch = ({ language, say }: View, address: string) =>
  html`<nav class="languages" aria-label="${say('language')}">
    <details>
      <summary>${languageNames[language]}</summary>
      <ul>
        ${languages.map(
          (one) =>
            html`<li>
              <a
                href="${address}?lang=${one}"
                lang="${one}"
                hreflang="${one}"
                ${one === language ? html`aria-current="true"` : ''}
                >${languageNames[one]}</a
              >
            </li>`,
        )}
      </ul>
    </details>
  </nav>`
