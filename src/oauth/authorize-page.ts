/**
 * GET {developer_url}/oauth/authorize: the consent page. It says who wants what and where the answer goes, in the language of the browser; signing in and
 * allowing are its script's work (web/consent/consent.js), which asks POST /api/oauth/code and follows the address that
 * the server gives back, never one of the query. Who allowed the same before and has just signed in here is spared the
 * second click: the page says so, and leaves them a moment to stop.
 *
 * An unknown client or redirect URI ends on a page without any way on. Other mistakes of the application are shown with a
 * button that takes the answer to it: nobody is redirected without having seen where to (RFC 9700 §4.11.2).
 */
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { createCode } from '../../contract/oauth.ts'
import { offlineAccess, type RegisteredScope, scopes } from '../../contract/scopes.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { type Addresses } from '../http/server.ts'
import { html, type Markup, sendPage, serveFile } from '../http/page.ts'
import { card, failurePage, languageOfBrowser } from '../identity/identity.ts'
import { type Language } from '../language.ts'
import {
  type AuthorizationParameters,
  type AuthorizationRefusal,
  type AuthorizationRequest,
  isOurResource,
  readAuthorizationRequest,
  withoutEmpty,
} from './authorization-request.ts'
import { type Client, type Clients } from './clients.ts'
import { hostOf, isLoopback, withParameters } from './redirect-uri.ts'

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const

type Deps = { app: FastifyInstance; addresses: Addresses; clients: Clients }

export function authorizePage({ app, addresses, clients }: Deps): void {
  serveFile(app, '/assets/consent.js', new URL('../../web/consent/consent.js', import.meta.url))

  app.get('/oauth/authorize', async (request, reply) => {
    const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
    const asked = withoutEmpty({
      ...Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
      resource: worstResource(query.getAll('resource'), addresses),
    })
    const client = await clients.find(asked.client_id ?? '')
    const repeated = names.filter((name) => name !== 'resource' && query.getAll(name).length > 1)
    const result =
      repeated.length > 0
        ? repetition(client, asked, repeated, addresses)
        : readAuthorizationRequest(client, asked, addresses.baseUrl)
    const language = languageOfBrowser(request)
    if (!('error' in result))
      return sendPage(reply, consentPage(result, addresses, language), { connect: [addresses.baseUrl] })
    const page =
      result.reportable && client
        ? reportablePage(request, client, result, returnAddress(asked, result, addresses))
        : finalPage(request, result)
    return sendPage(reply, page, { status: 400 })
  })
}

/** RFC 8707 lets an application name several: one that is not ours is enough to refuse. */
const worstResource = (given: string[], { baseUrl }: Addresses): string =>
  given.find((one) => one !== '' && !isOurResource(one, baseUrl)) ?? given[0] ?? ''

/** Two values for one name: the application and we might each take another. */
function repetition(
  client: Client | null,
  asked: AuthorizationParameters,
  repeated: string[],
  { baseUrl }: Addresses,
): AuthorizationRefusal {
  const rest = readAuthorizationRequest(client, asked, baseUrl)
  const reportable =
    (!('error' in rest) || rest.reportable) &&
    !repeated.some((name) => ['client_id', 'redirect_uri', 'state'].includes(name))
  return { error: 'invalid_request', says: `${repeated[0]} is given more than once`, reportable }
}

/** For what ends here, without a way back. */
function finalPage(request: FastifyRequest, { error, says }: AuthorizationRefusal): Markup {
  const language = languageOfBrowser(request)
  const say = textsOf('consent', language)
  const [title, text] =
    error === 'invalid_client'
      ? [say('unknown_title'), say('unknown_text')]
      : error === 'redirect_uri_mismatch'
        ? [say('mismatch_title'), say('mismatch_text')]
        : [say('unreadable_title'), say('unreadable_text', { reason: says })]
  return failurePage({ language, title, text, code: error, requestId: request.id })
}

/** Where a refusal is taken back to its application. */
const returnAddress = (
  asked: AuthorizationParameters,
  { error, says }: AuthorizationRefusal,
  { baseUrl }: Addresses,
): string =>
  withParameters(asked.redirect_uri!, { error, error_description: says, state: asked.state, iss: baseUrl })

