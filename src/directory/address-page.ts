/**
 * The page that the links of a change of address lead to. The token is behind the `#` of its address, so the server never sees it here: the
 * page's script hands it to the API when a button is pressed, because programs that check the links of mails press none.
 */
import type { FastifyInstance } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import { html, type Markup, sendPage, serveFile } from '../http/page.ts'
import { card, languageOfBrowser } from '../identity/identity.ts'
import type { Language } from '../language.ts'

export function addressPage(app: FastifyInstance): void {
  serveFile(app, '/assets/address.js', new URL('../../web/consent/address.js', import.meta.url))
  app.get('/address', (request, reply) => sendPage(reply, pageIn(languageOfBrowser(request))))
}

function pageIn(language: Language): Markup {
  const say = textsOf('address', language)
  return card({
    language,
    title: say('page'),
    script: '/assets/address.js',
    texts: {
      confirm_hint: say('confirm_hint'),
      keep_hint: say('keep_hint'),
      confirmed: say('confirmed', { address: '{address}', organisation: '{organisation}' }),
      kept: say('kept', { address: '{address}', organisation: '{organisation}' }),
      over: say('over'),
      taken: say('taken'),
      reopen: say('reopen'),
      unreachable: textsOf('sign_in', language)('unreachable'),
    },
    body: html`<h1>${say('page')}</h1>
      <p id="status" role="status">${say('reopen')}</p>
      <p class="alert" role="alert" id="problem" hidden></p>
      <div class="actions">
        <button type="button" class="primary" id="confirm" hidden>${say('confirm')}</button>
        <button type="button" class="primary" id="keep" hidden>${say('keep')}</button>
      </div>
      <noscript><p class="alert">${say('needs_script')}</p></noscript>`,
  })
}
