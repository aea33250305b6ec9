/**
 * The embedded provider's addresses: the library's own under /idp, and the sign-in page that it sends people to.
 * Passwords are chosen by people and can be guessed, so guesses are slowed down (throttle.ts); a right password works
 * however many wrong ones came before it.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Clock } from '../clock.ts'
import { type Tx } from '../db/db.ts'
import { type Addresses } from '../http/server.ts'
import { type Account, checkPassword, findAccountByEmail } from './accounts.ts'
import { embeddedMount, type EmbeddedProvider, startEmbeddedProvider } from './embedded-provider.ts'
import { networkOf } from './failed-sign-ins.ts'
import { signInPace } from './throttle.ts'
import { sendPage } from '../http/page.ts'
import { failurePage } from './page.ts'
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
  const pace = signInPace()
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
    sendPage(reply, signInPage({ action: request.url.split('?', 1)[0], email, refusal, demoPersons }), {
      status,
      forms: [addresses.developerUrl],
    })

  const sendOver = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(
      reply,
      failurePage({
        title: 'This sign-in is over',
        message:
          'It took too long, was finished already, or began in another browser. Go back to where you came from and try again.',
        requestId: request.id,
      }),
      { status: 400 },
    )

  const authenticate = async (
    form: URLSearchParams,
    request: FastifyRequest,
  ): Promise<Account | { refusal: string; status: number }> => {
    const demo = demoPersons.find(({ email }) => email === form.get('demo'))
    const account = demo && (await findAccountByEmail(tx, demo.email))
    if (account) return account
    const email = form.get('email')?.trim() ?? ''
    const found = await pace.attempt(email, networkOf(request.ip), () =>
      checkPassword(tx, email, form.get('password') ?? ''),
    )
    if (found === 'crowded')
      return {
        refusal: 'Many attempts are waiting for their turn. Try again in a few seconds.',
        status: 429,
      }
    return found ?? { refusal: 'E-mail or password is not right.', status: 400 }
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
        : sendOver(request, reply),
    )
    scope.post(path, async (request, reply) => {
      // Our pages send no referrer, and then browsers send `Origin: null`; this header tells where the form came from.
      if (request.headers['sec-fetch-site'] === 'cross-site') return sendOver(request, reply)
      const idp = await provider()
      if (!(await idp.isUnderWay(request.raw, reply.raw))) return sendOver(request, reply)
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
