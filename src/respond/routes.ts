/**
 * The answer page and the same as JSON: /r/{token} and /receipts/{receipt}. GET and HEAD change nothing, so a mail scanner that
 * follows a link answers nothing. The page works without script; a form post and a JSON post meet the same rules.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../contract/answering.ts'
import * as conversation from '../../contract/conversations.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { readLinkReplies, readReceiptReplies, readReplies } from '../../contract/replies.ts'
import { type Api, route } from '../http/route.ts'
import type { Sealing } from '../sealing.ts'
import { formRoutes } from './form-routes.ts'
import { ownAnswerPage } from './own-page.ts'
import { answerPage, type RefusedForm } from './pages.ts'
import {
  findContacts,
  ownConversationOf,
  readOwnConversation,
  withdrawOwnMessage,
  writeOwnMessage,
} from '../replies/replies.ts'
import { conversationPage } from './conversation-page.ts'
import { proofPage } from './proof-page.ts'
import { openForm, refusedOf, type UnsentText, unsentTexts } from './refused-form.ts'
import { publishedOf, repliesPage } from './replies-page.ts'
import * as respond from './respond.ts'
import { linkStatePage, withdrawnPage } from './state-pages.ts'
import { branded, languageFor, titleIn, viewIn } from './view.ts'
import { type Outcome, page, type Visit } from './visit.ts'

export function respondRoutes(api: Api, sealing: Sealing): void {
  const html = (make: (visit: Visit) => Promise<Outcome>) => ({
    html: (request: FastifyRequest, reply: FastifyReply) => page(api, { request, reply }, make),
  })
  route(api, contract.readLink, respond.readLink, html(linkPage(api, sealing)))
  route(api, contract.answerLink, respond.answerLink, { single: true })
  route(api, contract.saveLink, respond.saveLink, { single: true })
  route(api, contract.discardLink, respond.discardLink)
  route(api, contract.readReceipt, respond.readReceipt, html(receiptPage(api, sealing)))
  route(api, contract.readReceiptProof, respond.readReceiptProof)
  repliesRoutes(api)
  conversationRoutes(api)
  route(api, contract.editReceipt, respond.editReceipt)
  route(api, contract.withdrawReceipt, respond.withdrawReceipt)
  api.app.register((forms, _options, done) => {
    formRoutes(forms, api, sealing)
    done()
  })
}

/** What came of a survey, as JSON and as a page. */
function repliesRoutes(api: Api): void {
  const html = (make: (visit: Visit) => Promise<Outcome>) => ({
    html: (request: FastifyRequest, reply: FastifyReply) => page(api, { request, reply }, make),
  })
  route(
    api,
    readLinkReplies,
    async (call) => publishedOf((await respond.readLinkReplies(call)).page),
    html(async (visit) => {
      const link = { tx: api.db.tx, params: { token: visit.secret }, now: api.clock.now() }
      const { page, memberLocale } = await respond.readLinkReplies(link)
      const address = `/r/${visit.secret}/replies`
      visit.keepLanguage(address)
      return { page: repliesPage(page, { wishes: visit.wishes, locale: memberLocale, address }) }
    }),
  )
  route(
    api,
    readReceiptReplies,
    async (call) => publishedOf(await respond.readReceiptReplies(call)),
    html(async ({ secret: receipt, ...visit }) => {
      const page = await respond.readReceiptReplies({ tx: api.db.tx, params: { receipt } })
      const address = `/receipts/${receipt}/replies`
      visit.keepLanguage(address)
      return { page: repliesPage(page, { wishes: visit.wishes, locale: null, address }) }
    }),
  )
  route(
    api,
    readReplies,
    async ({ tx, params }) => publishedOf(await respond.readKeyReplies(tx, params.key)),
    html(async ({ secret: key, ...visit }) => {
      const page = await respond.readKeyReplies(api.db.tx, key)
      const address = `/replies/${key}`
      visit.keepLanguage(address)
      return { page: repliesPage(page, { wishes: visit.wishes, locale: null, address }) }
    }),
  )
}

