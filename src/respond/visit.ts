/**
 * One visit of a page: the language that its reader prefers, and the secret of their device. Both come from cookies of this one
 * address, which neither another page nor a script receives. GET and HEAD may set a cookie and change nothing here.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse, serialize } from 'hono/utils/cookie'
import { isCode } from '../../contract/code-format.ts'
import { languages } from '../../locales/catalogue.ts'
import { type Markup, sendPage } from '../http/page.ts'
import { readNamed } from '../ids.ts'
import { type Api, refuseLink, takeOfLink } from '../http/route.ts'
import { asProblem } from '../http/server.ts'
import { findCancelled } from '../collection/collection.ts'
import type { Problem } from '../problem.ts'
import { codeFaultOf, codePage } from './code-page.ts'
import { cancelledPage, refusalPage } from './state-pages.ts'
import { kioskAddress, languageFor, type View, viewIn, type Wishes } from './view.ts'

const attemptCookie = 'sonde_attempt'
const languageCookie = 'sonde_lang'
/** That many people answer on this device; of which organisation, where it was set up for one. */
const sharedCookie = 'sonde_kiosk'
/** Set up for no organisation. */
const anybody = '1'
/** A form that was refused, sealed: until it is sent again, or for a while. */
const refusedCookie = 'sonde_refused'

const daySeconds = 86_400
const keptDays = 30
const sharedDays = 365
const refusedSeconds = 600

export type Visit = {
  /** The token or receipt in the address. */
  readonly secret: string
  readonly wishes: Wishes
  /** The secret that this device saved with, if it did. */
  readonly attempt: string | null
  /** What this device holds of a form that was refused, sealed. */
  readonly refused: string | null
  readonly query: Readonly<Record<string, unknown>>
  /** Many people answer on this device: nothing of one of them stays on it. */
  readonly isShared: boolean
  /** The organisation that such a device was set up for. */
  readonly organisationId: string | null
  /** How the reader is addressed, as far as it is known. */
  view: View
  remember(attempt: string, path: string): void
  forget(path: string): void
  /** Until the page of the form shows it again; null: no longer. */
  holdRefused(sealed: string | null, path: string): void
  /** Makes it a device that many people answer on. @param organisationId  that it is set up for; null: none */
  share(organisationId: string | null): void
  /** Makes it a device of one's own again. */
  unshare(): void
  /** Remembers a language that was chosen with this request. */
  keepLanguage(path: string): void
}

export type Outcome = { page: Markup; status?: number } | { to: string } | { json: object }

/** Both are null where the router refused the address, because it is too long or cannot be decoded. */
type Addressed = FastifyRequest<{
  Params: { token?: string; receipt?: string; key?: string } | null
  Querystring: Record<string, unknown> | null
}>

const queryIn = (url: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length)))
type Exchange = { request: FastifyRequest; reply: FastifyReply }

function visitOf({ request, reply }: Exchange, isSecure: boolean): Visit {
  const addressed = request as Addressed
  const { headers, url } = addressed
  const params = addressed.params ?? {}
  const query = addressed.query ?? queryIn(url)
  const cookies = parse(headers.cookie ?? '')
  const chosen = languages.find((language) => language === query.lang) ?? null
  const wishes = {
    chosen: chosen ?? cookies[languageCookie] ?? null,
    accepted: headers['accept-language'],
  }
  const shared = cookies[sharedCookie] || null
  const isShared = shared !== null
  const set = (name: string, value: string, path: string, maxAge: number): void =>
    void reply.header(
      'set-cookie',
      serialize(name, value, { path, maxAge, httpOnly: true, sameSite: 'Lax', secure: isSecure }),
    )
  return {
    secret: params.token ?? params.receipt ?? params.key ?? '',
    wishes,
    attempt: cookies[attemptCookie]?.slice(0, 64) || null,
    refused: cookies[refusedCookie] || null,
    query,
    isShared,
    organisationId: shared === anybody ? null : shared,
    view: { ...viewIn(languageFor(wishes, null, null)), isShared },
    remember: (attempt, path) => set(attemptCookie, attempt, path, keptDays * daySeconds),
    forget: (path) => set(attemptCookie, '', path, 0),
    holdRefused: (sealed, path) => {
      if (sealed ?? cookies[refusedCookie])
        set(refusedCookie, sealed ?? '', path, sealed === null ? 0 : refusedSeconds)
    },
    share: (organisationId) => set(sharedCookie, organisationId ?? anybody, '/r', sharedDays * daySeconds),
    unshare: () => set(sharedCookie, '', '/r', 0),
    keepLanguage: (path) =>
      void (chosen && !isShared && set(languageCookie, chosen, path, keptDays * daySeconds)),
  }
}

/** Here, for links to other languages: the address itself is left out, so that pages of links that lead nowhere are all the same. A form is not sent again by a link. */
const addressOf = ({ method }: FastifyRequest): string | null => (method === 'GET' ? '' : null)

/**
 * For a link to a survey that was cancelled: a page that says so, because people whose link does not work look for another. For a code that
 * leads nowhere: the page on which it can be typed again.
 */
async function pageOf({ db }: Api, visit: Visit, refusal: Problem, request: FastifyRequest): Promise<Markup> {
  const { view, secret } = visit
  const isLink = 'token' in ((request as Addressed).params ?? {})
  const cancelled = refusal.code === 'not_found' && isLink ? await findCancelled(db.tx, secret) : undefined
  if (cancelled) return cancelledPage(visit.wishes, cancelled, addressOf(request))
  const fault = isCode(readNamed(secret)?.text ?? secret) ? codeFaultOf(refusal) : null
  return fault === null
    ? refusalPage(view, refusal, { requestId: request.id, address: addressOf(request) })
    : codePage(view, { address: view.isShared ? kioskAddress : '/r/code', typed: '', fault })
}

/** Refusals become pages too, with their status. */
export async function page(
  api: Api,
  { request, reply }: Exchange,
  make: (visit: Visit) => Promise<Outcome>,
): Promise<FastifyReply> {
  const { addresses, limiter } = api
  const visit = visitOf({ request, reply }, addresses.baseUrl.startsWith('https:'))
  try {
    if (request.method === 'POST') await takeOfLink({ limiter }, request)
    const outcome = await make(visit).catch((error: unknown) => refuseLink({ limiter }, request, error))
    if ('to' in outcome) return reply.redirect(outcome.to, 303)
    if ('json' in outcome)
      return reply.header('cache-control', 'no-store').serializer(JSON.stringify).send(outcome.json)
    return sendPage(reply, outcome.page, outcome)
  } catch (error) {
    const refusal = asProblem(error, request)
    if (refusal.status >= 500) reply.log.error({ err: refusal.cause ?? refusal }, 'answer page failed')
    reply.headers(refusal.extra.headers ?? {})
    return sendPage(reply, await pageOf(api, visit, refusal, request), { status: refusal.status })
  }
}
