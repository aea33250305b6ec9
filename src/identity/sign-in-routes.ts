/**
 * How the developer site's pages sign people in: the files of the sign-in, what its script needs to know of the provider,
 * and the page that the provider sends people back to. The same for the embedded provider and for any other.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { textsOf } from '../../locales/catalogue.ts'
import { html, sendPage, serveFile } from '../http/page.ts'
import { card, languageOfBrowser } from './page.ts'
import { addressOf, networkOf } from '../http/network.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { problem } from '../problem.ts'
import { callbackPath, exchangePath, type SignIns } from './sign-in-provider.ts'

const pages = new URL('../../web/consent/', import.meta.url)

/** A code and a verifier are at most a few hundred characters. */
const exchangeBytesMax = 8_192

/** Where the page sends the code of a client that has a secret: as it would send it to the provider (RFC 6749 §4.1.3). */
function exchangeRoute(app: FastifyInstance, { exchange }: SignIns, limiter: RateLimiter): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body)),
    )
    scope.post<{ Params: { id: string }; Body: URLSearchParams | undefined }>(
      `${exchangePath}/:id`,
      { bodyLimit: exchangeBytesMax },
      async (request, reply) => {
        // Each asks the provider in our name: a stranger's codes must not become a flood of them.
        await limiter.take(`sign-in ${networkOf(addressOf(request))}`, 'guess')
        const [code, verifier] = ['code', 'code_verifier'].map((name) => request.body?.get(name))
        if (!code || !verifier) throw problem('invalid_request', { detail: 'Name the code and its verifier' })
        const { status, body } = await exchange(request.params.id, { code, verifier })
        return reply.code(status).header('cache-control', 'no-store').send(body)
      },
    )
    done()
  })
}

export function signInRoutes(app: FastifyInstance, signIns: SignIns, limiter: RateLimiter): void {
  const { provider, providers } = signIns
  exchangeRoute(app, signIns, limiter)
  serveFile(app, '/assets/consent.css', new URL('consent.css', pages))
  serveFile(app, '/assets/sign-in.js', new URL('sign-in.js', pages))
  serveFile(app, '/assets/callback.js', new URL('callback.js', pages))
  serveFile(app, '/assets/oauth4webapi.js', new URL(import.meta.resolve('oauth4webapi')))

  app.get('/sign-in/provider', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return provider(textIn(request.query, 'id'))
  })
  app.get('/sign-in/providers', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return providers(textIn(request.query, 'organisation') ?? '')
  })

  const callback = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
    // When the provider is away, the page's script can say so better.
    const known = await provider(id).catch(() => null)
    const language = languageOfBrowser(request)
    const say = textsOf('sign_in', language)
    const page = card({
      language,
      title: say('under_way'),
      body: html`<h1>${say('under_way')}</h1>
        <p id="status" role="status">${say('moment')}</p>
        <p class="actions" hidden id="retry"><a class="button primary" href="/">${say('restart')}</a></p>`,
      script: '/assets/callback.js',
      texts: {
        failed: say('failed'),
        cancelled: say('cancelled'),
        trouble: say('trouble'),
        other_tab: say('other_tab'),
        other_provider: say('other_provider'),
      },
    })
    return sendPage(reply, page, { connect: known ? [new URL(known.token_endpoint).origin] : [] })
  }
  app.get(callbackPath, (request, reply) => callback(request, reply))
  app.get(`${callbackPath}/:id`, (request, reply) => callback(request, reply, textIn(request.params, 'id')))
}

/** A parameter that occurs once. */
function textIn(parameters: unknown, name: string): string | undefined {
  const value = new Map(Object.entries(parameters ?? {})).get(name)
  return typeof value === 'string' ? value : undefined
}
