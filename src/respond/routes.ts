/**
 * The answer page and its JSON twin: /r/{token} and /receipts/{receipt}. GET and HEAD change nothing, so that a mail
 * scanner's click is no answer. The page works without script; a form post and a JSON post meet the same rules.
 */
import { type FastifyRequest } from 'fastify'
import * as contract from '../../contract/answering.ts'
import { type Api, route } from '../http/route.ts'
import { type Answering, formRoutes } from './form-routes.ts'
import { answerPage, ownAnswerPage } from './pages.ts'
import { proofPage } from './proof-page.ts'
import * as respond from './respond.ts'
import { linkStatePage } from './state-pages.ts'
import { page, viewOfAsked, viewOfOwn } from './visit.ts'

export function respondRoutes(api: Api): void {
  const answer: Answering = (token, answers, attempt) =>
    respond.answer({ db: api.db, token, now: api.clock.now() }, answers, attempt)
  linkRoutes(api, answer)
  receiptRoutes(api)
  api.app.register((forms, _options, done) => {
    formRoutes(forms, api, answer)
    done()
  })
}

const isSecure = ({ addresses }: Api): boolean => addresses.baseUrl.startsWith('https:')

function linkRoutes(api: Api, answer: Answering): void {
  route(
    api,
    contract.readLink,
    ({ params, headers, now }) => {
      const wishes = { chosen: null, accepted: headers['accept-language'] }
      const link = { db: api.db, token: params.token, now }
      return respond.readLink(link, headers['sonde-attempt'] ?? null, wishes)
    },
    {
      html: (request, reply) =>
        page(request, reply, isSecure(api), async (visit) => {
          const { token } = request.params as { token: string }
          const link = { db: api.db, token, now: api.clock.now() }
          const asked = await respond.readLink(link, visit.attempt, visit.wishes)
          visit.keepLanguage(`/r/${token}`)
          const view = viewOfAsked(asked)
          if (asked.state !== 'open') return { page: linkStatePage(view, asked, token) }
          const note = 'saved' in visit.query ? 'saved' : 'discarded' in visit.query ? 'discarded' : null
          return { page: answerPage(view, asked, { token, attempt: visit.attempt, note }) }
        }),
    },
  )
  route(
    api,
    contract.answerLink,
    ({ params, body, idempotencyKey }) => answer(params.token, body.answers, body.attempt || idempotencyKey),
    { single: true },
  )
  route(
    api,
    contract.saveLink,
    ({ params, body, now }) =>
      respond.save({ db: api.db, token: params.token, now }, body.answers, { attempt: body.attempt }),
    { single: true },
  )
  route(api, contract.discardLink, ({ tx, params, headers, now }) =>
    respond.discard({ db: api.db, token: params.token, now }, tx, headers['sonde-attempt'] ?? null),
  )
}

function receiptRoutes(api: Api): void {
  const receiptIn = (request: FastifyRequest): string => (request.params as { receipt: string }).receipt
  route(api, contract.readReceipt, ({ tx, params, now }) => respond.readReceipt(tx, params.receipt, now), {
    html: (request, reply) =>
      page(request, reply, isSecure(api), async (visit) => {
        const receipt = receiptIn(request)
        const counted = await respond.countedAnswer(api.db.tx, receipt)
        if (counted) {
          visit.keepLanguage(`/receipts/${receipt}`)
          visit.view = viewOfOwn(visit, { questions_locale: counted.locale, time_zone: counted.time_zone })
          const promise = await respond.promiseOfProof(api.db.tx, counted, visit.view.language)
          return { page: proofPage(visit.view, counted, promise, receipt) }
        }
        const own = await respond.readReceipt(api.db.tx, receipt, api.clock.now())
        visit.keepLanguage(`/receipts/${receipt}`)
        const note = 'thanks' in visit.query ? 'thanks' : 'saved' in visit.query ? 'saved' : null
        const link = `${api.addresses.baseUrl}/receipts/${receipt}`
        return { page: ownAnswerPage(viewOfOwn(visit, own), own, { receipt, link, note }) }
      }),
  })
  route(api, contract.readReceiptProof, ({ tx, params }) => respond.readReceiptProof(tx, params.receipt))
  route(api, contract.editReceipt, ({ tx, params, body, now }) =>
    respond.editReceipt(tx, params.receipt, body.answers, now),
  )
  route(api, contract.withdrawReceipt, async ({ tx, params, now }) => {
    await respond.withdrawReceipt(tx, params.receipt, now)
    return null
  })
}
