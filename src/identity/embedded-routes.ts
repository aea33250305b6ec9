/**
 * The embedded provider's addresses: the library's own under /idp, and the sign-in page that it sends people to.
 * Passwords are chosen by people and can be guessed, so guesses are slowed down (sign-in-throttle.ts); a right password works
 * however many wrong ones came before it. What follows it is in second-factor/sign-in-steps.ts.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { serveFile } from '../http/page.ts'
import type { Addresses } from '../http/server.ts'
import { checkPassword, findAccountByEmail } from './accounts.ts'
import {
  embeddedMount,
  type EmbeddedProvider,
  type SignInState,
  startEmbeddedProvider,
} from './embedded-provider.ts'
import { signInPages } from './embedded-pages.ts'
import { addressOf, networkOf } from '../http/network.ts'
import { sharedPoints } from '../http/shared-points.ts'
import { relatedOrigins } from './second-factor/passkeys.ts'
import { type Outcome, type Progress, signInSteps } from './second-factor/sign-in-steps.ts'
import { passkeyScript } from './second-factor/step-pages.ts'
import { signInThrottle, throttleWindowSeconds } from './sign-in-throttle.ts'
import type { DemoPerson } from './sign-in-page.ts'

type Setup = {
  app: FastifyInstance
  db: Pick<Db, 'tx' | 'named'>
  clock: Clock
  addresses: Addresses
  demoPersons: readonly DemoPerson[]
}

/** The answer of a passkey is the longest. */
const formBytesMax = 16_384

export function embeddedRoutes({ app, db, clock, addresses, demoPersons }: Setup): void {
  const { tx } = db
  const throttle = signInThrottle(sharedPoints(db, throttleWindowSeconds))
  const steps = signInSteps({ tx, addresses, throttle })
  const pages = signInPages({ addresses, demoPersons, steps })
  let starting: Promise<EmbeddedProvider> | undefined
  const provider = (): Promise<EmbeddedProvider> =>
    (starting ??= startEmbeddedProvider({ tx, ...addresses, now: clock.now() }).catch((error: unknown) => {
      starting = undefined
      throw error
    }))

  const authenticate = async (form: URLSearchParams, request: FastifyRequest): Promise<Outcome> => {
    const demo = demoPersons.find(({ email }) => email === form.get('demo'))
    const account = demo && (await findAccountByEmail(tx, demo.email))
    if (account) return steps.afterPassword(account)
    const email = form.get('email')?.trim() ?? ''
    const found = await throttle.attempt(email, networkOf(addressOf(request)), () =>
      checkPassword(tx, email, form.get('password') ?? ''),
    )
    if (found === 'crowded') return { kind: 'refused', refusal: 'crowded' }
    return found ? steps.afterPassword(found) : { kind: 'refused', refusal: 'incorrect' }
  }

  const proceed = async (
    state: SignInState,
    form: URLSearchParams,
    request: FastifyRequest,
  ): Promise<Outcome> => {
    const { progress, challenge } = state
    const now = clock.now()
    const isPassword = progress === null || form.has('email') || form.has('demo')
    const response = form.get('passkey')
    if (response !== null && (progress === null || progress.step === 'factor'))
      return steps.takePasskey(progress?.accountId ?? null, { challenge, response }, now)
    return isPassword ? authenticate(form, request) : steps.proceed(progress, form, now)
  }

  serveFile(app, passkeyScript, new URL('../../web/consent/passkey.js', import.meta.url))
  serveFile(
    app,
    '/assets/simplewebauthn-browser.js',
    new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
  )
  app.get('/.well-known/webauthn', async () => relatedOrigins(addresses))

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(String(body).replaceAll(/%00|\0/g, ''))),
    )
    const path = `${embeddedMount}/sign-in/:uid`
    scope.get(path, async (request, reply) => {
      const state = await (await provider()).stateOf(request.raw, reply.raw)
      return state
        ? pages.send(request, reply, { progress: state.progress })
        : pages.sendExpired(request, reply)
    })
    scope.post(path, async (request, reply) => {
      // Our pages send no referrer, and then browsers send `Origin: null`; this header tells where the form came from.
      if (request.headers['sec-fetch-site'] === 'cross-site') return pages.sendExpired(request, reply)
      const idp = await provider()
      const state = await idp.stateOf(request.raw, reply.raw)
      if (!state) return pages.sendExpired(request, reply)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const save = (progress: Progress | null): Promise<void> =>
        idp.saveState(request.raw, reply.raw, { progress, challenge: null })
      // A challenge is good for one answer, right or wrong.
      await save(form.has('restart') ? null : state.progress)
      if (form.has('restart')) return pages.send(request, reply, { progress: null })
      const outcome = await proceed(state, form, request)
      if (outcome.kind === 'finished') {
        reply.hijack()
        await idp.finishSignIn(request.raw, reply.raw, outcome)
        return reply
      }
      if (outcome.kind === 'refused') {
        const { refusal } = outcome
        // Anyone who goes back to the form of the password is asked for it again.
        const progress = refusal === 'incorrect' ? null : state.progress
        if (progress !== state.progress) await save(progress)
        return pages.send(request, reply, { progress, refusal, email: form.get('email') ?? '' })
      }
      await save(outcome.progress)
      return pages.send(request, reply, outcome)
    })
    scope.post(`${path}/passkey-options`, async (request, reply) => {
      const idp = await provider()
      const state = await idp.stateOf(request.raw, reply.raw)
      if (!state || request.headers['sec-fetch-site'] === 'cross-site')
        return pages.sendExpired(request, reply)
      const options = await steps.passkeyOptions(state.progress?.accountId ?? null)
      await idp.saveState(request.raw, reply.raw, { ...state, challenge: options.challenge })
      return reply.header('cache-control', 'no-store').send(options)
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
