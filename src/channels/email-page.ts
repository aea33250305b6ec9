/** A letter as an e-mail: the same words as plain text and as HTML, one button, nothing that looks back. */
import { html } from 'hono/html'
import { type Letter, plainText } from './message.ts'

export const page = (it: Letter): { text: string; html: string } => ({
  text: `${plainText(it)}\n${it.unsubscribe ? `\n${it.unsubscribe.words}\n${it.unsubscribe.url}\n` : ''}`,
  html: String(markup(it)),
})

const markup = (it: Letter) =>
  html`<!doctype html>
    <html lang="${it.language}" dir="${it.direction}">
      <head>
        <meta charset="utf-8" />
        <title>${it.subject}</title>
      </head>
      <body
        style="margin:0;padding:24px;background:#f6f6f8;font:16px/24px system-ui,sans-serif;color:#1c1c22"
      >
        <div
          style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e2e2e8;border-radius:8px"
        >
          <p>${it.greeting}</p>
          <p>${it.ask}</p>
          ${it.description ? html`<p>${it.description}</p>` : ''}
          <p style="padding:12px 16px;background:#eef0fb;border-radius:6px">${it.promise}</p>
          <p>
            <a
              href="${it.url}"
              style="display:inline-block;padding:12px 20px;background:#4f46e5;color:#fff;border-radius:6px;text-decoration:none"
              >${it.answer}</a
            >
          </p>
          <p style="color:#5b5b66;font-size:14px">${it.until ?? ''} ${it.alone}</p>
          ${
            it.unsubscribe
              ? html`<p style="color:#5b5b66;font-size:14px">
                  <a href="${it.unsubscribe.url}" style="color:#5b5b66">${it.unsubscribe.words}</a>
                </p>`
              : ''
          }
        </div>
      </body>
    </html>`
