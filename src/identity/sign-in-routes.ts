/**
 * How the developer site's pages sign people in: the files of the sign-in, what its script needs to know of the provider,
 * and the page that the provider sends people back to. The same for the embedded provider and for any other.
 */
import { type FastifyInstance, type FastifyReply } from 'fastify'
import { html, sendPage, serveFile } from '../http/page.ts'
import { card } from './page.ts'
import { callbackPath, type SignIns } from './sign-in-provider.ts'

const pages = new URL('../../web/consent/', import.meta.url)

export function signInRoutes(app: FastifyInstance, { provider, providers }: SignIns): void {
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

  const callback = async (reply: FastifyReply, id?: string) => {
    // When the provider is away the page's script says so better than we could here.
    const known = await provider(id).catch(() => null)
    const page = card(
      'Signing in',
      html`<h1>Signing in</h1>
        <p id="status" role="status">One moment.</p>
        <p class="actions" hidden id="retry"><a class="button primary" href="/">Start again</a></p>`,
      '/assets/callback.js',
    )
    return sendPage(reply, page, { connect: known ? [new URL(known.token_endpoint).origin] : [] })
  }
  app.get(callbackPath, (_request, reply) => callback(reply))
  app.get(`${callbackPath}/:id`, (request, reply) => callback(reply, textIn(request.params, 'id')))
}

/** A parameter that occurs once. */
function textIn(parameters: unknown, name: string): string | undefined {
  const value = new Map(Object.entries(parameters ?? {})).get(name)
  return typeof value === 'string' ? value : undefined
}
