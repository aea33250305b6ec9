/**
 * The content of a message as the body of an e-mail: the same words as plain text and as HTML, one button, no tracking. Tables with their colours and
 * paddings on the cells, since Outlook for Windows lays out by Word, which knows no padding of a paragraph or a link and no widest width.
 */
import { html, raw } from 'hono/html'
import { type Accent, accentsOf, darkFillOf, grounds } from '../../contract/brand-colours.ts'
import { type MessageContent, plainText } from './message.ts'

export const emailBodyOf = (content: MessageContent): { text: string; html: string } => ({
  text: `${plainText(content)}\n${content.unsubscribe ? `\n${content.unsubscribe.label}\n${content.unsubscribe.url}\n` : ''}`,
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
        border-color: #34343e !important;
      }
      .bar {
        background: ${dark.fill} !important;
      }
      .text {
        color: ${grounds.dark.text} !important;
      }
      .promise {
        background: #25252d !important;
      }
      .named {
        background: #33270c !important;
        border-color: #fbbf24 !important;
      }
      .strip {
        background: #fbbf24 !important;
        color: #231a04 !important;
      }
      .button {
        background: ${dark.fill} !important;
        border-color: ${dark.fill} !important;
        color: ${dark.onFill} !important;
      }
      .line {
        border-color: #34343e !important;
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
      .inside {
        padding-left: 20px !important;
        padding-right: 20px !important;
      }
      .wide {
        width: 100% !important;
      }
      a.button {
        display: block !important;
      }
    }
  </style>`

const face = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const text = `${face};font-size:16px;line-height:24px;color:#1c1c22`
const quiet = `${face};font-size:14px;line-height:20px;color:#5b5b66`

/** A table that only lays out: screen readers pass over it. */
const table = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`

type Cell = ReturnType<typeof html>

type Row = { readonly above: number; readonly style?: string; readonly name?: string }

/** One row of the card. @param above  the room above it, in px */
const row = (content: unknown, { above, style = text, name = 'text' }: Row): Cell =>
  html`<tr>
    <td class="inside ${name}" style="${style};padding:${above}px 32px 0">${content}</td>
  </tr>`

/** As on the answer page: surveys in which names are seen look like no others. */
const promiseOf = ({ named, promise }: MessageContent): Cell =>
  named
    ? html`<table
        ${table}
        width="100%"
        class="named"
        bgcolor="#fef6e4"
        style="background:#fef6e4;border:2px solid #92400e;border-radius:8px;border-collapse:separate"
      >
        <tr>
          <td
            class="strip"
            bgcolor="#92400e"
            style="${text};padding:6px 16px;background:#92400e;color:#ffffff;font-weight:600"
          >
            ${named}
          </td>
        </tr>
        <tr>
          <td class="text" style="${text};padding:12px 16px">${promise}</td>
        </tr>
      </table>`
    : html`<table ${table} width="100%">
        <tr>
          <td
            class="promise text"
            bgcolor="#efeff5"
            style="${text};padding:14px 16px;background:#efeff5;border-radius:8px"
          >
            ${promise}
          </td>
        </tr>
      </table>`

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

type Fill = Pick<Accent, 'fill' | 'onFill'>
type Accents = { readonly light: Fill & Pick<Accent, 'accent'>; readonly dark: Fill }

/** The service's own: of web/respond/respond.css. */
const ownAccents: Accents = {
  light: { fill: '#4f46e5', onFill: '#ffffff', accent: '#4f46e5' },
  dark: { fill: '#a9a4ff', onFill: '#14142b' },
}

const accentsIn = (colour: string | null | undefined): Accents =>
  colour ? { light: accentsOf(colour).light, dark: darkFillOf(colour) } : ownAccents

/** After what inboxes show of a message, room that they show instead of its first lines. */
const filler = raw('&#8199;&#65279;&#847; '.repeat(60))

/** Outlook for Windows alone reads these: a table of a fixed width, since it knows no widest one. */
const outlookOpens = raw(
  '<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
)
const outlookCloses = raw('<!--[if mso]></td></tr></table><![endif]-->')

/** In a survey's message the author's words come after the button; in a notice they are what it says. */
const hasWordsAfter = ({ brand, lines }: MessageContent): boolean =>
  brand !== undefined && lines === undefined

function rowsOf(content: MessageContent, accents: Accents): Cell {
  const { brand, title, greeting, request, description, lines, until } = content
  const words = description ? row(html`<bdi>${description}</bdi>`, { above: 20 }) : ''
  const isAfter = hasWordsAfter(content)
  return html`${
    brand
      ? row(html`<bdi>${brand.organisation}</bdi>`, {
          above: 28,
          style: `${quiet};font-weight:600`,
          name: 'quiet',
        })
      : ''
  }
  ${row(html`<h1 style="margin:0;font-size:24px;line-height:32px;font-weight:700"><bdi>${title}</bdi></h1>`, {
    above: brand ? 4 : 28,
  })}
  ${row(greeting, { above: 20 })} ${row(request, { above: 8 })} ${isAfter ? '' : words}
  ${
    lines
      ? row(
          html`<ul style="margin:0;padding:0 24px">
            ${lines.map((line) => html`<li style="margin:0 0 4px"><bdi>${line}</bdi></li>`)}
          </ul>`,
          { above: 20 },
        )
      : ''
  }
  ${row(promiseOf(content), { above: 20 })} ${row(buttonOf(content, accents.light), { above: 24 })}
  ${until ? row(until, { above: 12, style: quiet, name: 'quiet' }) : ''} ${isAfter ? words : ''}`
}

/** What is read once: whose link it is, its address for whoever cannot press the button, and how to leave. */
const footOf = ({ personal, reason, url, unsubscribe }: MessageContent): Cell =>
  html`<tr>
    <td class="inside" style="padding:28px 32px 28px">
      <table ${table} width="100%">
        <tr>
          <td class="quiet line" style="${quiet};padding:16px 0 0;border-top:1px solid #e2e2e8">
            ${personal} ${reason ?? ''}
            <div class="quiet" dir="ltr" style="${quiet};font-size:12px;padding:8px 0 0;word-break:break-all">
              ${url}
            </div>
          </td>
        </tr>
        ${
          unsubscribe
            ? html`<tr>
                <td class="quiet" style="${quiet};padding:8px 0 0">
                  <a href="${unsubscribe.url}" style="color:#5b5b66">${unsubscribe.label}</a>
                </td>
              </tr>`
            : ''
        }
      </table>
    </td>
  </tr>`

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
                style="max-width:560px;background:#ffffff;border:1px solid #e2e2e8;border-radius:12px;border-collapse:separate;text-align:${direction === 'rtl' ? 'right' : 'left'}"
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
      </body>
    </html>`
}