/** What readers of named answers wrote to somebody, as JSON and as a page. */
function conversationRoutes(api: Api): void {
  route(
    api,
    conversation.readOwnConversation,
    async ({ tx, params }) => ownConversationOf(tx, await readOwnConversation(tx, params.key)),
    {
      html: (request: FastifyRequest, reply: FastifyReply) =>
        page(api, { request, reply }, async ({ secret: key, ...visit }) => {
          const { tx } = api.db
          const own = await readOwnConversation(tx, key)
          visit.keepLanguage(`/conversations/${key}`)
          const note =
            'sent' in visit.query ? 'talk_sent' : 'withdrawn' in visit.query ? 'talk_withdrawn' : null
          return { page: await conversationPage(tx, own, { key, wishes: visit.wishes, note }) }
        }),
    },
  )
  route(api, conversation.writeOwnMessage, async ({ tx, params: { key }, body, now }) => {
    await writeOwnMessage(tx, { key, text: body.text, attempt: body.attempt ?? null }, now)
    return ownConversationOf(tx, await readOwnConversation(tx, key))
  })
  route(api, conversation.withdrawOwnMessage, async ({ tx, params, now }) => {
    await withdrawOwnMessage(tx, { key: params.key, id: params.message_id }, now)
    return null
  })
}

/** What was typed and refused, where this visit is the redirect after that or comes back to it. */
function againIn(
  visit: Visit,
  sealing: Sealing,
  questions: readonly FormQuestion[],
  address: string,
): RefusedForm | undefined {
  const form = 'refused' in visit.query && visit.refused && openForm(sealing, visit.refused, address)
  return form ? refusedOf(questions, form) : undefined
}

/** What was sent after the link had closed, where this visit is the redirect after that; null on any other. */
function unsentIn(visit: Visit, sealing: Sealing, questions: readonly FormQuestion[]): UnsentText[] | null {
  if (!('unsent' in visit.query)) return null
  const form = visit.refused && openForm(sealing, visit.refused, `/r/${visit.secret}`)
  return form ? unsentTexts(questions, form) : []
}

const linkPage =
  (api: Api, sealing: Sealing) =>
  async (visit: Visit): Promise<Outcome> => {
    const token = visit.secret
    const link = { tx: api.db.tx, params: { token }, now: api.clock.now() }
    const { survey, terms, closedAt, ...read } = await respond.readSurvey(link, visit)
    const view = { ...read.view, isShared: visit.isShared && survey.by_code }
    visit.keepLanguage(`/r/${token}`)
    const hasReplies = await read.hasReplies()
    if (survey.state !== 'open')
      return {
        page: linkStatePage(view, {
          survey,
          terms,
          hasReplies,
          closedAt,
          token,
          unsent: unsentIn(visit, sealing, survey.questions),
        }),
      }
    const note = 'saved' in visit.query ? 'saved' : 'discarded' in visit.query ? 'discarded' : null
    const again = againIn(visit, sealing, survey.questions, `/r/${token}`)
    return { page: answerPage(view, survey, { token, attempt: visit.attempt, note, again, hasReplies }) }
  }

const receiptPage =
  (api: Api, sealing: Sealing) =>
  async (visit: Visit): Promise<Outcome> => {
    const receipt = visit.secret
    const { tx } = api.db
    const proof = await respond.findClosedProof(tx, receipt)
    if (proof) {
      visit.keepLanguage(`/receipts/${receipt}`)
      const language = languageFor(visit.wishes, null, proof.locale)
      const { title, author } = titleIn(proof, language)
      visit.view = branded(viewIn(language, author, proof.time_zone), proof)
      const promise = await respond.promiseOfProof(tx, proof, language)
      const contacts = await findContacts(tx, proof.organisation_id)
      const hasReplies = await respond.hasRepliesToProof(tx, proof)
      const more = { receipt, contacts, hasReplies, isTooLate: 'unsent' in visit.query }
      return { page: proofPage(visit.view, { ...proof, title }, promise, more) }
    }
    const read = await respond.readOwnAnswer({ tx, params: { receipt }, now: api.clock.now() }, visit.wishes)
    visit.keepLanguage(`/receipts/${receipt}`)
    // Only for as long as they are: anyone who has answered again and goes back finds their answers.
    if ('withdrawn' in visit.query && read.own.state === 'withdrawn')
      return { page: withdrawnPage(read.view, read.own, receipt) }
    const again = againIn(visit, sealing, read.own.questions, `/receipts/${receipt}`)
    const note = 'thanks' in visit.query ? 'thanks' : 'saved' in visit.query ? 'saved' : null
    const link = `${api.addresses.baseUrl}/receipts/${receipt}`
    return { page: ownAnswerPage(read, { receipt, link, note, again }) }
  }
