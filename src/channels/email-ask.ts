/**
 * What an e-mail asks for: the one button, and in a survey's message above it what is asked first, with its scale. The survey begins there, and
 * its answer is given on the page alone: whatever is pressed leads to the same address, which says nothing of a value (decision 83).
 */
import { html } from 'hono/html'
import { type Cell, endOf, quiet, startOf, table, text, wholeEnd } from './email-parts.ts'
import type { Accents } from './email-styles.ts'
import { labelsOf } from './email-text.ts'
import type { MessageContent, Scale } from './message.ts'

/** Its edge stands out from the card where a bright fill does not. The whole cell is filled; the link fills it where paddings of links are known, elsewhere the cell has them. */
const buttonOf = (
  { url, button }: MessageContent,
  { fill, onFill, accent }: Accents['light'],
  isWide: boolean,
): Cell =>
  html`<table ${table} class="wide" ${isWide ? html`width="100%"` : ''} style="border-collapse:separate">
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
          style="${text};display:${isWide ? 'block' : 'inline-block'};padding:12px ${isWide ? 12 : 28}px;background:${fill};color:${onFill};border-radius:8px;font-weight:600;text-decoration:none"
          >${button}</a
        >
      </td>
    </tr>
  </table>`

/** More cells than these are small, and stand close together. */
const wideMax = 7

/** Its cells are links, as whoever sees them presses them; they are no stops for keys and screen readers, which have the button. */
function scaleOf({ cells, ends }: Scale, content: MessageContent): Cell {
  const isWide = cells.length <= wideMax
  const gap = isWide ? 4 : 2
  const isSmall = !isWide
  return html`<table ${table} width="100%" style="table-layout:fixed;border-collapse:separate">
      <tr aria-hidden="true">
        ${cells.map(
          (cell, at) =>
            html`${
                at === 0
                  ? ''
                  : html`<td width="${gap}" style="width:${gap}px;font-size:0;line-height:0">&nbsp;</td>`
              }
              <td
                class="step"
                align="center"
                bgcolor="#f1f1f6"
                style="background:#f1f1f6;border-radius:${isSmall ? 5 : 8}px;mso-padding-alt:10px 0"
              >
                <a
                  class="text"
                  href="${content.url}"
                  tabindex="-1"
                  style="${text};font-size:${isSmall ? 14 : 16}px;display:block;padding:10px 0;text-decoration:none"
                  >${cell}</a
                >
              </td>`,
        )}
      </tr>
    </table>
    ${ends ? endsOf(ends, content) : ''}`
}

const endsOf = ([low, high]: readonly [string, string], content: MessageContent): Cell => {
  const [start, end] = [startOf(content), endOf(content)]
  const cell = (words: string, side: string): Cell =>
    html`<td
      class="quiet"
      width="50%"
      valign="top"
      align="${side}"
      style="${quiet};font-size:13px;line-height:18px;padding:4px 0 0;text-align:${side}"
    >
      <bdi>${words}</bdi>
    </td>`
  return html`<table ${table} width="100%">
    <tr>
      ${cell(low, start)} ${cell(high, end)}
    </tr>
  </table>`
}

export const askOf = (content: MessageContent, accent: Accents['light']): Cell =>
  content.question
    ? html`<table
        ${table}
        width="100%"
        class="ask"
        style="border:1px solid #c9c9d4;border-radius:10px;border-collapse:separate"
      >
        <tr>
          <td class="quiet" style="${quiet};font-size:13px;line-height:18px;padding:12px 16px 0">
            ${labelsOf(content)('first_question')}
          </td>
        </tr>
        <tr>
          <td class="text" style="${text};font-size:18px;line-height:26px;font-weight:600;padding:0 16px">
            <bdi>${wholeEnd(content.question, content.language)}</bdi>
          </td>
        </tr>
        ${
          content.scale
            ? html`<tr>
                <td style="padding:8px 16px 0">${scaleOf(content.scale, content)}</td>
              </tr>`
            : ''
        }
        <tr>
          <td style="padding:12px 16px 16px">${buttonOf(content, accent, true)}</td>
        </tr>
      </table>`
    : buttonOf(content, accent, false)