function reportablePage(
  request: FastifyRequest,
  { name: application }: Client,
  { error, says }: AuthorizationRefusal,
  back: string,
): Markup {
  const language = languageOfBrowser(request)
  const say = textsOf('consent', language)
  return failurePage({
    language,
    title: say(error === 'invalid_scope' ? 'scope_title' : 'refused_title', { application }),
    text: say('refused_text', { reason: says }),
    code: error,
    requestId: request.id,
    action: html`<p class="actions">
      <a class="button" href="${back}">${say('back', { host: hostOf(back) })}</a>
    </p>`,
  })
}

function consentPage(
  { client, redirectUri, scopes: asked, state }: AuthorizationRequest,
  { baseUrl }: Addresses,
  language: Language,
): Markup {
  const say = textsOf('consent', language)
  const signIn = textsOf('sign_in', language)
  const deny = withParameters(redirectUri, {
    error: 'access_denied',
    error_description: 'The user denied the request',
    state,
    iss: baseUrl,
  })
  const host = hostOf(redirectUri)
  const application = html`<bdi>${client.name}</bdi>`
  const organisation = html`<bdi>${client.organisationName}</bdi>`
  return card({
    language,
    title: say('title', { application: client.name }),
    script: '/assets/consent.js',
    texts: {
      not_member: say('not_member'),
      nameless: signIn('nameless'),
      unavailable: signIn('unavailable'),
      session_ended: signIn('session_ended'),
      unreachable: signIn('unreachable'),
    },
    body: html`<div class="asks">
        <span class="avatar" aria-hidden="true">${initialsOf(client.name)}</span>
        <div>
          <strong>${application}</strong><span class="quiet">${say.parts('maker', { organisation })}</span>
        </div>
      </div>
      <h1>${say.parts('heading', { application, organisation })}</h1>
      <h2 id="asks-for">${say('abilities')}</h2>
      <ul class="scopes" aria-labelledby="asks-for">
        ${asked.map((scope) => scopeItem(scope, language))}
      </ul>
      <dl class="facts">
        <div>
          <dt>${say('destination')}</dt>
          <dd><strong>${host}</strong>${isLoopback(redirectUri) ? ` ${say('loopback')}` : ''}</dd>
        </div>
        <div>
          <dt>${say('duration')}</dt>
          <dd>${say(asked.includes(offlineAccess) ? 'until_withdrawn' : 'one_hour')}</dd>
        </div>
        <div id="account" hidden>
          <dt>${say('account')}</dt>
          <dd>
            <strong id="who"></strong><span class="quiet" id="email"></span>
            <button type="button" class="link" id="switch">${say('switch')}</button>
          </dd>
        </div>
      </dl>
      <p class="alert" role="alert" id="problem" hidden></p>
      <p class="alert" id="answered" hidden>${say.parts('answered', { application, host })}</p>
      <p class="note" role="status" id="remembered" hidden>
        ${say('remembered', { host })}
        <button type="button" class="link" id="stop">${say('stop')}</button>
      </p>
      <noscript><p class="alert">${say('needs_script')}</p></noscript>
      <div
        class="actions"
        id="choice"
        data-endpoint="${baseUrl}${createCode.path}"
        ${client.kind === 'first_party' ? html` data-implied` : ''}
      >
        <a class="button" id="deny" href="${deny}">${say('deny')}</a>
        <button type="button" class="primary" id="sign-in">${signIn('submit')}</button>
        <button type="button" class="primary" id="allow" disabled hidden>${say('allow')}</button>
      </div>
      <p class="note" id="hint">${say('hint')}</p>`,
  })
}

function scopeItem(scope: RegisteredScope, language: Language): Markup {
  const writes = scope !== offlineAccess && scopes[scope].writes
  return html`<li>
    <span class="says">${textsOf('scopes', language)(scope)}</span>${
      writes ? html`<span class="mark">${textsOf('consent', language)('edits')}</span>` : ''
    }
  </li>`
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
