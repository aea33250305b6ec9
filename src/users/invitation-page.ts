/**
 * The page that an invitation leads to. The token is behind the `#` of its address, so the server never sees it here:
 * the page's script takes it, has the person sign in, and hands it to POST /api/invitations/accept.
 */
import { type FastifyInstance } from 'fastify'
import { html, sendPage, serveFile } from '../http/page.ts'
import { card } from '../identity/identity.ts'

export function invitationPage(app: FastifyInstance): void {
  serveFile(app, '/assets/invitation.js', new URL('../../web/consent/invitation.js', import.meta.url))
  app.get('/invitation', (_request, reply) =>
    sendPage(
      reply,
      card(
        'Invitation',
        html`<h1>You are invited</h1>
          <p id="status" role="status">
            Sign in with an account of the address that the invitation was sent to.
          </p>
          <p class="alert" role="alert" id="problem" hidden></p>
          <dl class="facts" id="account" hidden>
            <div>
              <dt>Signed in as</dt>
              <dd><span id="who"></span> <span class="quiet" id="email"></span></dd>
            </div>
          </dl>
          <div class="actions">
            <button type="button" id="switch" hidden>Switch account</button>
            <button type="button" class="primary" id="sign-in">Sign in</button>
            <button type="button" class="primary" id="accept" hidden>Join</button>
            <a class="button primary" id="go" href="/app" hidden>Go on</a>
          </div>
          <noscript
            ><p class="alert">This page needs JavaScript to keep your invitation to itself.</p></noscript
          >`,
        '/assets/invitation.js',
      ),
    ),
  )
}
