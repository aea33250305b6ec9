/**
 * How one reader is addressed: their language, our texts in it, and the author's texts beside them. The order of preference:
 * chosen on the page (kept in a cookie of this address), the member's, the browser's, the organisation's.
 */
import type { Logo } from '../../contract/organisation.ts'
import type { Translations } from '../../contract/translations.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import type { English } from '../../locales/en.ts'
import { directionOf, type Formatter, nameOfLanguage } from '../../locales/format.ts'
import { acceptedLanguage, firstLanguage, inWords, type Language, languageOf, unbroken } from '../language.ts'
import { accentAddress, html, layout, type Markup } from '../http/page.ts'
import { type Label, localise } from '../questions/questions.ts'
import { wholeDays } from './whole-days.ts'

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

export type TimeLength = 'long' | 'short'

export type View = {
  readonly language: Language
  /** On a device that many people answer on. */
  readonly isShared?: boolean
  /** There, after sending. */
  readonly isSent?: boolean
  readonly say: Formatter<English['answering']>
  /** Who asks, as their pages look; without it, as the service does. */
  readonly brand?: Brand
  /** A text of the author, marked up with its language where the page has another. */
  authored(text: string): Markup | string
  /** A part of such a text. */
  authoredPart(text: string, part: string): Markup | string
  /** Attributes of an element around a text of the author: its direction, where the page reads the other way. */
  directed(text: string): Markup | ''
  /** One of our words that belongs to a text of the author, in the language of that text, where we have it. */
  beside(text: string, word: Label): string
  /** The name of the language of a text of the author, where the page has another. */
  languageOf(text: string): string | null
  /** @param length  short: in a line with others, without the day of the week */
  when(instant: string, length?: TimeLength): string
  number(value: number): string
}

/** The author's texts: their locale, and those of them that are in the reader's language all the same. */
export type AuthorTexts = { locale: string; translated: ReadonlySet<string> }

/** An organisation as its pages look: the same for everybody whom it asks. */
export type Brand = {
  readonly organisation: string
  readonly colour: string | null
  readonly logo: Logo | null
}

/** A view of the pages of an organisation. @param from  a row that has its name, its colour and its logo, beside others */
export const branded = (view: View, { organisation, colour, logo }: Brand): View => ({
  ...view,
  brand: { organisation, colour, logo },
})

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
  const isForeign = (text: string): boolean => foreign && !author?.translated.has(text)
  const authoredPart: View['authoredPart'] = (text, part) =>
    isForeign(text) ? html`<span lang="${tag}" dir="auto">${wholeDays(part)}</span>` : wholeDays(part)
  return {
    language,
    say: textsOf('answering', language),
    authored: (text) => authoredPart(text, text),
    authoredPart,
    directed: (text) =>
      isForeign(text) && directionOf(tag) !== directionOf(language) ? html` dir="${directionOf(tag)}"` : '',
    beside: (text, word) =>
      textsOf('answering', isForeign(text) ? (languageOf(authorLocale) ?? language) : language)(word),
    languageOf: (text) => (isForeign(text) ? inWords.language(language, tag) : null),
    when: (instant, length) =>
      unbroken((length === 'short' ? inWords.compactInstant : inWords.instant)(language, instant, timeZone)),
    number: (value) => inWords.number(language, value),
  }
}

/** Longer names may be divided: on a phone they would take their own line, or more. */
const wholeMax = 24

/** A name that no line divides at its spaces, where it is short. */
export const wholeName = (name: string): string =>
  name.length <= wholeMax ? name.replaceAll(' ', '\u00a0') : name

/** An instant, which script shows in the time zone of the reader's device instead of the member's. */
export const timeOf = ({ when }: View, instant: string, length: TimeLength = 'long'): Markup =>
  html`<time datetime="${instant}" ${length === 'short' ? html`data-short` : ''}
    >${when(instant, length)}</time
  >`

/** A sentence with such an instant. */
export const timeIn = (
  view: View,
  text:
    | 'open_until'
    | 'until'
    | 'own_until'
    | 'upcoming_text'
    | 'closed_on'
    | 'unsent_closed'
    | 'counted_text'
    | 'received_text'
    | 'counted_keys',
  instant: string,
  length?: TimeLength,
): Markup => html`${view.say.parts(text, { when: timeOf(view, instant, length) })}`

/** @param address  of this page, for the list of other languages; null: without that list */
export const frame = (view: View, title: string, body: unknown, address: string | null = null): Markup =>
  framed(view, title, body, { address, styles: [], asks: true })

