/**
 * GET {developer_url}/oauth/authorize: the consent page, in the language of the browser. It says who wants what and where the
 * reply goes. Its script (web/consent/consent.js) signs the person in, calls POST /api/oauth/code and follows the address in that
 * reply, never one of the query. A person who allowed the same before and has just signed in here is spared the second click: the
 * page says so, and gives them a moment to stop.
 *
 * An unknown client or redirect URI ends on a page without a way on. Other mistakes of the application are shown with a
 * button that reports them to it: nobody is redirected before they have seen where to (RFC 9700 §4.11.2).
 */
import type { FastifyInstance } from 'fastify'
import { createCode } from '../../contract/oauth.ts'
import { offlineAccess, type RegisteredScope, scopes } from '../../contract/scopes.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { developerAddressOf } from '../http/hosts.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { countGuess } from '../http/route.ts'
import type { Addresses } from '../http/server.ts'
import { html, type Markup, sendPage, serveFile } from '../http/page.ts'
import { card, failurePage, languageOfBrowser } from '../identity/identity.ts'
import type { Language } from '../language.ts'
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  isOurResource,
  readAuthorizationRequest,
  type ReplyTarget,
  withoutEmpty,
} from './authorization-request.ts'
import type { Clients } from './clients.ts'
import { isDocumentAddress } from './documents/document-address.ts'
import type { Documents } from './documents/documents.ts'
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
  'max_age',
] as const

type Deps = {
  app: FastifyInstance
  addresses: Addresses
  clients: Clients
  /** null: no agents that an address describes. */
  documents: Documents | null
  limiter: RateLimiter
}

export function authorizePage({ app, addresses, clients, documents, limiter }: Deps): void {
  serveFile(app, '/assets/consent.js', new URL('../../web/consent/consent.js', import.meta.url))

  app.get('/oauth/authorize', async (request, reply) => {
    // Its script may call the API from {developer_url} alone.
    const home = developerAddressOf(request, addresses)
    if (home !== null) return reply.header('cache-control', 'no-store').redirect(home, 302)
    const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
    const parameters = withoutEmpty({
      ...Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
      resource: resourceOf(query.getAll('resource'), addresses),
    })
    const clientId = parameters.client_id ?? ''
    const isAgent = isDocumentAddress(clientId)
    // Each of these may send a request to somebody else's server.
    if (isAgent) await countGuess({ limiter }, request)
    const client = isAgent ? ((await documents?.find(clientId)) ?? null) : await clients.find(clientId)
    const read = readAuthorizationRequest(client, parameters, addresses.baseUrl)
    const repeated = names.filter((name) => name !== 'resource' && query.getAll(name).length > 1)
    const result = repeated.length > 0 ? repetition(read, repeated) : read
    const language = languageOfBrowser(request)
    if (!('error' in result))
      return sendPage(reply, consentPage(result, addresses, language), { connect: [addresses.baseUrl] })
    // Of no application that is known: anyone who asks may be trying names.
    if (!result.replyTo) await countGuess({ limiter }, request)
    const failure = result.replyTo
      ? reportableFailure(result, result.replyTo, addresses, language)
      : finalFailure(result, clientId, language)
    const page = failurePage({ ...failure, language, code: result.error, requestId: request.id })
    return sendPage(reply, page, { status: 400 })
  })
}

/** RFC 8707 lets an application name several: one that is not ours is enough to refuse. */
const resourceOf = (named: string[], { baseUrl }: Addresses): string =>
  named.find((one) => one !== '' && !isOurResource(one, baseUrl)) ?? named[0] ?? ''

/** Two values for one name: the application and we might each take another. */
function repetition(
  result: AuthorizationRequest | AuthorizationRefusal,
  repeated: string[],
): AuthorizationRefusal {
  const isTargetClear = !repeated.some((name) => ['client_id', 'redirect_uri', 'state'].includes(name))
  const target = 'error' in result ? result.replyTo : result
  const description = `${repeated[0]} is given more than once`
  return { error: 'invalid_request', description, replyTo: isTargetClear ? target : null }
}

