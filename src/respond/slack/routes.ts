/**
 * What Slack sends: POST /slack/interactions for clicks, a form with one field `payload`, and POST /slack/events for reports, as JSON. The
 * signature is checked over the bytes before anything is parsed. A request that Slack did not sign gets 401, every request 404 where the
 * signing secret is not set. Slack waits three seconds; our messages go through its API.
 */
import type { FastifyRequest } from 'fastify'
import { problem } from '../../problem.ts'
import { parseJson } from '../../http/json-gate.ts'
import type { Api } from '../../http/route.ts'
import { takeReport } from './events.ts'
import { type HomeTab, homeTab } from './home.ts'
import { isSignedBySlack } from './signature.ts'
import { type Interactions, takeInteraction } from './slack.ts'

const contentTypes = ['application/x-www-form-urlencoded', 'application/json']

export function slackRoutes({ app, clock }: Api, setup: Interactions | null): void {
  const home: HomeTab = setup === null ? async () => {} : homeTab(setup)
  const signed = (request: FastifyRequest, now: Date): { setup: Interactions; body: string } => {
    if (setup === null) throw problem('not_found')
    const body = String(request.body)
    const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = request.headers
    if (!isSignedBySlack(setup.signingSecret, { timestamp, signature, body }, now))
      throw problem('unauthorized')
    return { setup, body }
  }
  app.register((raw, _options, done) => {
    raw.removeContentTypeParser('application/json')
    raw.addContentTypeParser(contentTypes, { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    raw.post('/slack/interactions', async (request, reply) => {
      const now = clock.now()
      const { setup, body } = signed(request, now)
      const payload = parsed(new URLSearchParams(body).get('payload') ?? '')
      const answer = await takeInteraction(setup, payload, now)
      return reply.header('cache-control', 'no-store').send(answer ?? undefined)
    })
    raw.post('/slack/events', async (request, reply) => {
      const now = clock.now()
      const { setup, body } = signed(request, now)
      const isRepeated = request.headers['x-slack-retry-num'] !== undefined
      const report = { body: parsed(body), isRepeated }
      const answer = await takeReport({ db: setup.db, home }, report, now)
      return reply.header('cache-control', 'no-store').send(answer ?? undefined)
    })
    done()
  })
}

/** By the same rules as what comes to the API: what PostgreSQL cannot store fails here, and not with the answers beside it. */
function parsed(text: string): unknown {
  const value = parseJson(Buffer.from(text))
  if (value === undefined) throw problem('invalid_request', { detail: 'The body is not JSON' })
  return value
}
