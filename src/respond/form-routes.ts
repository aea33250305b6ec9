/**
 * Posts of the pages' forms, and of mail programs that unsubscribe with one click; other addresses than the JSON ones, as
 * forms know no PATCH and no DELETE. What was typed comes back beside what is wrong with it.
 * Source: RFC 8058 §3.1 (a post without cookies, as a form or as multipart/form-data).
 */
import { randomBytes } from 'node:crypto'
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Receipt } from '../../contract/answering.ts'
import { type Answer } from '../../contract/questions.ts'
import { findSubscription, optIn, optOut, type Subscription } from '../delivery/delivery.ts'
import { type Api } from '../http/route.ts'
import { Problem } from '../problem.ts'
import { answersOf, attemptOf, type Form, parseForm } from './form.ts'
import { answerPage, ownAnswerPage } from './pages.ts'
import * as respond from './respond.ts'
import { unsubscribePage, withdrawnPage } from './state-pages.ts'
import { languageFor, viewIn } from './view.ts'
import { type Outcome, page, viewOfAsked, viewOfOwn, type Visit } from './visit.ts'

export type Answering = (
  token: string,
  answers: readonly Answer[],
  attempt: string | undefined,
) => Promise<Receipt>

type Make = (visit: Visit, name: string, form: Form, request: FastifyRequest) => Promise<Outcome>

/** What an attempt's secret must be at least: 16 characters of hex are 64 random bits. */
const attemptLengthMin = 16

export function formRoutes(forms: FastifyInstance, api: Api, answer: Answering): void {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(body as string)),
  )
  // That of a one-click post says nothing that its address does not say.
  forms.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, new Map()),
  )
  const at = (method: 'GET' | 'POST', url: string, make: Make): void =>
    void forms.route({
      method,
      url,
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        page(request, reply, api.addresses.baseUrl.startsWith('https:'), (visit) => {
          const { token, receipt } = request.params as { token?: string; receipt?: string }
          const form = request.body instanceof Map ? (request.body as Form) : new Map()
          return make(visit, token ?? receipt!, form, request)
        }),
    })
  linkForms(at, api, answer)
  receiptForms(at, api)
  subscriptionForms(at, api)
}

type At = (method: 'GET' | 'POST', url: string, make: Make) => void

function linkForms(at: At, api: Api, answer: Answering): void {
  const use = (token: string): respond.LinkUse => ({ db: api.db, token, now: api.clock.now() })
  at('POST', '/r/:token/answer', async (visit, token, form) => {
    const asked = await respond.readLink(use(token), visit.attempt, visit.wishes)
    visit.view = viewOfAsked(asked)
    try {
      const { receipt } = await answer(token, answersOf(asked.questions, form), attemptOf(form))
      if (visit.attempt !== null) visit.forget(`/r/${token}`)
      return { to: `/receipts/${receipt}?thanks&lang=${asked.language}` }
    } catch (error) {
      const refusal = refusalIn(error)
      const shown = { token, attempt: visit.attempt, again: { form, refusal } }
      return { page: answerPage(visit.view, asked, shown), status: refusal.status }
    }
  })
  at('POST', '/r/:token/save', async (visit, token, form, request) => {
    const asked = await respond.readLink(use(token), visit.attempt, visit.wishes)
    visit.view = viewOfAsked(asked)
    const given = attemptOf(form)
    const attempt =
      given !== undefined && given.length >= attemptLengthMin ? given : randomBytes(16).toString('hex')
    const answers = answersOf(asked.questions, form)
    const saved = await respond.save(use(token), answers, { attempt, lenient: true })
    visit.remember(attempt, `/r/${token}`)
    const isScript = request.headers.accept?.startsWith('application/json')
    return isScript ? { json: saved } : { to: `/r/${token}?saved` }
  })
  at('POST', '/r/:token/discard', async (visit, token) => {
    await respond.discard(use(token), api.db.tx, visit.attempt)
    visit.forget(`/r/${token}`)
    return { to: `/r/${token}?discarded` }
  })
}

function receiptForms(at: At, api: Api): void {
  const now = () => api.clock.now()
  at('POST', '/receipts/:receipt/edit', async (visit, receipt, form) => {
    const own = await respond.readReceipt(api.db.tx, receipt, now())
    visit.view = viewOfOwn(visit, own)
    const answers = answersOf(own.questions, form)
    try {
      await api.db.transaction((tx) => respond.editReceipt(tx, receipt, answers, now()))
      return { to: `/receipts/${receipt}?saved` }
    } catch (error) {
      const refusal = refusalIn(error)
      const link = `${api.addresses.baseUrl}/receipts/${receipt}`
      const shown = { receipt, link, note: null, again: { form, refusal } }
      return { page: ownAnswerPage(visit.view, own, shown), status: refusal.status }
    }
  })
  at('POST', '/receipts/:receipt/withdraw', async (visit, receipt) => {
    const own = await api.db.transaction((tx) => respond.withdrawReceipt(tx, receipt, now()))
    return { page: withdrawnPage(viewOfOwn(visit, own)) }
  })
}

function subscriptionForms(at: At, api: Api): void {
  const shown = (visit: Visit, token: string, it: Subscription, undone = false): Outcome => {
    visit.keepLanguage(`/r/${token}`)
    const language = languageFor(visit.wishes, it.member_locale, it.organisation_locale)
    return { page: unsubscribePage(viewIn(language, it.organisation_locale), it, token, undone) }
  }
  at('GET', '/r/:token/unsubscribe', async (visit, token) =>
    shown(visit, token, await findSubscription(api.db.tx, token)),
  )
  at('POST', '/r/:token/unsubscribe', async (visit, token) =>
    shown(visit, token, await api.db.transaction((tx) => optOut(tx, token, api.clock.now()))),
  )
  at('POST', '/r/:token/resubscribe', async (visit, token) =>
    shown(visit, token, await api.db.transaction((tx) => optIn(tx, token)), true),
  )
}

/** @throws what no form can mend */
function refusalIn(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'invalid_answers') return error
  throw error
}
