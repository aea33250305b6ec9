/**
 * The embedded provider's addresses: the library's own under /idp, and the sign-in page that it sends people to.
 * Passwords are chosen by people and can be guessed, so guesses are slowed down (sign-in-throttle.ts); a right password works
 * however many wrong ones came before it.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import { type Clock } from '../clock.ts'
import { type Tx } from '../db/db.ts'
import { type Addresses } from '../http/server.ts'
import { type Account, checkPassword, findAccountByEmail } from './accounts.ts'
import { embeddedMount, type EmbeddedProvider, startEmbeddedProvider } from './embedded-provider.ts'
import { addressOf, networkOf } from '../http/network.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { sendPage } from '../http/page.ts'
import { failurePage, languageOfBrowser } from './page.ts'
import { type DemoPerson, signInPage } from './sign-in-page.ts'

type Setup = {
  app: FastifyInstance
  tx: Tx
  clock: Clock
  addresses: Addresses
  demoPersons: readonly DemoPerson[]
}

const formBytesMax = 4_096

export function embeddedRoutes({ app, tx, clock, addresses, demoPersons }: Setup): void {
  const throttle = signInThrottle()
  let starting: Promise<EmbeddedProvider> | undefined
  const provider = (): Promise<EmbeddedProvider> =>
    (starting ??= startEmbeddedProvider({ tx, ...addresses, now: clock.now() }).catch((error: unknown) => {
      starting = undefined
      throw error
    }))

  const sendSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    { email, refusal, status }: { email: string; refusal: string | null; status: number },
  ): FastifyReply =>
    sendPage(
      reply,
      signInPage({
        language: languageOfBrowser(request),
        action: request.url.split('?', 1)[0],
        email,
        refusal,
        demoPersons,
      }),
      { status, forms: [addresses.developerUrl] },
    )

  const sendExpired = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const language = languageOfBrowser(request)
    const say = textsOf('sign_in', language)
    const [title, text] = [say('expired_title'), say('expired_text')]
    return sendPage(reply, failurePage({ language, title, text, requestId: request.id }), { status: 400 })
  }

  const authenticate = async (
    form: URLSearchParams,
    request: FastifyRequest,
  ): Promise<Account | { refusal: string; status: number }> => {
    const demo = demoPersons.find(({ email }) => email === form.get('demo'))
    const account = demo && (await findAccountByEmail(tx, demo.email))
    if (account) return account
    const email = form.get('email')?.trim() ?? ''
    const found = await throttle.attempt(email, networkOf(addressOf(request)), () =>
      checkPassword(tx, email, form.get('password') ?? ''),
    )
    const say = textsOf('sign_in', languageOfBrowser(request))
    if (found === 'crowded') return { refusal: say('crowded'), status: 429 }
    return found ?? { refusal: say('incorrect'), status: 400 }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(String(body).replaceAll(/%00|\0/g, ''))),
    )
    const path = `${embeddedMount}/sign-in/:uid`
    scope.get(path, async (request, reply) =>
      (await (await provider()).isUnderWay(request.raw, reply.raw))
        ? sendSignIn(request, reply, { email: '', refusal: null, status: 200 })
        : sendExpired(request, reply),
    )
    scope.post(path, async (request, reply) => {
      // Our pages send no referrer, and then browsers send `Origin: null`; this header tells where the form came from.
      if (request.headers['sec-fetch-site'] === 'cross-site') return sendExpired(request, reply)
      const idp = await provider()
      if (!(await idp.isUnderWay(request.raw, reply.raw))) return sendExpired(request, reply)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const result = await authenticate(form, request)
      if ('refusal' in result)
        return sendSignIn(request, reply, { email: form.get('email') ?? '', ...result })
      reply.hijack()
      await idp.finishSignIn(request.raw, reply.raw, result.id)
      return reply
    })
  })

  app.register(async (scope) => {
    // The library reads bodies itself, with its own bounds.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of [embeddedMount, `${embeddedMount}/*`]) {
      scope.route({
        method: ['GET', 'POST', 'OPTIONS', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const idp = await provider()
          reply.hijack()
          reply.raw.setHeader('x-request-id', request.id)
          reply.raw.setHeader('x-content-type-options', 'nosniff')
          idp.handle(request.raw, reply.raw)
        },
      })
    }
  })
}
