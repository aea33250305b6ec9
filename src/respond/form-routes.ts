/**
 * Form posts of the pages, and one-click unsubscribing by mail programs. Their addresses differ from the JSON ones, as forms have no
 * PATCH and no DELETE. A form that is refused comes back with what was typed, each fault beside its question. A form is answered
 * with a redirect, so that Back and Reload send nothing again; note 155 says which are not.
 * Source: RFC 8058 §3.1 (a post without cookies, as a form or as multipart/form-data).
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { readCode } from '../../contract/code-format.ts'
import { findSubscription, optIn, optOut, type Subscription } from '../delivery/delivery.ts'
import { wantsHtml } from '../http/page.ts'
import { type Api, refuseCode } from '../http/route.ts'
import { Problem, problem } from '../problem.ts'
import { withdrawOwnMessage, writeOwnMessage } from '../replies/replies.ts'
import { qrCodeOf } from '../qr-code.ts'
import type { Sealing } from '../sealing.ts'
import { answersOf, attemptOf, type Form, parseForm } from './form.ts'
import { type CodeFault, codeFaultOf, codePage, typingFaultOf } from './code-page.ts'
import { kioskThanksPage } from './kiosk-pages.ts'
import { findLook } from './look.ts'
import { ownAnswerPage } from './own-page.ts'
import { answerPage } from './pages.ts'
import { refusalIn, sealForm } from './refused-form.ts'
import * as respond from './respond.ts'
import { byPage, unsubscribePage } from './state-pages.ts'
import { branded, kioskAddress, languageFor, titleIn, type View, viewIn } from './view.ts'
import { type Outcome, page, type Visit } from './visit.ts'

type Make = (visit: Visit, form: Form, request: FastifyRequest) => Promise<Outcome>
type At = (method: 'GET' | 'POST', url: string, make: Make) => void

/** The least length of an attempt's secret: 16 characters of hex are 64 random bits. */
const attemptLengthMin = 16
const attemptLengthMax = 64

export function formRoutes(forms: FastifyInstance, api: Api, sealing: Sealing): void {
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
  // The body of a one-click post adds nothing to its address.
  forms.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, new Map()),
  )
  const at: At = (method, url, make) =>
    void forms.route({
      method,
      url,
      handler: (request, reply) =>
        page(api, { request, reply }, (visit) => {
          const form: Form = request.body instanceof Map ? request.body : new Map()
          return make(visit, form, request)
        }),
    })
  codeForms(at, api)
  strangeAddresses(api)
  formAddresses(at)
  linkForms(at, api, sealing)
  receiptForms(at, api, sealing)
  conversationForms(at, api)
  subscriptionForms(at, api, sealing)
}

/** An address that was cut, or has more than it had: anyone who was sent it is told what can be wrong, in their language. */
function strangeAddresses(api: Api): void {
  for (const root of ['r', 'receipts', 'conversations', 'replies'])
    api.app.nothingPages.set(root, (request, reply) =>
      page(api, { request, reply }, () => Promise.reject(problem('not_found'))),
    )
}

/** A phone that has put a page away asks again for its address, which may be that of a form: the page is where the form was. */
function formAddresses(at: At): void {
  for (const form of ['answer', 'save', 'discard', 'resubscribe'])
    at('GET', `/r/:token/${form}`, (visit) =>
      Promise.resolve({ to: `/r/${encodeURIComponent(visit.secret)}` }),
    )
  for (const form of ['edit', 'withdraw'])
    at('GET', `/receipts/:receipt/${form}`, (visit) =>
      Promise.resolve({ to: `/receipts/${encodeURIComponent(visit.secret)}` }),
    )
}

/** Typing the code of a slip. The address of the survey then has the code after its organisation, as its QR code has. */
function codeForms(at: At, api: Api): void {
  const pageAt = (visit: Visit, address: string): Outcome => ({
    page: codePage(visit.view, { address, typed: '', fault: null }),
  })
  const openAt =
    (address: string): Make =>
    async (visit, form, request) => {
      const typed = form.get('code')?.[0] ?? ''
      const opened = await openTyped(api, typed, request)
      if (!('fault' in opened)) return { to: `/r/${opened.token}?lang=${visit.view.language}` }
      if (address === kioskAddress) visit.view = await sharedView(api, visit)
      return { page: codePage(visit.view, { address, typed, fault: opened.fault }), status: opened.status }
    }
  at('GET', '/r/code', async (visit) => {
    visit.keepLanguage('/r/code')
    return pageAt(visit, '/r/code')
  })
  at('POST', '/r/code', openAt('/r/code'))
  at('GET', kioskAddress, async (visit) => {
    const { organisation, leave } = visit.query
    if (leave !== undefined) {
      visit.unshare()
      return { to: '/r/code' }
    }
    if (typeof organisation === 'string') {
      // The device keeps it, and the page that it starts over with has the same address everywhere.
      if (!(await findLook(api.db.tx, organisation))) throw problem('not_found')
      visit.share(organisation)
      return { to: kioskAddress }
    }
    visit.share(visit.organisationId)
    visit.view = await sharedView(api, visit)
    return pageAt(visit, kioskAddress)
  })
  at('POST', kioskAddress, openAt(kioskAddress))
}

