/**
 * How the developer site's pages sign people in: the files of the sign-in, what its script has to know of the provider,
 * and the page that the provider sends people back to. The same for the embedded provider and for any other.
 */
import { type FastifyInstance } from 'fastify'
import { html, sendPage, serveFile } from '../http/page.ts'
import { card } from './page.ts'
import { type SignInProvider } from './sign-in-provider.ts'

const pages = new URL('../../web/consent/', import.meta.url)

export function signInRoutes(app: FastifyInstance, provider: () => Promise<SignInProvider>): void {
  serveFile(app, '/assets/consent.css', new URL('consent.css', pages))
  serveFile(app, '/assets/sign-in.js', new URL('sign-in.js', pages))
  serveFile(app, '/assets/callback.js', new URL('callback.js', pages))
  serveFile(app, '/assets/oauth4webapi.js', new URL(import.meta.resolve('oauth4webapi')))

  app.get('/sign-in/provider', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return provider()
  })

  app.get('/sign-in/callback', async (_request, reply) => {
    // Its script tells better than we could here when the provider is away.
    const known = await provider().catch(() => null)
    const page = card(
      'Signing in',
      html`<h1>Signing in</h1>
        <p id="status" role="status">One moment.</p>
        <p class="actions" hidden id="retry"><a class="button primary" href="/">Start again</a></p>`,
      '/assets/callback.js',
    )
    return sendPage(reply, page, { connect: known ? [new URL(known.token_endpoint).origin] : [] })
  })
}