/** A failure that ends here, without a way back. */
function finalFailure({ error, description }: AuthorizationRefusal, clientId: string, language: Language) {
  const say = textsOf('consent', language)
  if (error === 'invalid_client' && isDocumentAddress(clientId))
    return { title: say('unknown_agent_title'), text: say('unknown_agent_text') }
  if (error === 'invalid_client') return { title: say('unknown_title'), text: say('unknown_text') }
  if (error === 'redirect_uri_mismatch') return { title: say('mismatch_title'), text: say('mismatch_text') }
  return { title: say('unreadable_title'), text: say('unreadable_text', { reason: description }) }
}

/** A failure that the person may report to the application. */
function reportableFailure(
  { error, description }: AuthorizationRefusal,
  { client, redirectUri, state }: ReplyTarget,
  { baseUrl }: Addresses,
  language: Language,
) {
  const say = textsOf('consent', language)
  const back = withParameters(redirectUri, { error, error_description: description, state, iss: baseUrl })
  return {
    title: say(error === 'invalid_scope' ? 'scope_title' : 'refused_title', { application: client.name }),
    text: say('refused_text', { reason: description }),
    action: html`<p class="actions">
      <a class="button" href="${back}">${say('back', { host: hostOf(redirectUri) })}</a>
    </p>`,
  }
}

function consentPage(
  { client, redirectUri, scopes: requested, state }: AuthorizationRequest,
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
  const isAgent = client.documentUrl !== null
  // The organisation of an agent is known once somebody has signed in.
  const organisation = isAgent ? say('your_organisation') : html`<bdi>${client.organisationName}</bdi>`
  return card({
    language,
    title: say('title', { application: client.name }),
    script: '/assets/consent.js',
    texts: {
      not_member: say('not_member'),
      agent_not_allowed: say('agent_not_allowed', { application: client.name }),
      nameless: signIn('nameless'),
      unavailable: signIn('unavailable'),
      session_ended: signIn('session_ended'),
      unreachable: signIn('unreachable'),
    },
    body: html`<div class="asks">
        <span class="avatar" aria-hidden="true">${initialsOf(client.name)}</span>
        <div>
          <strong>${application}</strong
          ><span class="quiet">${isAgent ? client.clientId : say.parts('maker', { organisation })}</span>
        </div>
      </div>
      <h1>${say.parts('heading', { application, organisation })}</h1>
      <h2 id="asks-for">${say('abilities')}</h2>
      <ul class="scopes" aria-labelledby="asks-for">
        ${requested.map((scope) => scopeItem(scope, language))}
      </ul>
      <dl class="facts">
        <div>
          <dt>${say('organisation')}</dt>
          <dd>
            <strong>${organisation}</strong>
            ${
              isAgent
                ? html`<select id="organisation" aria-label="${say('organisation')}" hidden></select>`
                : html`<span class="quiet" id="others" hidden>${say('only_this')}</span>`
            }
          </dd>
        </div>
        <div>
          <dt>${say('destination')}</dt>
          <dd><strong>${host}</strong>${isLoopback(redirectUri) ? ` ${say('loopback')}` : ''}</dd>
        </div>
        <div>
          <dt>${say('duration')}</dt>
          <dd>${say(requested.includes(offlineAccess) ? 'until_withdrawn' : 'one_hour')}</dd>
        </div>
        <div id="account" hidden>
          <dt>${say('account')}</dt>
          <dd>
            <strong id="who"></strong><span class="quiet" id="email"></span>
            <button type="button" class="link" id="switch">${say('switch')}</button>
          </dd>
        </div>
      </dl>
      ${
        isAgent && !redirectUri.startsWith('https:')
          ? html`<p class="alert">${say('loopback_agent', { application: client.name })}</p>`
          : ''
      }
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
