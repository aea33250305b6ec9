/** Sends the page of the step that a sign-in at the embedded provider has reached. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import { type Markup, sendPage } from '../http/page.ts'
import type { Addresses } from '../http/server.ts'
import { failurePage, languageOfBrowser } from './page.ts'
import type { Progress, Refusal, SignInSteps } from './second-factor/sign-in-steps.ts'
import { codesPage, enrolmentPage, factorPage } from './second-factor/step-pages.ts'
import { type DemoPerson, signInPage } from './sign-in-page.ts'

type Setup = { addresses: Addresses; demoPersons: readonly DemoPerson[]; steps: SignInSteps }

type Place = { progress: Progress | null; refusal?: Refusal; codes?: readonly string[]; email?: string }

/** From the throttle: try again later. All other refusals are about what was sent. */
const statusOf = (refusal: Refusal | undefined): number =>
  refusal === undefined ? 200 : refusal === 'crowded' ? 429 : 400

export function signInPages({ addresses, demoPersons, steps }: Setup) {
  const pageOf = async (request: FastifyRequest, place: Place): Promise<Markup> => {
    const { progress, codes = [], email = '' } = place
    const language = languageOfBrowser(request)
    const refusal = place.refusal ? textsOf('sign_in', language)(place.refusal) : null
    const page = { language, action: request.url.split('?', 1)[0], refusal }
    if (progress?.step === 'enrolment')
      return enrolmentPage({ ...page, setup: await steps.setupOf(progress.accountId, progress.secret) })
    if (progress?.step === 'codes') return codesPage(page, codes)
    const hasPasskeys = await steps.offersPasskeys(progress?.accountId ?? null)
    return progress
      ? factorPage({ ...page, hasPasskeys })
      : signInPage({ ...page, email, demoPersons, hasPasskeys })
  }
  return {
    send: async (request: FastifyRequest, reply: FastifyReply, place: Place): Promise<FastifyReply> =>
      sendPage(reply, await pageOf(request, place), {
        status: statusOf(place.refusal),
        forms: [addresses.developerUrl],
      }),
    sendExpired: (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const language = languageOfBrowser(request)
      const say = textsOf('sign_in', language)
      const [title, text] = [say('expired_title'), say('expired_text')]
      return sendPage(reply, failurePage({ language, title, text, requestId: request.id }), { status: 400 })
    },
  }
}
