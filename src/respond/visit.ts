/**
 * One visit of a page: which language its reader prefers, and the secret of their device. Both come from cookies of this one
 * address, which no other page and no script is given. Cookies are no state of ours: GET and HEAD change nothing here.
 */
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { parse, serialize } from 'hono/utils/cookie'
import { type OwnResponse, type Survey } from '../../contract/answering.ts'
import { languages } from '../../locales/catalogue.ts'
import { type Markup, sendPage } from '../http/page.ts'
import { asProblem } from '../http/server.ts'
import { refusalPage } from './state-pages.ts'
import { languageFor, type View, viewIn, type Wishes } from './view.ts'

const attemptCookie = 'sonde_attempt'
const languageCookie = 'sonde_lang'

const daySeconds = 86_400
const keptDays = 30

export type Visit = {
  readonly wishes: Wishes
  /** What this device saved with, if it did. */
  readonly attempt: string | null
  readonly query: Readonly<Record<string, unknown>>
  /** In what its reader is spoken to, as far as it is known. */
  view: View
  remember(attempt: string, path: string): void
  forget(path: string): void
  /** The language that was chosen with this request, for this address. */
  keepLanguage(path: string): void
}

export type Outcome = { page: Markup; status?: number } | { to: string } | { json: object }

function visitOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Visit {
  const cookies = parse(request.headers.cookie ?? '')
  const query = (request.query ?? {}) as Record<string, unknown>
  const asked = languages.find((language) => language === query.lang) ?? null
  const wishes = {
    chosen: asked ?? cookies[languageCookie] ?? null,
    accepted: request.headers['accept-language'],
  }
  const set = (name: string, value: string, path: string, maxAge: number): void =>
    void reply.header(
      'set-cookie',
      serialize(name, value, { path, maxAge, httpOnly: true, sameSite: 'Lax', secure: isSecure }),
    )
  return {
    wishes,
    attempt: cookies[attemptCookie]?.slice(0, 64) || null,
    query,
    view: viewIn(languageFor(wishes, null, null)),
    remember: (attempt, path) => set(attemptCookie, attempt, path, keptDays * daySeconds),
    forget: (path) => set(attemptCookie, '', path, 0),
    keepLanguage: (path) => void (asked && set(languageCookie, asked, path, keptDays * daySeconds)),
  }
}

export const viewOfAsked = (asked: Survey): View =>
  viewIn(asked.language, asked.questions_locale, asked.time_zone)

/** A receipt does not know whose it is, and so not which language they read. */
export const viewOfOwn = (
  { wishes }: Visit,
  own: Pick<OwnResponse, 'questions_locale' | 'time_zone'>,
): View => viewIn(languageFor(wishes, null, own.questions_locale), own.questions_locale, own.time_zone)

/** Refusals become pages too, with their status. */
export async function page(
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
  make: (visit: Visit) => Promise<Outcome>,
): Promise<FastifyReply> {
  const visit = visitOf(request, reply, isSecure)
  try {
    const made = await make(visit)
    if ('to' in made) return reply.redirect(made.to, 303)
    if ('json' in made)
      return reply.header('cache-control', 'no-store').serializer(JSON.stringify).send(made.json)
    return sendPage(reply, made.page, made)
  } catch (error) {
    const refusal = asProblem(error)
    if (refusal.status >= 500) reply.log.error({ err: refusal.cause ?? refusal }, 'answer page failed')
    return sendPage(reply, refusalPage(visit.view, refusal, request.id), { status: refusal.status })
  }
}
