/** The box of an e-mail that says who will see the answers, told apart at a glance by the band across its top. */
import { html } from 'hono/html'
import { type Cell, small, table, text, wholeEnd } from './email-parts.ts'
import type { MessageContent } from './message.ts'

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
              style="${text};padding:6px 16px;background:${band.ground};color:${band.colour};border-radius:6px 6px 0 0;font-weight:600"
            >
              ${band.text}
            </td>
          </tr>`
        : ''
    }
    <tr>
      <td class="text" style="${small};padding:12px 16px">${promise}</td>
    </tr>
  </table>`

const namedBox: Box = { name: 'named', ground: '#fef6e4', border: '2px solid #92400e' }
const quietBox: Box = { name: 'promise', ground: '#f1f1f6', border: '1px solid #e2e2e8' }

/** Its three bands are those of the answer page: in the colour of names where they are seen, grey where they are stored, dark where nobody can tell. */
export function promiseOf({ named, stored, promise: words, language }: MessageContent): Cell {
  const promise = wholeEnd(words, language)
  if (named)
    return boxOf(promise, namedBox, { name: 'strip', ground: '#92400e', colour: '#ffffff', text: named })
  if (!stored) return boxOf(promise, quietBox)
  return boxOf(
    promise,
    quietBox,
    stored.isName
      ? { name: 'stored', ground: '#d0d0de', colour: '#1c1c22', text: stored.text }
      : { name: 'nameless', ground: '#383845', colour: '#ffffff', text: stored.text },
  )
}
