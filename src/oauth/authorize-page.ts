/**
 * GET {developer_url}/oauth/authorize: the consent page. It says who wants what and where the reply goes. Its script
 * (web/consent/consent.js) signs the person in, calls POST /api/oauth/code and follows the address in that reply, never one of
 * the query. A person who allowed the same before and has just signed in here is spared the second click: the page says so,
 * and gives them a moment to stop.
 *
 * An unknown client or redirect URI ends on a page without a way on. Other mistakes of the application are shown with a
 * button that reports them to it: nobody is redirected before they have seen where to (RFC 9700 §4.11.2).
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createCode } from '../../contract/oauth.ts'
import {
  offlineAccess,
  offlineAccessDescription,
  type RegisteredScope,
  scopes,
} from '../../contract/scopes.ts'
import { type Addresses } from '../http/server.ts'
import { html, type Markup, sendPage, serveFile } from '../http/page.ts'
import { card, failurePage } from '../identity/identity.ts'
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  isOurResource,
  readAuthorizationRequest,
  type ReplyTarget,
  withoutEmpty,
} from './authorization-request.ts'
import { type Clients } from './clients.ts'
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
    const parameters = withoutEmpty({
      ...Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
      resource: resourceOf(query.getAll('resource'), addresses),
    })
    const client = await clients.find(parameters.client_id ?? '')
    const result = readAuthorizationRequest(client, parameters, addresses.baseUrl)
    const repeated = names.filter((name) => name !== 'resource' && query.getAll(name).length > 1)
    if (repeated.length > 0) return sendRefusal(request, reply, repetition(result, repeated), addresses)
    if ('error' in result) return sendRefusal(request, reply, result, addresses)
    return sendPage(reply, consentPage(result, addresses), { connect: [addresses.baseUrl] })
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

const titles: Partial<Record<AuthorizationRefusal['error'], { title: string; message: string }>> = {
  invalid_client: {
    title: 'This application is not known',
    message:
      'The link that brought you here names an application that does not exist or was revoked. Nothing was shared.',
  },
  redirect_uri_mismatch: {
    title: 'This link cannot be trusted',
    message:
      'It asks us to send you to an address that the application never registered, so we will not. Nothing was shared.',
  },
}

function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, description, replyTo }: AuthorizationRefusal,
  addresses: Addresses,
): FastifyReply {
  const reference = { code: error, requestId: request.id }
  const page = replyTo
    ? failurePage({ ...reference, ...reportableFailure(replyTo, { error, description }, addresses) })
    : failurePage({
        ...reference,
        ...(titles[error] ?? {
          title: 'This request cannot be read',
          message: `The application asked in a way we do not understand: ${description}.`,
        }),
      })
  return sendPage(reply, page, { status: 400 })
}

function reportableFailure(
  { client, redirectUri, state }: ReplyTarget,
  { error, description }: Omit<AuthorizationRefusal, 'replyTo'>,
  { baseUrl }: Addresses,
) {
  const back = withParameters(redirectUri, { error, error_description: description, state, iss: baseUrl })
  return {
    title:
      error === 'invalid_scope'
        ? `${client.name} asked for something it may not`
        : `${client.name} sent a request we cannot follow`,
    message: `${description}. Nothing was shared. You can go back and tell its makers.`,
    action: html`<p class="actions"><a class="button" href="${back}">Back to ${hostOf(redirectUri)}</a></p>`,
  }
}

function consentPage(
  { client, redirectUri, scopes: requested, state }: AuthorizationRequest,
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
        ${requested.map(scopeItem)}
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
          <dd>${requested.includes(offlineAccess) ? untilWithdrawn : 'one hour'}</dd>
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
  const { description, writes } =
    scope === offlineAccess ? { description: offlineAccessDescription, writes: false } : scopes[scope]
  return html`<li>
    <span class="says">${description}</span>${writes ? html`<span class="mark">can change</span>` : ''}
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
