/**
 * The peer of the `token` row: the certified provider library oidc-provider, which issues client_credentials tokens into its own in-memory
 * adapter, where ours writes a durable row.
 */
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type PeerTold = { clientId: string; clientSecret: string }

function start({ clientId, clientSecret }: PeerTold): void {
  const provider = new Provider('http://127.0.0.1', {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    scopes: ['pulses:read'],
  })
  const server = provider.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  )
}

process.once('message', start)
process.on('disconnect', () => process.exit(0))