/** As the organisation looks that the device was set up for, in its language unless somebody wants another. */
async function sharedView(api: Api, { view, wishes, organisationId }: Visit): Promise<View> {
  const look = organisationId === null ? undefined : await findLook(api.db.tx, organisationId)
  if (!look) return { ...view, isShared: true }
  const plain = viewIn(languageFor(wishes, null, look.locale))
  return { ...branded(plain, { ...look, organisation: look.name }), isShared: true }
}

/** @returns the code with its organisation, once it leads to an open survey; or what is wrong with it */
export async function openTyped(
  api: Api,
  typed: string,
  request: FastifyRequest,
): Promise<{ token: string } | { fault: CodeFault; status: number }> {
  const read = readCode(typed)
  if (read === 'mistyped') return { fault: typingFaultOf(typed), status: 422 }
  try {
    const token = await respond
      .tokenOfCode({ tx: api.db.tx, params: { token: read.code }, now: api.clock.now() })
      .catch((error: unknown) => refuseCode(api, request, error))
    return { token }
  } catch (error) {
    const fault = error instanceof Problem ? codeFaultOf(error) : null
    if (!(error instanceof Problem) || fault === null) throw error
    return { fault, status: error.status }
  }
}

function linkForms(at: At, api: Api, sealing: Sealing): void {
  const use = (token: string): respond.LinkUse => ({
    tx: api.db.tx,
    params: { token },
    now: api.clock.now(),
  })
  at('POST', '/r/:token/answer', async (visit, form) => {
    const token = visit.secret
    const address = `/r/${token}`
    const { survey, view, hasReplies } = await respond.readSurvey(use(token), visit)
    visit.view = { ...view, isShared: visit.isShared && survey.by_code }
    try {
      const body = { answers: answersOf(survey.questions, form), attempt: attemptOf(form) }
      const { receipt } = await respond.answerLink({ ...use(token), body, idempotencyKey: undefined })
      if (visit.view.isShared) {
        const link = `${api.addresses.baseUrl}/receipts/${receipt}`
        return { page: kioskThanksPage(visit.view, { title: survey.title, link, qr: qrCodeOf(link) }) }
      }
      if (visit.attempt !== null) visit.forget(address)
      visit.holdRefused(null, address)
      return { to: `/receipts/${receipt}?thanks&lang=${survey.language}` }
    } catch (error) {
      if (isOver(error)) {
        if (!survey.by_code) visit.holdRefused(sealForm(sealing, form, address), address)
        return { to: `${address}?unsent` }
      }
      const again = { form, refusal: refusalIn(error) }
      const sealed = survey.by_code ? null : sealForm(sealing, form, address)
      if (sealed !== null) return refusedAt(visit, sealed, address)
      const options = { token, attempt: visit.attempt, again, hasReplies: await hasReplies() }
      return { page: answerPage(visit.view, survey, options), status: again.refusal.status }
    }
  })
  at('POST', '/r/:token/save', async (visit, form, request) => {
    const token = visit.secret
    const { survey, view } = await respond.readSurvey(use(token), visit)
    visit.view = view
    const secret = attemptOf(form) ?? ''
    const attempt = secret.length >= attemptLengthMin ? secret : randomBytes(16).toString('hex')
    const body = { answers: answersOf(survey.questions, form), attempt }
    const isPage = wantsHtml(request)
    try {
      const saved = await respond.saveLink({ ...use(token), body }, { lenient: true })
      visit.remember(attempt, `/r/${token}`)
      // A draft that saves itself lacks what does not fit: Reload still finds that where the form was refused.
      visit.holdRefused(
        isPage || !visit.refused ? null : sealForm(sealing, form, `/r/${token}`),
        `/r/${token}`,
      )
      return isPage ? { to: `/r/${token}?saved` } : { json: saved }
    } catch (error) {
      if (!isPage || !isOver(error)) throw error
      return { to: `/r/${token}` }
    }
  })
  at('POST', '/r/:token/discard', async (visit) => {
    const token = visit.secret
    const headers = { 'sonde-attempt': visit.attempt ?? undefined }
    await respond.discardLink({ ...use(token), headers })
    visit.forget(`/r/${token}`)
    visit.holdRefused(null, `/r/${token}`)
    return { to: `/r/${token}?discarded` }
  })
}

