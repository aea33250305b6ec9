/** The two hosts of the service: {base_url} for the API, {developer_url} for the workspace, which people sign in to. */
import type { FastifyRequest } from 'fastify'
import type { Addresses } from './server.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Where to redirect a request for a page of the developer site, or null if it is on the right host. Only requests to our own hosts are
 * redirected.
 */
export function developerAddressOf(
  { host, url }: FastifyRequest,
  { baseUrl, developerUrl }: Addresses,
): string | null {
  const home = new URL(developerUrl)
  const requested = URL.parse(`http://${host}`)
  if (!requested || requested.host === home.host) return null
  const isOurs = requested.host === new URL(baseUrl).host
  return isOurs || isSameMachine(requested, home) ? developerUrl + url : null
}

const isSameMachine = (one: URL, other: URL): boolean =>
  loopbackNames.includes(one.hostname) && loopbackNames.includes(other.hostname) && one.port === other.port

/** Whether a request names this service as its host: one that names another came by a name that somebody else points at us. */
export function isOurHost({ host }: FastifyRequest, { baseUrl }: Pick<Addresses, 'baseUrl'>): boolean {
  const requested = URL.parse(`http://${host}`)
  const ours = new URL(baseUrl)
  return requested !== null && (requested.host === ours.host || isSameMachine(requested, ours))
}
