/**
 * The content of a message as the body of an e-mail: the same words as plain text and as HTML, one button, no tracking. Tables with their colours and
 * paddings on the cells, since Outlook for Windows lays out by Word, which knows no padding of a paragraph or a link and no widest width.
 */
import { html, raw } from 'hono/html'
import { type Accent, accentsOf, darkFillOf, grounds } from '../../contract/brand-colours.ts'
import { gapAfter, unbroken } from '../language.ts'
import { type Cell, face, quiet, table, text, wholeEnd } from './email-parts.ts'
import { promiseOf } from './email-promise.ts'
import { areWordsFirst, isSurvey, labelsOf, textOf } from './email-text.ts'
import type { MessageContent } from './message.ts'

export const emailBodyOf = (content: MessageContent): { text: string; html: string } => ({
  text: `${textOf(content)}\n`,
  html: String(markup(content)),
})

/** Light colours are set on the elements, as some mail programs drop the style sheet; dark ones override them. On a phone the button is as wide as the text. */
const headStyles = ({ dark }: Accents) =>
  html`<style>
    :root {
      color-scheme: light dark;
      supported-color-schemes: light dark;
    }
    @media (prefers-color-scheme: dark) {
      .page {
        background: ${grounds.dark.ground} !important;
        color: ${grounds.dark.text} !important;
      }
      .card {
        background: ${grounds.dark.surface} !important;
        border-color: ${darkLine} !important;
      }
      .bar {
        background: ${dark.fill} !important;
      }
      .text {
        color: ${grounds.dark.text} !important;
      }
      .again {
        background: ${dark.tint} !important;
        color: ${grounds.dark.text} !important;
      }
      .promise {
        background: #282831 !important;
        border-color: ${darkLine} !important;
      }
      .named {
        background: #33270c !important;
        border-color: #fbbf24 !important;
      }
      .strip {
        background: #fbbf24 !important;
        color: #231a04 !important;
      }
      .nameless {
        background: #5a5a6e !important;
        color: #ffffff !important;
      }
      .stored {
        background: #3c3c48 !important;
        color: ${grounds.dark.text} !important;
      }
      .ask {
        border-color: #6b6b7a !important;
      }
      .quote {
        border-color: ${dark.accent} !important;
      }
      .button {
        background: ${dark.fill} !important;
        border-color: ${dark.accent} !important;
        color: ${dark.onFill} !important;
      }
      .line {
        border-color: ${darkLine} !important;
      }
      .quiet,
      .quiet a {
        color: ${grounds.dark.quiet} !important;
      }
    }
    @media (max-width: 480px) {
      .around {
        padding: 0 !important;
      }
      .card {
        border-width: 0 !important;
        border-radius: 0 !important;
      }
      .bar {
        border-radius: 0 !important;
      }
      .inside {
        padding-left: 20px !important;
        padding-right: 20px !important;
      }
      .wide {
        width: 100% !important;
      }
      a.button {
        display: block !important;
        padding-left: 12px !important;
        padding-right: 12px !important;
      }
    }
  </style>`

/** Between parts of a dark card. */
const darkLine = '#4a4a57'

type Row = { readonly above: number; readonly style?: string; readonly name?: string }

/** One row of the card. @param above  the room above it, in px */
const row = (content: unknown, { above, style = text, name = 'text' }: Row): Cell =>
  html`<tr>
    <td class="inside ${name}" style="${style};padding:${above}px 32px 0">${content}</td>
  </tr>`

/** Its edge stands out from the card where a bright fill does not. The whole cell is filled; the link fills it where paddings of links are known, elsewhere the cell has them. */
const buttonOf = ({ url, button }: MessageContent, { fill, onFill, accent }: Accents['light']): Cell =>
  html`<table ${table} class="wide" style="border-collapse:separate">
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
          style="${text};display:inline-block;padding:14px 28px;background:${fill};color:${onFill};border-radius:8px;font-weight:600;text-decoration:none"
          >${button}</a
        >
      </td>
    </tr>
  </table>`

