/**
 * The content of a message as the body of an e-mail: the same words as plain text and as HTML, one button, no tracking. Tables with their colours and
 * paddings on the cells, since Outlook for Windows lays out by Word, which knows no padding of a paragraph or a link and no widest width.
 */
import { html, raw } from 'hono/html'
import { gapAfter, unbroken } from '../language.ts'
import { askOf } from './email-ask.ts'
import { type Cell, face, quiet, startOf, table, text, wholeEnd } from './email-parts.ts'
import { promiseOf } from './email-promise.ts'
import { type Accents, accentsIn, headStyles } from './email-styles.ts'
import { areWordsFirst, headingOf, isSurvey, labelsOf, textOf } from './email-text.ts'
import type { MessageContent } from './message.ts'

export const emailBodyOf = (content: MessageContent): { text: string; html: string } => ({
  text: `${textOf(content)}\n`,
  html: String(markup(content)),
})

type Row = { readonly above: number; readonly style?: string; readonly name?: string }

/** One row of the card. @param above  the room above it, in px */
const row = (content: unknown, { above, style = text, name = 'text' }: Row): Cell =>
  html`<tr>
    <td class="inside ${name}" style="${style};padding:${above}px 32px 0">${content}</td>
  </tr>`

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

/** Sizes of a heading that names a survey, and of one that says what happened. */
const titleSize = 'font-size:24px;line-height:32px'
const sentenceSize = 'font-size:21px;line-height:29px'

/** Between entries. */
const parting = 'border-top:1px solid #e2e2e8'

/** What somebody says is theirs to see at once; other lines are a list. */
function linesOf(
  { quotes, entries, lines = [], direction, language }: MessageContent,
  { accent }: Accents['light'],
): Cell | '' {
  const side = startOf({ direction })
  if (quotes)
    return html`${quotes.map(({ words, by, about }) =>
      row(
        html`<table ${table} width="100%">
          <tr>
            <td class="text quote" style="${text};padding:2px 16px;border-${side}:3px solid ${accent}">
              ${about === null ? '' : html`<strong><bdi>${about}</bdi></strong>`}
              <div class="quiet" style="${quiet};padding:0 0 4px"><bdi>${by}</bdi></div>
              <bdi>${wholeEnd(words, language)}</bdi>
            </td>
          </tr>
        </table>`,
        { above: 20 },
      ),
    )}`
  if (entries)
    return row(
      html`<ul style="margin:0;padding:0;list-style:none">
        ${entries.map(
          ({ what, detail }, at) =>
            html`<li class="line" style="padding:8px 0;${at === 0 ? '' : parting}">
              <strong><bdi>${what}</bdi></strong>
              ${detail ? html`<div class="quiet" style="${quiet}"><bdi>${detail}</bdi></div>` : ''}
            </li>`,
        )}
      </ul>`,
      { above: 8 },
    )
  return lines.length === 0
    ? ''
    : row(
        html`<ul style="margin:0;padding:0 24px">
          ${lines.map((line) => html`<li style="margin:0 0 4px"><bdi>${line}</bdi></li>`)}
        </ul>`,
        { above: 20 },
      )
}

/** In a survey's message facts take the place of the request, which would say them in a sentence. */
function requestOf(content: MessageContent, above: number): Cell | '' {
  const { facts, request, until, isReminder, language } = content
  if (facts?.length || !request) return ''
  const asked = wholeEnd(request, language)
  // The day is a reason to press the button; a reminder has it above everything else.
  const isDated = until && !isReminder
  return row(isDated ? html`${asked}${gapAfter(request)}${unbroken(until)}` : asked, { above })
}

/** Each stays on one line where it fits into one, so that no line ends inside of a time. */
const factsOf = (facts: readonly string[]): Cell | '' =>
  facts.length === 0
    ? ''
    : row(
        html`${facts.map(
          (fact, at) =>
            html`${at === 0 ? '' : html`<span class="dot"> · </span>`}<span
                class="fact"
                style="display:inline-block"
                >${unbroken(fact)}</span
              >`,
        )}`,
        { above: 2, style: quiet, name: 'quiet' },
      )

function rowsOf(content: MessageContent, { light }: Accents): Cell {
  const { greeting, facts = [], aside, description, notCounted, isReminder, language } = content
  const { sender, title } = headingOf(content)
  const promise = promiseOf(content)
  const words = description ? row(html`<bdi>${wholeEnd(description, language)}</bdi>`, { above: 8 }) : ''
  const isFirst = areWordsFirst(content)
  return html`${isReminder ? againOf(content, light) : ''}
  ${
    sender
      ? row(html`<bdi>${sender}</bdi>`, {
          above: 20,
          style: `${quiet};font-weight:600`,
          name: 'quiet',
        })
      : ''
  }
  ${row(
    html`<h1 style="margin:0;${content.brand ? titleSize : sentenceSize};font-weight:700">
      <bdi>${wholeEnd(title, language)}</bdi>
    </h1>`,
    {
      above: sender ? 2 : 28,
    },
  )}
  ${factsOf(facts)} ${row(greeting, { above: facts.length > 0 ? 14 : 20 })} ${isFirst ? words : ''}
  ${requestOf(content, isFirst ? 12 : 8)} ${isSurvey(content) ? '' : words} ${linesOf(content, light)}
  ${notCounted ? row(wholeEnd(notCounted, language), { above: 12 }) : ''}
  ${promise ? row(promise, { above: 14 }) : ''}
  ${row(askOf(content, light), { above: content.question ? 12 : 20 })}
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

/** A word that is wider than a phone breaks: it would widen the card, and with it every line. No line is a single word, in programs that know. */
const anyBreak = 'word-break:break-word;overflow-wrap:anywhere;text-wrap:pretty'

/** Where Japanese has phrases, lines end after them, in programs that know. */
const breaksIn = ({ language }: MessageContent): string =>
  language === 'ja' ? `${anyBreak};word-break:auto-phrase` : anyBreak

const foot = `${face};font-size:13px;line-height:19px;color:#5b5b66`

/** A part of the page of a mail program, which has landmarks of its own, so it is an article. Some programs keep of the page what is inside of its body alone. */
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
