/**
 * How a server ends: nothing new is taken, and what is at work is finished. Anyone who goes away in the middle of a request leaves its work
 * behind, so closed connections do not mean that nobody needs the database any more: admissions and handlers are counted.
 */
import type { FastifyInstance, RouteOptions } from 'fastify'

const idleLookMs = 50
const drainMs = 3_000

type Step = (this: FastifyInstance, ...values: never[]) => unknown

/**
 * Counts the work of all routes that are added from now on.
 * @returns closes the server once its requests are answered and its work has ended; a request or a reply that does not end is cut off after
 *   `drainMs`
 */
export function drainOf(server: FastifyInstance): () => Promise<void> {
  let atWork = 0
  let isEnding = false
  // The last answer of a connection says so, and its caller makes the next request elsewhere.
  server.server.prependListener('request', (_request, response) => {
    if (isEnding) response.shouldKeepAlive = false
  })
  const end = () => void atWork--
  const counted = <S extends Step>(step: S): S =>
    function (this: FastifyInstance, ...values: never[]) {
      const result = step.apply(this, values)
      if (result instanceof Promise) {
        atWork++
        result.then(end, end)
      }
      return result
    } as S
  server.addHook('onRoute', (route: RouteOptions) => {
    route.handler = counted(route.handler)
    if (typeof route.onRequest === 'function') route.onRequest = counted(route.onRequest)
  })
  return async () => {
    isEnding = true
    // Node ends connections that are idle when closing begins; one that becomes idle later would be kept for a minute.
    const looking = setInterval(() => server.server.closeIdleConnections(), idleLookMs)
    const endless = setTimeout(() => server.server.closeAllConnections(), drainMs)
    await server.close().finally(() => {
      clearInterval(looking)
      clearTimeout(endless)
    })
    // An admission that ends is followed by its handler at once, so one look at zero is the end.
    while (atWork > 0) await new Promise((resolve) => setTimeout(resolve, idleLookMs))
  }
}