/** The survey begins in the message: what is asked first, with the button that leads to it. Its answer is given on the page alone (decision 83). */
const askOf = (content: MessageContent, accent: Accents['light']): Cell =>
  content.question
    ? html`<table
        ${table}
        width="100%"
        class="ask"
        style="border:1px solid #c9c9d4;border-radius:10px;border-collapse:separate"
      >
        <tr>
          <td class="quiet" style="${quiet};font-size:13px;padding:16px 20px 0">
            ${labelsOf(content)('first_question')}
          </td>
        </tr>
        <tr>
          <td class="text" style="${text};font-size:18px;line-height:26px;font-weight:600;padding:2px 20px 0">
            <bdi>${wholeEnd(content.question, content.language)}</bdi>
          </td>
        </tr>
        <tr>
          <td style="padding:16px 20px 20px">${buttonOf(content, accent)}</td>
        </tr>
      </table>`
    : buttonOf(content, accent)

type Colours = Pick<Accent, 'accent' | 'fill' | 'onFill' | 'tint'>
type Accents = { readonly light: Colours; readonly dark: Colours }

/** The service's own: of web/respond/respond.css. */
const ownAccents: Accents = {
  light: { fill: '#4f46e5', onFill: '#ffffff', accent: '#4f46e5', tint: '#eeedfc' },
  dark: { fill: '#a9a4ff', onFill: '#14142b', accent: '#a9a4ff', tint: '#25234a' },
}

function accentsIn(colour: string | null | undefined): Accents {
  if (!colour) return ownAccents
  const { light, dark } = accentsOf(colour)
  return { light, dark: { ...dark, ...darkFillOf(colour) } }
}

/** After what inboxes show of a message, room that they show instead of its first lines. */
const filler = raw('&#8199;&#65279;&#847; '.repeat(60))

/** Outlook for Windows alone reads these: a table of a fixed width, since it knows no widest one. */
const outlookOpens = raw(
  '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
)
const outlookCloses = raw('<!--[if mso]></td></tr></table><![endif]-->')

/** Above everything else, so that a reminder looks like none of the invitations beside it. */
const againOf = (content: MessageContent, { tint, accent }: Accents['light']): Cell =>
  html`<tr>
    <td
      class="inside again"
      bgcolor="${tint}"
      style="${face};font-size:14px;line-height:20px;padding:10px 32px;background:${tint};color:${accent}"
    >
      <strong>${labelsOf(content)('reminder')}</strong
      >${content.until ? html` &nbsp;·&nbsp; ${unbroken(content.until)}` : ''}
    </td>
  </tr>`

/** What somebody says is theirs to see at once; other lines are a list. */
function linesOf(
  { quotes, lines = [], direction, language }: MessageContent,
  { accent }: Accents['light'],
): Cell | '' {
  const side = direction === 'rtl' ? 'right' : 'left'
  if (quotes)
    return html`${quotes.map(({ words, by }) =>
      row(
        html`<table ${table} width="100%">
          <tr>
            <td class="text quote" style="${text};padding:2px 16px;border-${side}:3px solid ${accent}">
              <bdi>${wholeEnd(words, language)}</bdi>
              <div class="quiet" style="${quiet};padding:4px 0 0"><bdi>${by}</bdi></div>
            </td>
          </tr>
        </table>`,
        { above: 20 },
      ),
    )}`
  return lines.length === 0
    ? ''
    : row(
        html`<ul style="margin:0;padding:0 24px">
          ${lines.map((line) => html`<li style="margin:0 0 4px"><bdi>${line}</bdi></li>`)}
        </ul>`,
        { above: 20 },
      )
}

function rowsOf(content: MessageContent, { light }: Accents): Cell {
  const { brand, title, greeting, aside, description, until, isReminder, language } = content
  const request = wholeEnd(content.request, language)
  const words = description ? row(html`<bdi>${wholeEnd(description, language)}</bdi>`, { above: 12 }) : ''
  // The day is a reason to press the button; a reminder has it above everything else.
  const asked =
    isReminder || !until ? request : html`${request}${gapAfter(content.request)}${unbroken(until)}`
  const isFirst = areWordsFirst(content)
  return html`${isReminder ? againOf(content, light) : ''}
  ${
    brand
      ? row(html`<bdi>${brand.organisation}</bdi>`, {
          above: isReminder ? 24 : 28,
          style: `${quiet};font-weight:600`,
          name: 'quiet',
        })
      : ''
  }
  ${row(
    html`<h1 style="margin:0;font-size:24px;line-height:32px;font-weight:700">
      <bdi>${wholeEnd(title, language)}</bdi>
    </h1>`,
    {
      above: brand ? 4 : 28,
    },
  )}
  ${row(greeting, { above: 20 })} ${isFirst ? words : ''}
  ${request ? row(asked, { above: isFirst ? 12 : 8 }) : ''} ${isSurvey(content) ? '' : words}
  ${linesOf(content, light)} ${row(promiseOf(content), { above: 20 })}
  ${row(askOf(content, light), { above: content.question ? 16 : 24 })}
  ${isFirst || !isSurvey(content) ? '' : words}
  ${aside ? row(wholeEnd(aside, language), { above: 16, style: quiet, name: 'quiet' }) : ''}`
}

