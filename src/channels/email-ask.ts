/**
 * What an e-mail asks for: the one button, and in a survey's message above it what is asked first, with a picture of its scale. The answer is
 * given on the page alone, where the button leads: its address says nothing of a value (decision 83).
 */
import { html } from 'hono/html'
import { type Cell, endOf, quiet, startOf, table, text, wholeEnd } from './email-parts.ts'
import type { Accents } from './email-styles.ts'
import { labelsOf, textOfCells } from './email-text.ts'
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

/** Two are words, which say it themselves. */
const wordsMax = 2

/** Signs are drawn with more than digits have. */
const signs = /[^\p{N}\s]/u

/**
 * A ruler: a line with a tick for each value, in the colour of what is said besides. Nothing of it looks as if it could be pressed, or leads
 * anywhere: who presses a value would think that it was recorded. Each tick is the border between the two halves of a cell, which Outlook draws, too.
 */
function scaleOf({ cells, ends }: Scale, content: MessageContent): Cell {
  const end = endOf(content)
  if (cells.length <= wordsMax)
    return html`<div class="quiet" aria-hidden="true" style="${quiet};font-size:16px;line-height:24px">
      ${textOfCells(cells)}
    </div>`
  const half = (isLine: boolean, isTick: boolean): Cell =>
    html`<td
      class="ruler"
      height="9"
      style="height:9px;font-size:0;line-height:9px${isLine ? rule('top') : ''}${isTick ? rule(end) : ''}"
    >
      &nbsp;
    </td>`
  return html`<table ${table} width="100%" style="table-layout:fixed;border-collapse:separate">
      <tr aria-hidden="true">
        ${cells.map((_cell, at) => html`${half(at > 0, true)} ${half(at < cells.length - 1, false)}`)}
      </tr>
      <tr aria-hidden="true">
        ${cells.map(
          (cell) =>
            html`<td
              class="quiet"
              colspan="2"
              align="center"
              style="${quiet};font-size:${signs.test(cell) ? 20 : 14}px;line-height:24px"
            >
              ${cell}
            </td>`,
        )}
      </tr>
    </table>
    ${ends ? endsOf(ends, content) : ''}`
}

const rule = (side: string): string => `;border-${side}:1px solid #8a8a99`

const endsOf = ([low, high]: readonly [string, string], content: MessageContent): Cell => {
  const [start, end] = [startOf(content), endOf(content)]
  const cell = (words: string, side: string): Cell =>
    html`<td
      class="quiet"
      width="50%"
      valign="top"
      align="${side}"
      style="${quiet};font-size:13px;line-height:18px;padding:2px 0 0;text-align:${side}"
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
                <td style="padding:12px 16px 0">${scaleOf(content.scale, content)}</td>
              </tr>`
            : ''
        }
        <tr>
          <td style="padding:16px 16px 16px">${buttonOf(content, accent, true)}</td>
        </tr>
      </table>`
    : buttonOf(content, accent, false)
