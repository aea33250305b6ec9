/** The copy as a document to read: one file without script or anything from elsewhere, which prints well. */
import { textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { html } from '../http/page.ts'
import { inWords, type Language } from '../language.ts'
import { type Copy, type SectionName, sections } from './copy.ts'

const styles = html`<style>
  :root {
    color-scheme: light dark;
  }
  body {
    max-width: 60rem;
    margin: 2rem auto;
    padding: 0 1rem;
    font:
      16px/1.5 system-ui,
      sans-serif;
    overflow-wrap: anywhere;
  }
  h2 {
    margin-top: 2rem;
    break-after: avoid;
  }
  dl,
  .missing {
    border: 1px solid #8888;
    border-radius: 8px;
    padding: 0.75rem 1rem;
    margin: 0 0 0.75rem;
    break-inside: avoid;
  }
  dl > div {
    display: grid;
    grid-template-columns: 12rem 1fr;
    gap: 1rem;
  }
  dt {
    opacity: 0.75;
  }
  dd {
    margin: 0;
    white-space: pre-wrap;
  }
  @media (max-width: 40rem) {
    dl > div {
      display: block;
    }
  }
  @media print {
    body {
      margin: 0;
      font-size: 10pt;
    }
  }
</style>`

/** A name of a member of the data, as words: the same names as in the JSON. */
const wordsOf = (name: string): string => name.replaceAll('_', ' ')

const instant = /^\d{4}-\d\d-\d\dT/

function valueOf(value: unknown, language: Language, timeZone: string): string {
  if (typeof value === 'string')
    return instant.test(value) ? inWords.moment(language, value, timeZone) : value
  if (typeof value === 'number') return inWords.number(language, value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return JSON.stringify(value)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

/** @param timeZone  in which times are written */
export function documentOf(copy: Copy, language: Language, timeZone: string): string {
  const say = textsOf('copy', language)
  const row = (one: Readonly<Record<string, unknown>>) =>
    html`<dl>
      ${Object.entries(one)
        .filter(([, value]) => !isEmpty(value))
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${wordsOf(name)}</dt>
              <dd><bdi>${valueOf(value, language, timeZone)}</bdi></dd>
            </div>`,
        )}
    </dl>`
  const section = (name: SectionName) =>
    html`<section>
      <h2>${say(name)}</h2>
      ${copy.data[name].length === 0 ? html`<p>${say('nothing')}</p>` : copy.data[name].map(row)}
    </section>`
  return String(
    html`<!doctype html>
      <html lang="${language}" dir="${directionOf(language)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${say('title', copy)}</title>
          ${styles}
        </head>
        <body>
          <h1>${say('title', copy)}</h1>
          <p>
            ${say('made_on', { when: inWords.moment(language, copy.made_at, timeZone), name: copy.name })}
          </p>
          <section class="missing">
            <h2>${say('missing')}</h2>
            <ul>
              ${copy.missing.map((sentence) => html`<li>${sentence}</li>`)}
            </ul>
          </section>
          ${sections.map(section)}
        </body>
      </html>`,
  )
}
