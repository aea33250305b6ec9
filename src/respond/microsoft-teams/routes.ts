/**
 * What Teams sends: POST /teams/messages, activities of the Bot Framework as JSON. The token is checked before the body is read. 401 without a token of
 * the Bot Connector for our app; 403 where it is for another service than the activity names, or that is not the configured one; 404 where no app
 * is set up. Teams waits some seconds for the reply to an action on a card; everything else is answered with nothing.
 */
import type { FastifyRequest } from 'fastify'
import type { MicrosoftTeams } from '../../config.ts'
import { cardContentType } from '../../channels/channels.ts'
import type { Api } from '../../http/route.ts'
import { problem } from '../../problem.ts'
import { activityOf, serviceUrlIn } from './activity.ts'
import { linkPerson } from './added.ts'
import { type Answering, cardInReply } from './answers.ts'
import { type ConnectorToken, connectorTokens } from './connector-token.ts'

/** The size of an activity: the longest answers, and what Teams says beside them. */
const activityBytesMax = 262_144

type Setup = Omit<Answering, 'secret'> & { readonly app: MicrosoftTeams }

/** @param setup  null: no app is set up */
export function microsoftTeamsRoutes({ app: server, clock }: Api, setup: Setup | null): void {
  const readToken = setup && connectorTokens(setup.app)
  const tokens = new WeakMap<FastifyRequest, ConnectorToken>()
  server.post('/teams/messages', {
    bodyLimit: activityBytesMax,
    onRequest: async (request) => {
      if (readToken === null) throw problem('not_found')
      tokens.set(request, await readToken(request.headers.authorization))
    },
    handler: async (request, reply) => {
      const token = tokens.get(request)
      if (setup === null || token === undefined) throw problem('not_found')
      const now = clock.now()
      const { db, bot, app, baseUrl } = setup
      if (serviceUrlIn(request.body) !== token.serviceUrl || !bot.isOurs(token.serviceUrl))
        throw problem('access_denied', {
          internal: 'the activity names another service than its token, or than ours',
        })
      reply.header('cache-control', 'no-store')
      const activity = activityOf(request.body)
      if (!activity) return reply.send()
      const tenant = await bot.tenantOf(activity.tenantId)
      if (tenant) await bot.servedFrom(tenant, activity.serviceUrl)
      if (activity.kind === 'added') {
        if (tenant) await linkPerson({ db, bot }, tenant, activity, now)
        return reply.send()
      }
      const value = await cardInReply({ db, bot, baseUrl, secret: app.secret }, tenant, activity, now)
      return reply.send({ statusCode: 200, type: cardContentType, value })
    },
  })
}
