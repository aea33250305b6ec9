/**
 * GET {developer_url}/oauth/authorize: the consent page. It says who wants what and where the answer goes; signing in and
 * allowing are its script's work (web/consent/consent.js), which asks POST /api/oauth/code and follows the address that
 * the server gives back, never one of the query. Who allowed the same before and has just signed in here is spared the
 * second click: he is told so, and has a moment to stop.
 *
 * An unknown client or redirect URI ends on a page without any way on. Other mistakes of the application are shown with a
 * button that takes the answer to it: nobody is redirected without having seen where to (RFC 9700 §4.11.2).
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createCode } from '../../contract/oauth.ts'
import { offlineAccess, offlineAccessSays, type RegisteredScope, scopes } from '../../contract/scopes.ts'
import { type Addresses } from '../http/server.ts'
import { html, type Markup, sendPage, serveFile } from '../http/page.ts'
import { card, failurePage } from '../identity/identity.ts'
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
    if (!('error' in result))
      return sendPage(reply, consentPage(result, addresses), { connect: [addresses.baseUrl] })
    return result.reportable
      ? sendReportable(request, reply, client!, asked, result, addresses)
      : sendFinal(request, reply, result)
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

const titles: Partial<Record<AuthorizationRefusal['error'], { title: string; says: string }>> = {
  invalid_client: {
    title: 'This application is not known',
    says: 'The link that brought you here names an application that does not exist or was revoked. Nothing was shared.',
  },
  redirect_uri_mismatch: {
    title: 'This link cannot be trusted',
    says: 'It asks us to send you to an address that the application never registered, so we will not. Nothing was shared.',
  },
}

function sendFinal(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, says }: AuthorizationRefusal,
): FastifyReply {
  const words = titles[error] ?? {
    title: 'This request cannot be read',
    says: `The application asked in a way we do not understand: ${says}.`,
  }
  return sendPage(reply, failurePage({ ...words, code: error, requestId: request.id }), { status: 400 })
}

function sendReportable(
  request: FastifyRequest,
  reply: FastifyReply,
  client: Client,
  asked: AuthorizationParameters,
  { error, says }: AuthorizationRefusal,
  { baseUrl }: Addresses,
): FastifyReply {
  const back = withParameters(asked.redirect_uri!, {
    error,
    error_description: says,
    state: asked.state,
    iss: baseUrl,
  })
  const page = failurePage({
    title:
      error === 'invalid_scope'
        ? `${client.name} asked for something it may not`
        : `${client.name} sent a request we cannot follow`,
    says: `${says}. Nothing was shared. You can go back and tell its makers.`,
    code: error,
    requestId: request.id,
    action: html`<p class="actions">
      <a class="button" href="${back}">Back to ${hostOf(asked.redirect_uri!)}</a>
    </p>`,
  })
  return sendPage(reply, page, { status: 400 })
}

function consentPage(
  { client, redirectUri, scopes: asked, state }: AuthorizationRequest,
  { baseUrl }: Addresses,
): Markup {
  const deny = withParameters(redirectUri, {
    error: 'access_denied',
    error_description: 'The user denied the request',
    state,
    iss: baseUrl,
  })
  return card(
    `Allow ${client.name}?`,
    html`<div class="asks">
        <span class="avatar" aria-hidden="true">${initialsOf(client.name)}</span>
        <div>
          <strong><bdi>${client.name}</bdi></strong
          ><span class="quiet">by ${client.organisationName}</span>
        </div>
      </div>
      <h1><bdi>${client.name}</bdi> wants access to <bdi>${client.organisationName}</bdi> as you</h1>
      <h2 id="asks-for">It will be able to</h2>
      <ul class="scopes" aria-labelledby="asks-for">
        ${asked.map(scopeItem)}
      </ul>
      <dl class="facts">
        <div>
          <dt>Sends you to</dt>
          <dd>
            <strong>${hostOf(redirectUri)}</strong
            >${isLoopback(redirectUri) ? ' (an app on this computer)' : ''}
          </dd>
        </div>
        <div>
          <dt>Lasts</dt>
          <dd>${asked.includes(offlineAccess) ? untilWithdrawn : 'one hour'}</dd>
        </div>
        <div id="account" hidden>
          <dt>Signed in</dt>
          <dd>
            <strong id="who"></strong><span class="quiet" id="email"></span>
            <button type="button" class="link" id="switch">Not you? Switch account</button>
          </dd>
        </div>
      </dl>
      <p class="alert" role="alert" id="problem" hidden></p>
      <p class="alert" id="answered" hidden>
        You have answered this request already, and <bdi>${client.name}</bdi> takes one answer only. If
        something went wrong, go back to ${hostOf(redirectUri)} and start again there.
      </p>
      <p class="note" role="status" id="remembered" hidden>
        You allowed this before. Taking you back to ${hostOf(redirectUri)} …
        <button type="button" class="link" id="stop">Stop</button>
      </p>
      <noscript><p class="alert">Signing in needs JavaScript.</p></noscript>
      <div
        class="actions"
        id="choice"
        data-endpoint="${baseUrl}${createCode.path}"
        ${client.kind === 'first_party' ? html` data-implied` : ''}
      >
        <a class="button" id="deny" href="${deny}">Deny</a>
        <button type="button" class="primary" id="sign-in">Sign in</button>
        <button type="button" class="primary" id="allow" disabled hidden>Allow</button>
      </div>
      <p class="note" id="hint">Sign in to decide. Nothing is shared before you choose Allow.</p>`,
    '/assets/consent.js',
  )
}

const scopeItem = (scope: RegisteredScope): Markup => {
  const { says, writes } =
    scope === offlineAccess ? { says: offlineAccessSays, writes: false } : scopes[scope]
  return html`<li>
    <span class="says">${says}</span>${writes ? html`<span class="mark">can change</span>` : ''}
  </li>`
}

const untilWithdrawn = 'a year at most, and until you withdraw it or it lies unused for 30 days'

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
