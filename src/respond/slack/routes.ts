/**
 * POST /slack/interactions: where Slack tells of clicks, as a form with one field `payload`. Whoever is not Slack gets 401,
 * and 404 where answering in Slack is not set up. Slack waits three seconds; what it is told back goes by its own API.
 */
import { problem } from '../../problem.ts'
import { type Api } from '../../http/route.ts'
import { isSlacks } from './signature.ts'
import { type Interactions, takeInteraction } from './slack.ts'

export function slackRoutes({ app, clock }: Api, it: Interactions | null): void {
  app.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, body),
    )
    forms.post('/slack/interactions', async (request, reply) => {
      if (it === null) throw problem('not_found')
      const body = request.body as string
      const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = request.headers
      const now = clock.now()
      if (!isSlacks(it.signingSecret, { timestamp, signature, body }, now)) throw problem('unauthorized')
      await takeInteraction(it, payloadOf(body), now)
      return reply.header('cache-control', 'no-store').send()
    })
    done()
  })
}

function payloadOf(body: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(body).get('payload') ?? '')
  } catch {
    throw problem('invalid_request', { detail: 'payload is not JSON' })
  }
}
