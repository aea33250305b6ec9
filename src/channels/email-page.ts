/** A letter as the body of an e-mail: the same words as plain text and as HTML, one button, no tracking. */
import { html } from 'hono/html'
import { type Letter, plainText } from './message.ts'

export const emailBodyOf = (letter: Letter): { text: string; html: string } => ({
  text: `${plainText(letter)}\n${letter.unsubscribe ? `\n${letter.unsubscribe.label}\n${letter.unsubscribe.url}\n` : ''}`,
  html: String(markup(letter)),
})

/** Light colours are set on the elements, as some mail programs drop the style sheet; dark ones override them. */
const darkColours = html`<style>
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
      background: #2d2f52 !important;
    }
    .quiet,
    .quiet a {
      color: #b4b4c0 !important;
    }
  }
</style>`

const quiet = 'margin:8px 0 0;color:#5b5b66;font-size:14px;line-height:20px'

const markup = (letter: Letter) =>
  html`<!doctype html>
    <html lang="${letter.language}" dir="${letter.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${letter.subject}</title>
        ${darkColours}
      </head>
      <body
        class="page"
        style="margin:0;padding:16px;background:#f6f6f8;font:16px/24px system-ui,sans-serif;color:#1c1c22"
      >
        <div style="display:none;max-height:0;overflow:hidden">${letter.preview}</div>
        <div
          class="card"
          style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e2e2e8;border-radius:8px"
        >
          <h1 style="margin:0 0 16px;font-size:20px;line-height:28px"><bdi>${letter.title}</bdi></h1>
          <p>${letter.greeting}</p>
          <p>${letter.request}</p>
          ${letter.description ? html`<p><bdi>${letter.description}</bdi></p>` : ''}
          <p class="promise" style="padding:12px 16px;background:#eef0fb;border-radius:6px">
            ${letter.promise}
          </p>
          <p style="margin:24px 0">
            <a
              href="${letter.url}"
              style="display:inline-block;padding:12px 20px;background:#4f46e5;color:#fff;border-radius:6px;font-weight:600;text-decoration:none"
              >${letter.button}</a
            >
          </p>
          ${letter.until ? html`<p>${letter.until}</p>` : ''}
          <p class="quiet" style="${quiet}">${letter.personal} ${letter.reason ?? ''}</p>
          ${
            letter.unsubscribe
              ? html`<p class="quiet" style="${quiet}">
                  <a href="${letter.unsubscribe.url}" style="color:#5b5b66">${letter.unsubscribe.label}</a>
                </p>`
              : ''
          }
        </div>
      </body>
    </html>`