/** For a page that comes after the questions, or in their place: with the style sheet that only those have. */
export const stateFrame = (view: View, title: string, body: unknown, address: string | null = null): Markup =>
  framed(view, title, body, { address, styles: ['states.css'], asks: false })

type Frame = {
  readonly address: string | null
  readonly styles: readonly string[]
  /** Whether something can be answered, and lost. */
  readonly asks: boolean
}

const framed = (view: View, title: string, body: unknown, { address, styles, asks }: Frame): Markup =>
  layout({
    title,
    language: view.language,
    direction: directionOf(view.language),
    styles: [
      'respond.css',
      'visit.css',
      ...(view.isShared ? ['kiosk.css'] : []),
      ...styles,
      ...accentStyles(view),
    ],
    script: view.isShared ? '/assets/kiosk.js' : '/assets/respond.js',
    body: view.isShared
      ? kiosk(view, body, { address, asks })
      : html`${address === null ? '' : languageSwitch(view, address)}
          <main>${logoOf(view)}${body}</main>`,
  })

/**
 * Anyone who has begun can leave it to the next person, at the top, which stays visible: far from what sends. Beside it is whose survey it is.
 * Where nothing can be answered, what can be done next is the one button of the page.
 */
const kiosk = (view: View, body: unknown, { address, asks }: Omit<Frame, 'styles'>): Markup =>
  html`<div class="bar" role="banner">
      ${
        asks
          ? html`<p class="start"><a href="#${leavingId}" data-leave>${view.say('kiosk_leave')}</a></p>`
          : ''
      }
      ${asks ? whoAsks(view) : ''} ${address === null ? '' : languageSwitch(view, address)}
    </div>
    <main class="kiosk" data-kiosk="${kioskAddress}">
      ${logoOf(view)}${body}
      ${
        asks || address === kioskAddress || view.isSent
          ? ''
          : html`<p class="onward">
              <a class="button" href="${kioskAddress}" data-start>${view.say('kiosk_next')}</a>
            </p>`
      }
    </main>
    ${asks ? leaving(view) : ''} ${warning(view)}`

/** A logo has the name in its place. On a phone, which has no room for either in its bar, the page begins with them. */
const whoAsks = (view: View): Markup | '' => {
  const { brand, say } = view
  if (!brand) return ''
  return brand.logo
    ? logoOf(view)
    : html`<p class="asking">${say('asks', { organisation: wholeName(brand.organisation) })}</p>`
}

/** Which survey, and who asks. */
export const surveyOf = ({ authored, brand }: View, title: string): Markup =>
  html`${authored(title)}${brand ? html`<span class="dot"> · </span><bdi>${brand.organisation}</bdi>` : ''}`

/** The style sheet of a colour, which is made from its name (src/http/accent.ts). */
export const accentStyles = ({ brand }: View): string[] =>
  brand?.colour ? [accentAddress(brand.colour)] : []

const logoHeight = 48
const logoWidth = 240

/** With its size, so that nothing moves when it comes; on a light ground in both themes, as it may be dark. */
export function logoOf({ brand }: View): Markup | '' {
  if (!brand?.logo) return ''
  const { url, width, height } = brand.logo
  const scale = Math.min(1, logoHeight / height, logoWidth / width)
  return html`<p class="logo">
    <img
      src="${url}"
      width="${Math.max(1, Math.round(width * scale))}"
      height="${Math.max(1, Math.round(height * scale))}"
      alt="${brand.organisation}"
      decoding="async"
    />
  </p>`
}

/** Where a shared device starts over. */
export const kioskAddress = '/r/kiosk'

const leavingId = 'leave'

/** Asked before answers are thrown away. Without script it is shown as the target of its link, so what was typed stays until somebody says so. */
const leaving = ({ say }: View) =>
  html`<dialog
    class="warning"
    id="${leavingId}"
    role="alertdialog"
    aria-labelledby="leave-title"
    aria-describedby="leave-text"
  >
    <h2 id="leave-title">${say('kiosk_leave_title')}</h2>
    <p id="leave-text">${say('kiosk_leave_text')}</p>
    <a class="button" href="#" data-stay>${say('kiosk_stay')}</a>
    <a class="button plain" href="${kioskAddress}" data-start>${say('kiosk_leave')}</a>
  </dialog>`

/** Shown by script before the page starts over. */
const warning = ({ say, isSent }: View) =>
  html`<dialog
    class="warning"
    id="warning"
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
                href="${address}${address.includes('?') ? '&' : '?'}lang=${one}"
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
