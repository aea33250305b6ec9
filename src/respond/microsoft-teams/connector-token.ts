/**
 * Whether a request comes from the Bot Connector: a token that it signed, for our app, in force, by a key that Microsoft endorses for Teams, and for
 * the service that the activity names. Times are real time, as Microsoft knows no other.
 * Source: Bot Framework, "Authentication with the Bot Connector API", Connector to bot; RFC 8725.
 */
import { jwtVerify } from 'jose'
import type { MicrosoftTeams } from '../../config.ts'
import { metadataKeys, Unreachable } from '../../identity/identity.ts'
import { problem } from '../../problem.ts'

const issuer = 'https://api.botframework.com'
const channelId = 'msteams'
const skewSeconds = 300
const tokenBytesMax = 8_192

export type ConnectorToken = { readonly serviceUrl: string }

export type ReadConnectorToken = (authorization: string | undefined) => Promise<ConnectorToken>

/**
 * @throws unauthorized   there is no token, or it is not the Connector's for our app
 * @throws access_denied  it is, and its key is not for Teams
 * @throws unavailable    Microsoft's keys were never reachable
 */
export function connectorTokens({ appId, connectorUrl }: MicrosoftTeams): ReadConnectorToken {
  const keys = metadataKeys(`${connectorUrl}/.well-known/openidconfiguration`, issuer)
  return async (authorization) => {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined || token.length > tokenBytesMax) throw problem('unauthorized')
    const { payload, protectedHeader } = await jwtVerify(token, keys.key, {
      algorithms: ['RS256'],
      issuer,
      audience: appId,
      requiredClaims: ['exp', 'serviceurl'],
      clockTolerance: skewSeconds,
    }).catch((error: unknown) => {
      if (error instanceof Unreachable)
        throw problem('unavailable', { headers: { 'retry-after': '1' }, internal: error.message })
      throw problem('unauthorized', { internal: String(error) })
    })
    const { serviceurl: serviceUrl } = payload
    const { kid } = protectedHeader
    const endorsed = kid === undefined ? undefined : keys.memberOf(kid, 'endorsements')
    if (typeof serviceUrl !== 'string' || !Array.isArray(endorsed) || !endorsed.includes(channelId))
      throw problem('access_denied', { internal: 'the key of the token is not endorsed for Teams' })
    return { serviceUrl }
  }
}
