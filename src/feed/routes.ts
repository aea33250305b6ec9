/** The feed over HTTP. A call may wait for the next event. */
import * as contract from '../../contract/events.ts'
import type { Arrivals } from '../events/events.ts'
import { type Api, route } from '../http/route.ts'
import { listEvents } from './feed.ts'

export function feedRoutes(api: Api, arrivals: Arrivals): void {
  route(api, contract.listEvents, listEvents, {
    waiting: {
      begin: ({ query: { wait = 0, cursor, start } }, actor) => {
        // What is newest changes while a call waits: it gets its cursor at once.
        if (wait === 0 || (cursor === undefined && start !== undefined && start !== 'oldest')) return null
        return {
          ...arrivals.wait(actor, wait),
          hasCome: ({ events, has_more }) => events.length > 0 || has_more,
        }
      },
    },
  })
}
