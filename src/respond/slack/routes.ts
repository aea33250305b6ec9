/**
 * POST /slack/interactions: Slack reports clicks as a form with one field, `payload`. A request that Slack did not sign gets 401,
 * every request 404 where answering in Slack is not set up. Slack waits three seconds; our messages go through its API.
 */
import { problem } from '../../problem.ts'
import type { Api } from '../../http/route.ts'
import { isSignedBySlack } from './signature.ts'
import { type Interactions, takeInteraction } from './slack.ts'

export function slackRoutes({ app, clock }: Api, setup: Interactions | null): void {
  app.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, body),
    )
    forms.post('/slack/interactions', async (request, reply) => {
      if (setup === null) throw problem('not_found')
      const body = String(request.body)
      const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = request.headers
      const now = clock.now()
      if (!isSignedBySlack(setup.signingSecret, { timestamp, signature, body }, now))
        throw problem('unauthorized')
      await takeInteraction(setup, payloadOf(body), now)
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
