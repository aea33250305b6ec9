/** The box of an e-mail that says who will see the answers, told apart at a glance by the band across its top. */
import { html } from 'hono/html'
import { gapAfter } from '../language.ts'
import { type Cell, endOf, quiet, small, table, text, wholeEnd } from './email-parts.ts'
import type { MessageContent, PromiseParts } from './message.ts'

type Box = { readonly name: string; readonly ground: string; readonly border: string }
type Band = { readonly name: string; readonly ground: string; readonly colour: string; readonly text: string }

/** A box with a promise, and across its top what to know first. */
const boxOf = (promise: Cell | string, { name, ground, border }: Box, band?: Band): Cell =>
  html`<table
    ${table}
    width="100%"
    class="${name}"
    bgcolor="${ground}"
    style="background:${ground};border:${border};border-radius:8px;border-collapse:separate"
  >
    ${
      band
        ? html`<tr>
            <td
              class="${band.name}"
              bgcolor="${band.ground}"
              style="${text};padding:6px 14px;background:${band.ground};color:${band.colour};border-radius:6px 6px 0 0;font-weight:600"
            >
              ${band.text}
            </td>
          </tr>`
        : ''
    }
    <tr>
      <td class="text" style="${small};padding:8px 14px">${promise}</td>
    </tr>
  </table>`

/** Where names are seen, and where something is taken from what is promised: the one colour of both. */
const namedBox: Box = { name: 'named', ground: '#fef6e4', border: '2px solid #92400e' }
const quietBox: Box = { name: 'promise', ground: '#f1f1f6', border: '1px solid #e2e2e8' }

const strip = { name: 'strip', ground: '#92400e', colour: '#ffffff' }
const stored = { name: 'stored', ground: '#d0d0de', colour: '#1c1c22' }
const nameless = { name: 'nameless', ground: '#383845', colour: '#ffffff' }
/** The heading of a warning, on the ground of its box: in the band of a mode it would read as a reassurance. */
const warned = { name: 'warned', ground: namedBox.ground, colour: '#92400e' }

/** Its three bands are those of the answer page: in the colour of names where they are seen, grey where they are stored, dark where nobody can tell. */
export function promiseOf(content: MessageContent): Cell | null {
  const { named, parts, promise } = content
  if (!parts && !named && promise === '') return null
  if (!parts)
    return named
      ? boxOf(wholeEnd(promise, content.language), namedBox, { ...strip, text: named })
      : boxOf(wholeEnd(promise, content.language), quietBox)
  const words = wordsOf(content, parts)
  if (named) return boxOf(words, namedBox, { ...strip, text: named })
  if (parts.caveat) return boxOf(words, namedBox, { ...warned, text: parts.headline })
  const band = content.stored?.isName ? stored : nameless
  return boxOf(words, quietBox, { ...band, text: parts.headline })
}

/** Below the band, in the order of the page: who sees names, where they are seen; recently added people; and what else holds. */
function wordsOf(content: MessageContent, { headline, caveat, rows }: PromiseParts): Cell {
  const { named, language } = content
  const line = (words: Cell | string, below = 3): Cell =>
    html`<tr>
      <td class="text" colspan="2" style="${small};padding:3px 0 ${below}px">${words}</td>
    </tr>`
  const warning = caveat === null ? '' : line(caveatOf(caveat, language), 8)
  return html`<table ${table} width="100%">
    ${named ? line(html`<strong>${wholeEnd(headline, language)}</strong>`) : warning}
    ${rows.map(({ label, text: words }) =>
      label === null
        ? line(wholeEnd(words, language))
        : html`<tr>
            <td
              class="quiet"
              valign="top"
              style="${quiet};font-size:15px;line-height:21px;padding:1px 0;padding-${endOf(content)}:12px;white-space:nowrap"
            >
              ${label}
            </td>
            <td class="text" valign="top" width="100%" style="${small};line-height:21px;padding:1px 0">
              ${wholeEnd(words, language)}
            </td>
          </tr>`,
    )}
    ${named ? warning : ''}
  </table>`
}

function caveatOf(
  { reason, advice }: NonNullable<PromiseParts['caveat']>,
  language: MessageContent['language'],
): Cell | string {
  if (advice === null) return wholeEnd(reason, language)
  return html`${reason}${gapAfter(reason)}<strong>${wholeEnd(advice, language)}</strong>`
}
