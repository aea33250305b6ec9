/**
 * The page that an invitation leads to. The token is behind the `#` of its address, so the server never sees it here:
 * the page's script takes it, has the person sign in, and hands it to POST /api/invitations/accept.
 */
import type { FastifyInstance } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import { html, type Markup, sendPage, serveFile } from '../http/page.ts'
import { card, languageOfBrowser } from '../identity/identity.ts'
import type { Language } from '../language.ts'

export function invitationPage(app: FastifyInstance): void {
  serveFile(app, '/assets/invitation.js', new URL('../../web/consent/invitation.js', import.meta.url))
  app.get('/invitation', (request, reply) => sendPage(reply, pageIn(languageOfBrowser(request))))
}

function pageIn(language: Language): Markup {
  const say = textsOf('invitation', language)
  const signIn = textsOf('sign_in', language)
  return card({
    language,
    title: say('page'),
    script: '/assets/invitation.js',
    texts: {
      confirm: say('confirm'),
      reopen: say('reopen'),
      joined: say('joined', { organisation: '{organisation}' }),
      nameless: signIn('nameless'),
      unavailable: signIn('unavailable'),
      session_ended: signIn('session_ended'),
      unreachable: signIn('unreachable'),
    },
    body: html`<h1>${say('heading')}</h1>
      <p id="status" role="status">${say('hint')}</p>
      <p class="alert" role="alert" id="problem" hidden></p>
      <dl class="facts" id="account" hidden>
        <div>
          <dt>${say('account')}</dt>
          <dd><span id="who"></span> <span class="quiet" id="email"></span></dd>
        </div>
      </dl>
      <div class="actions">
        <button type="button" id="switch" hidden>${say('switch')}</button>
        <button type="button" class="primary" id="sign-in">${say('sign_in')}</button>
        <button type="button" class="primary" id="accept" hidden>${say('join')}</button>
        <a class="button primary" id="go" href="/app" hidden>${say('go')}</a>
      </div>
      <noscript><p class="alert">${say('needs_script')}</p></noscript>`,
  })
}