/** What is read once: its address for whoever cannot press the button, whose link it is, and how to leave. */
const footOf = (content: MessageContent): Cell => {
  const { personal, reason, url, unsubscribe, language } = content
  return html`<tr>
    <td class="inside" style="padding:28px 32px 28px">
      <table ${table} width="100%">
        <tr>
          <td class="quiet line" style="${foot};padding:16px 0 0;border-top:1px solid #e2e2e8">
            ${wholeEnd(labelsOf(content)('not_working'), language)}
            <div
              class="quiet"
              dir="ltr"
              style="${foot};padding:2px 0 0;text-align:${startOf(content)};word-break:break-all"
            >
              ${url}
            </div>
          </td>
        </tr>
        <tr>
          <td class="quiet" style="${foot};padding:12px 0 0">
            ${personal}${gapAfter(personal)}${wholeEnd(reason ?? '', language)}
          </td>
        </tr>
        ${
          unsubscribe
            ? html`<tr>
                <td class="quiet" style="${foot};padding:12px 0 0">
                  <a href="${unsubscribe.url}" style="color:#5b5b66">${unsubscribe.label}</a>
                </td>
              </tr>`
            : ''
        }
      </table>
    </td>
  </tr>`
}

/** A word that is wider than a phone breaks: it would widen the card, and with it every line. */
const anyBreak = 'word-break:break-word;overflow-wrap:anywhere'

/** Where Japanese has phrases, lines end after them, in programs that know. */
const breaksIn = ({ language }: MessageContent): string =>
  language === 'ja' ? `${anyBreak};word-break:auto-phrase` : anyBreak

const foot = `${face};font-size:13px;line-height:19px;color:#5b5b66`

const startOf = ({ direction }: MessageContent): 'left' | 'right' => (direction === 'rtl' ? 'right' : 'left')

/** A part of the page of a mail program, which has landmarks of its own: hence an article. Some programs keep of the page what is inside of its body alone. */
function markup(content: MessageContent) {
  const accents = accentsIn(content.brand?.colour)
  const { language, direction } = content
  return html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${content.subject}</title>
        ${headStyles(accents)}
      </head>
      <body class="page" bgcolor="#f6f6f8" style="margin:0;padding:0;background:#f6f6f8;color:#1c1c22">
        <div style="display:none;max-height:0;overflow:hidden">${content.preview}${filler}</div>
        <div role="article" aria-label="${content.subject}" lang="${language}" dir="${direction}">
          <table
            ${table}
            class="page"
            width="100%"
            bgcolor="#f6f6f8"
            lang="${language}"
            dir="${direction}"
            style="background:#f6f6f8"
          >
            <tr>
              <td class="around" align="center" style="padding:24px 12px">
                ${outlookOpens}
                <table
                  ${table}
                  class="card"
                  width="100%"
                  bgcolor="#ffffff"
                  align="center"
                  style="max-width:560px;background:#ffffff;border:1px solid #e2e2e8;border-radius:12px;border-collapse:separate;text-align:${startOf(content)};${breaksIn(content)}"
                >
                  <tr>
                    <td
                      class="bar"
                      height="6"
                      bgcolor="${accents.light.fill}"
                      style="height:6px;background:${accents.light.fill};border-radius:11px 11px 0 0;font-size:0;line-height:6px"
                    >
                      &nbsp;
                    </td>
                  </tr>
                  ${rowsOf(content, accents)} ${footOf(content)}
                </table>
                ${outlookCloses}
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html>`
}
