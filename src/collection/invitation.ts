/** The words of an invitation: who asks, about what, who will see it, until when, one link. Plain text and HTML alike. */
import { html } from 'hono/html'

export type Invitation = {
  name: string
  title: string
  description: string | null
  organisation: string
  promise: string
  url: string
  closes_at: string | null
  time_zone: string
}

const until = ({ closes_at: closesAt, time_zone: timeZone }: Invitation): string | null =>
  closesAt &&
  `Open until ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(closesAt))} (${timeZone}).`

export function invitation(it: Invitation): { subject: string; text: string; html: string; link: string } {
  const lines = [
    `Hello ${it.name},`,
    `${it.organisation} asks for a minute of your time: ${it.title}.`,
    it.description,
    it.promise,
    it.url,
    until(it),
    'The link is yours alone: please do not forward it.',
  ].filter((line): line is string => Boolean(line))
  return {
    subject: `${it.title} – ${it.organisation}`,
    text: `${lines.join('\n\n')}\n`,
    html: String(page(it)),
    link: it.url,
  }
}

const page = (it: Invitation) =>
  html`<!doctype html>
    <html lang="en">
      <body
        style="margin:0;padding:24px;background:#f6f6f8;font:16px/24px system-ui,sans-serif;color:#1c1c22"
      >
        <div
          style="max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #e2e2e8;border-radius:8px"
        >
          <p>Hello ${it.name},</p>
          <p>${it.organisation} asks for a minute of your time: <strong>${it.title}</strong>.</p>
          ${it.description ? html`<p>${it.description}</p>` : ''}
          <p style="padding:12px 16px;background:#eef0fb;border-radius:6px">${it.promise}</p>
          <p>
            <a
              href="${it.url}"
              style="display:inline-block;padding:12px 20px;background:#4f46e5;color:#fff;border-radius:6px;text-decoration:none"
              >Answer</a
            >
          </p>
          <p style="color:#5b5b66;font-size:14px">
            ${until(it) ?? ''} The link is yours alone: please do not forward it.
          </p>
        </div>
      </body>
    </html>`