function receiptForms(at: At, api: Api, sealing: Sealing): void {
  at('POST', '/receipts/:receipt/edit', (visit, form) =>
    whileOpen(visit, async (receipt, address) => {
      const use = { params: { receipt }, now: api.clock.now() }
      const read = await respond.readOwnAnswer({ ...use, tx: api.db.tx }, visit.wishes)
      visit.view = read.view
      const body = { answers: answersOf(read.own.questions, form) }
      try {
        await api.db.transaction((tx) => respond.editReceipt({ ...use, tx, body }))
        visit.holdRefused(null, address)
        return { to: `${address}?saved` }
      } catch (error) {
        const again = { form, refusal: refusalIn(error) }
        const sealed = sealForm(sealing, form, address)
        if (sealed !== null) return refusedAt(visit, sealed, address)
        const link = `${api.addresses.baseUrl}${address}`
        const options = { receipt, link, note: null, again }
        return { page: ownAnswerPage(read, options), status: again.refusal.status }
      }
    }),
  )
  at('POST', '/receipts/:receipt/withdraw', (visit) =>
    whileOpen(visit, async (receipt, address) => {
      const use = { params: { receipt }, now: api.clock.now() }
      await api.db.transaction((tx) => respond.withdrawReceipt({ ...use, tx }))
      visit.holdRefused(null, address)
      return { to: `${address}?withdrawn` }
    }),
  )
}

/** What a receipt's form does; once the survey has closed, its page says what became of the answers. */
async function whileOpen(
  visit: Visit,
  make: (receipt: string, address: string) => Promise<Outcome>,
): Promise<Outcome> {
  const address = `/receipts/${visit.secret}`
  try {
    return await make(visit.secret, address)
  } catch (error) {
    if (isOver(error)) return { to: `${address}?unsent` }
    throw error
  }
}

function conversationForms(at: At, api: Api): void {
  at('POST', '/conversations/:key/send', async (visit, form) => {
    const key = visit.secret
    const text = (form.get('text')?.[0] ?? '').slice(0, limits.messageTextLengthMax)
    const attempt = form.get('attempt')?.[0]?.slice(0, attemptLengthMax) || null
    // An empty message is none.
    if (text.trim() === '') return { to: `/conversations/${key}` }
    await api.db.transaction((tx) => writeOwnMessage(tx, { key, text, attempt }, api.clock.now()))
    return { to: `/conversations/${key}?sent` }
  })
  at('POST', '/conversations/:key/withdraw', async (visit, form) => {
    const key = visit.secret
    const id = form.get('message')?.[0] ?? ''
    await api.db.transaction((tx) => withdrawOwnMessage(tx, { key, id }, api.clock.now()))
    return { to: `/conversations/${key}?withdrawn` }
  })
  for (const form of ['send', 'withdraw'])
    at('GET', `/conversations/:key/${form}`, (visit) =>
      Promise.resolve({ to: `/conversations/${encodeURIComponent(visit.secret)}` }),
    )
}

function subscriptionForms(at: At, api: Api, sealing: Sealing): void {
  const pageOf = (visit: Visit, subscription: Subscription, undone = false): Outcome => {
    visit.keepLanguage(`/r/${visit.secret}`)
    const { member_locale: memberLocale, organisation_locale: organisationLocale } = subscription
    const language = languageFor(visit.wishes, memberLocale, organisationLocale)
    const locale = subscription.language ?? organisationLocale
    const { title, author } = titleIn({ ...subscription, locale }, language)
    const view = branded(viewIn(language, author), subscription)
    return { page: unsubscribePage(view, { ...subscription, title }, { token: visit.secret, undone }) }
  }
  const address = ({ secret }: Visit): string => `/r/${secret}/unsubscribe`
  at('GET', '/r/:token/unsubscribe', async (visit) =>
    pageOf(visit, await findSubscription(api.db.tx, sealing, visit.secret), 'resubscribed' in visit.query),
  )
  at('POST', '/r/:token/unsubscribe', async (visit, form) => {
    const left = await api.db.transaction((tx) => optOut(tx, sealing, visit.secret, api.clock.now()))
    return form.has(byPage) ? { to: address(visit) } : pageOf(visit, left)
  })
  at('POST', '/r/:token/resubscribe', async (visit, form) => {
    const back = await api.db.transaction((tx) => optIn(tx, sealing, visit.secret))
    return form.has(byPage) ? { to: `${address(visit)}?resubscribed` } : pageOf(visit, back, true)
  })
}

/** What a link has become while its form was filled in: its page says it. */
const isOver = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'already_answered' || error.code === 'collection_closed')

function refusedAt(visit: Visit, sealed: string, address: string): Outcome {
  visit.holdRefused(sealed, address)
  return { to: `${address}?refused` }
}
