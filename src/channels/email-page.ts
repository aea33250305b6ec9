/** The content of a message as the body of an e-mail: the same words as plain text and as HTML, one button, no tracking. */
import { html } from 'hono/html'
import { accentsOf } from '../../contract/brand-colours.ts'
import { type MessageContent, plainText } from './message.ts'

export const emailBodyOf = (content: MessageContent): { text: string; html: string } => ({
  text: `${plainText(content)}\n${content.unsubscribe ? `\n${content.unsubscribe.label}\n${content.unsubscribe.url}\n` : ''}`,
  html: String(markup(content)),
})

/** Light colours are set on the elements, as some mail programs drop the style sheet; dark ones override them. On a phone the button is as wide as the text. */
const headStyles = ({ dark }: Accents) =>
  html`<style>
    @media (prefers-color-scheme: dark) {
      .page {
        background: #16161c !important;
        color: #f2f2f5 !important;
      }
      .card {
        background: #22222a !important;
        border-color: #3a3a45 !important;
      }
      .promise {
        background: #2b2b34 !important;
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
        color: ${dark.onFill} !important;
        border-color: ${dark.accent} !important;
      }
      .quiet,
      .quiet a {
        color: #b4b4c0 !important;
      }
    }
    :root {
      color-scheme: light dark;
    }
    @media (max-width: 480px) {
      .page {
        padding: 8px !important;
      }
      .card {
        padding: 16px !important;
      }
      .button {
        display: block !important;
        text-align: center;
      }
    }
  </style>`

/** As on the answer page: surveys in which names are seen look like no others. */
const promiseOf = ({ named, promise }: MessageContent) =>
  named
    ? html`<div
        class="named"
        style="margin:16px 0;background:#fef6e4;border:2px solid #92400e;border-radius:8px"
      >
        <p class="strip" style="margin:0;padding:4px 16px;background:#92400e;color:#fff;font-weight:600">
          ${named}
        </p>
        <p style="margin:0;padding:12px 16px">${promise}</p>
      </div>`
    : html`<p class="promise" style="padding:12px 16px;background:#efeff5;border-radius:8px">${promise}</p>`

const quiet = 'margin:8px 0 0;color:#5b5b66;font-size:14px;line-height:20px'

type Accents = ReturnType<typeof accentsOf>

/** The service's own: of web/respond/respond.css. */
const ownColour = '#4f46e5'

function markup(content: MessageContent) {
  const accents = accentsOf(content.brand?.colour ?? ownColour)
  const { accent, fill, onFill } = accents.light
  return html`<!doctype html>
    <html lang="${content.language}" dir="${content.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${content.subject}</title>
        ${headStyles(accents)}
      </head>
      <body
        class="page"
        style="margin:0;padding:16px;background:#f6f6f8;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#1c1c22"
      >
        <div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
        <div
          class="card"
          style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e2e2e8;border-radius:8px"
        >
          ${
            content.brand
              ? html`<p style="margin:0 0 8px;font-weight:600"><bdi>${content.brand.organisation}</bdi></p>`
              : ''
          }
          <h1 style="margin:0 0 16px;font-size:20px;line-height:28px"><bdi>${content.title}</bdi></h1>
          <p>${content.greeting}</p>
          <p>${content.request}</p>
          ${content.description ? html`<p><bdi>${content.description}</bdi></p>` : ''}
          ${
            content.lines
              ? html`<ul>
                  ${content.lines.map((line) => html`<li><bdi>${line}</bdi></li>`)}
                </ul>`
              : ''
          }
          ${promiseOf(content)} ${content.until ? html`<p>${content.until}</p>` : ''}
          <p style="margin:24px 0">
            <a
              class="button"
              href="${content.url}"
              style="display:inline-block;padding:12px 24px;background:${fill};color:${onFill};border:1px solid ${accent};border-radius:8px;font-weight:600;text-decoration:none"
              >${content.button}</a
            >
          </p>
          <p class="quiet" style="${quiet}">${content.personal} ${content.reason ?? ''}</p>
          ${
            content.unsubscribe
              ? html`<p class="quiet" style="${quiet}">
                  <a href="${content.unsubscribe.url}" style="color:#5b5b66">${content.unsubscribe.label}</a>
                </p>`
              : ''
          }
        </div>
      </body>
    </html>`
}
