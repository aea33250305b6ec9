/**
 * What an e-mail asks for: the one button, and in a survey's message above it what is asked first, with its scale in words. The answer is
 * given on the page alone, where the button leads: its address says nothing of a value (decision 83).
 */
import { html } from 'hono/html'
import { type Cell, quiet, table, text, wholeEnd } from './email-parts.ts'
import type { Accents } from './email-styles.ts'
import { labelsOf, scaleText } from './email-text.ts'
import type { MessageContent } from './message.ts'

/** Its edge stands out from the card where a bright fill does not. The whole cell is filled; the link fills it where paddings of links are known, elsewhere the cell has them. */
const buttonOf = ({ url, button }: MessageContent, { fill, onFill, accent }: Accents['light']): Cell =>
  html`<table ${table} class="wide" width="100%" style="border-collapse:separate">
    <tr>
      <td
        class="button"
        align="center"
        bgcolor="${fill}"
        style="background:${fill};border:1px solid ${accent};border-radius:8px;mso-padding-alt:14px 28px"
      >
        <a
          class="button"
          href="${url}"
          style="${text};display:block;padding:12px;background:${fill};color:${onFill};border-radius:8px;font-weight:600;text-decoration:none"
          >${button}</a
        >
      </td>
    </tr>
  </table>`

export function askOf(content: MessageContent, accent: Accents['light']): Cell {
  if (!content.question) return buttonOf(content, accent)
  const scale = scaleText(content)
  // In no box: nothing but the button looks as if it could be pressed.
  return html`<div class="quiet" style="${quiet};font-size:13px;line-height:18px">
      ${labelsOf(content)('first_question')}
    </div>
    <div class="text" style="${text};font-size:18px;line-height:26px;font-weight:600;word-break:break-word">
      <bdi>${wholeEnd(content.question, content.language)}</bdi>
    </div>
    ${scale === null ? '' : html`<div class="quiet" style="${quiet};font-size:14px;line-height:21px">${scale}</div>`}
    <div style="font-size:0;line-height:16px">&nbsp;</div>
    ${buttonOf(content, accent)}`
}
