/** What is promised, as pages show it: the box above the questions, its rows, and the line that stays visible. */
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import { adviceOf, detailsAbout, isCaveat, rowsIn, type Subject } from '../confidentiality/confidentiality.ts'
import { html, type Markup } from '../http/page.ts'
import { gapAfter, type Language } from '../language.ts'
import { promiseIcon } from './mode-icons.ts'
import { type Terms, termsOf } from './promise.ts'
import type { View } from './view.ts'
import { wholeDays } from './whole-days.ts'

/** The hash of the promise, to compare before and after. */
export const fingerprint = ({ say }: Pick<View, 'say'>, hash: string) =>
  html`${say('promise_hash')} <code dir="ltr">${hash}</code>`

type Row = ConfidentialityPromise['summary'][number]

/**
 * What is promised in a few words each, as a list of terms, and above it what takes something from the promise. Where names are seen, that comes
 * first: who is recognised without them matters less.
 */
export function rowsOf(language: Language, rows: readonly Row[], promise: Promised): Markup {
  const caveats = caveatsOf(language, rows, promise).map((words) => html`<p class="caveat">${words}</p>`)
  const list = listOf(rows.filter((row) => !isCaveat(row)))
  return promise.mode === 'attributed' ? html`${list}${caveats}` : html`${caveats}${list}`
}

type Promised = Pick<ConfidentialityPromise, 'mode'>

/** The reason in a sentence, and what to do about it, below a headline that says what follows. */
export function caveatsOf(language: Language, rows: readonly Row[], promise: Promised): Markup[] {
  const advice = adviceOf(promise, language)
  return rows
    .filter(isCaveat)
    .map(({ text }) =>
      advice === null
        ? html`${wholeDays(text)}`
        : html`${wholeDays(text)}${gapAfter(text)}<span class="advice">${advice}</span>`,
    )
}

const listOf = (rows: readonly Row[]): Markup | '' =>
  rows.length === 0
    ? ''
    : html`<dl>
        ${rows.map(
          ({ label, text }) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${wholeDays(text)}</dd>
            </div>`,
        )}
      </dl>`

/** The words that open the whole promise. Where names are seen, nothing is said about protecting them. */
export const promiseInFull = (say: View['say'], { mode }: ConfidentialityPromise): string =>
  say(mode === 'attributed' ? 'promise_in_full_named' : 'promise_in_full')

/** All that is promised about a subject and is in no row. */
const linesAbout = (subject: Subject, promise: ConfidentialityPromise): string[] => [
  ...(subject === 'groups' && promise.recent_members !== null ? [promise.recent_members] : []),
  ...(subject === 'kept' ? [promise.retention] : []),
  ...detailsAbout(subject, promise),
]

/** By whom answers are seen, told apart by more than colour: nobody, groups, names. */
export function promiseSection({ say, language }: View, promise: ConfidentialityPromise) {
  const [open, folded] = rowsIn(promise)
  const terms = termsOf(promise, language)
  return html`<section class="promise ${promise.mode}" id="promise" aria-label="${say('promise_label')}">
    ${
      promise.mode === 'attributed'
        ? html`<p class="band">${promiseIcon(terms)}<span>${say('named')}</span></p>`
        : html`<p class="band headline">${promiseIcon(terms)}<span>${terms.headline}</span></p>`
    }
    ${rowsOf(language, open, promise)}
    <details>
      <summary>${promiseInFull(say, promise)}</summary>
      ${(['who', 'groups', 'kept'] as const).map(
        (subject) =>
          html`<h2>${say(`about_${subject}`)}</h2>
            ${rowsOf(
              language,
              folded.filter(
                ({ about }) => (about === 'kept') === (subject === 'kept') && subject !== 'groups',
              ),
              promise,
            )}
            <ul>
              ${linesAbout(subject, promise).map((line) => html`<li>${wholeDays(line)}</li>`)}
              ${subject === 'kept' && promise.hash ? html`<li>${fingerprint({ say }, promise.hash)}</li>` : ''}
            </ul>`,
      )}
    </details>
  </section>`
}

/** On one line of a phone, in every language. */
export const promiseInShort = ({ say }: View, { mode, readers, hasRecent }: Terms): string =>
  mode === 'attributed'
    ? say('seen_named', { readers })
    : say(hasRecent ? 'weaker' : mode === 'confidential' ? 'unnamed' : 'stored_unnamed')

/**
 * Behind the lower edge of what says it at the top, and so in sight as soon as that scrolls away: no script tells it to come.
 * It repeats what is above, so it is read out to nobody; a press leads back to the whole. At its end script says how many are answered.
 */
export const seen = (view: View, terms: Terms): Markup =>
  html`<p class="seen ${terms.mode}" aria-hidden="true">
    <a class="who ${terms.mode}" href="#promise" tabindex="-1"
      >${promiseIcon(terms)}<span>${promiseInShort(view, terms)}</span><b class="so-far" dir="ltr"></b
    ></a>
  </p>`
