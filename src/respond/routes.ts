/**
 * The answer page and its JSON twin: /r/{token} and /receipts/{receipt}. GET and HEAD change nothing, so that a mail
 * scanner's click is no answer. The page works without script; a form post and a JSON post meet the same rules.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Answer } from '../../contract/questions.ts'
import * as contract from '../../contract/answering.ts'
import { type DueWork } from '../jobs/jobs.ts'
import { type Api, route } from '../http/route.ts'
import { type Markup, sendPage } from '../http/page.ts'
import { asProblem } from '../http/server.ts'
import { Problem } from '../problem.ts'
import { answersOf, attemptOf, parseForm } from './form.ts'
import { answerPage, donePage, ownAnswerPage, refusalPage } from './pages.ts'
import * as respond from './respond.ts'

type Nudge = DueWork['nudge']

export function respondRoutes(api: Api, nudge: Nudge): void {
  const answer = async (token: string, answers: readonly Answer[], attempt: string | undefined) => {
    const { receipt, autoClose } = await respond.answer(api.db, token, answers, attempt, api.clock.now())
    if (autoClose) nudge()
    return receipt
  }
  route(
    api,
    contract.readLink,
    (_tx, _actor, { params }, now) => respond.readLink(api.db, params.token, now),
    {
      html: (request, reply) =>
        page(reply, async () => {
          const asked = await respond.readLink(api.db, tokenOf(request), api.clock.now())
          return { page: answerPage(asked, tokenOf(request)) }
        }),
    },
  )
  route(
    api,
    contract.answerLink,
    (_tx, _actor, { params, body, idempotencyKey }) =>
      answer(params.token, body.answers, body.attempt || idempotencyKey),
    { single: true },
  )
  route(
    api,
    contract.readReceipt,
    (tx, _actor, { params }, now) => respond.readReceipt(tx, params.receipt, now),
    {
      html: (request, reply) =>
        page(reply, async () => {
          const own = await respond.readReceipt(api.db.tx, receiptOf(request), api.clock.now())
          return { page: ownAnswerPage(own, receiptOf(request), request.query as object) }
        }),
    },
  )
  route(api, contract.editReceipt, (tx, _actor, { params, body }, now) =>
    respond.editReceipt(tx, params.receipt, body.answers, now),
  )
  route(api, contract.withdrawReceipt, (tx, _actor, { params }, now) =>
    respond.withdrawReceipt(tx, params.receipt, now),
  )
  api.app.register((forms, _options, done) => {
    formRoutes(forms, api, answer)
    done()
  })
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
const receiptOf = (request: FastifyRequest): string => (request.params as { receipt: string }).receipt

/** Posts of the pages' forms; other addresses than the JSON ones, as forms know no PATCH and no DELETE. */
function formRoutes(
  forms: FastifyInstance,
  api: Api,
  answer: (
    token: string,
    answers: readonly Answer[],
    attempt: string | undefined,
  ) => Promise<{ receipt: string }>,
): void {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(body as string)),
  )

  forms.post('/r/:token/answer', (request, reply) =>
    page(reply, async () => {
      const token = tokenOf(request)
      const asked = await respond.readLink(api.db, token, api.clock.now())
      const form = request.body as ReturnType<typeof parseForm>
      try {
        const { receipt } = await answer(token, answersOf(asked.questions as never, form), attemptOf(form))
        return { to: `/receipts/${receipt}?thanks` }
      } catch (error) {
        // What was typed is shown again beside what is wrong with it.
        if (error instanceof Problem && error.code === 'invalid_answers')
          return { page: answerPage(asked, token, { form, refusal: error }), status: error.status }
        throw error
      }
    }),
  )
  forms.post('/receipts/:receipt/edit', (request, reply) =>
    page(reply, async () => {
      const receipt = receiptOf(request)
      const own = await respond.readReceipt(api.db.tx, receipt, api.clock.now())
      const form = request.body as ReturnType<typeof parseForm>
      try {
        await api.db.transaction((tx) =>
          respond.editReceipt(tx, receipt, answersOf(own.questions as never, form), api.clock.now()),
        )
        return { to: `/receipts/${receipt}?saved` }
      } catch (error) {
        if (error instanceof Problem && error.code === 'invalid_answers')
          return { page: ownAnswerPage(own, receipt, {}, { form, refusal: error }), status: error.status }
        throw error
      }
    }),
  )
  forms.post('/receipts/:receipt/withdraw', (request, reply) =>
    page(reply, async () => {
      await api.db.transaction((tx) => respond.withdrawReceipt(tx, receiptOf(request), api.clock.now()))
      return { page: donePage('withdrawn') }
    }),
  )
}

type Outcome = { page: Markup; status?: number } | { to: string }

/** Refusals become pages too, with their status. */
async function page(reply: FastifyReply, make: () => Promise<Outcome>): Promise<FastifyReply> {
  try {
    const made = await make()
    return 'to' in made ? reply.redirect(made.to, 303) : sendPage(reply, await made.page, made)
  } catch (error) {
    const refusal = asProblem(error)
    if (refusal.status >= 500) reply.log.error({ err: refusal.cause ?? refusal }, 'answer page failed')
    return sendPage(reply, refusalPage(refusal, reply.request.id), { status: refusal.status })
  }
}
