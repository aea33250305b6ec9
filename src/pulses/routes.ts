/** Pulses over HTTP. */
import * as contract from '../../contract/pulses.ts'
import { deliveriesOf, linksOf, namedResponsesOf, refOf } from '../collection/collection.ts'
import { paged } from '../db/paging.ts'
import { liveRoute, type Streams } from '../http/live.ts'
import { type Api, route } from '../http/route.ts'
import { problem } from '../problem.ts'
import { lookAtPulses } from './live.ts'
import * as pulses from './pulses.ts'

type Handed = { streams: Streams; insights: pulses.Insights }

export function pulseRoutes(api: Api, { streams, insights }: Handed): void {
  route(api, contract.listPulses, ({ actor, query }) => pulses.listPulses(api.db, actor, query))
  route(api, contract.createPulse, ({ tx, actor: user, body, now }) =>
    pulses.createPulse(tx, user, body, now),
  )
  route(api, contract.getPulse, ({ tx, actor, params }) => pulses.getPulse(tx, actor, params.id))
  route(api, contract.updatePulse, ({ tx, actor: user, params, body, ifMatch, now }) =>
    pulses.updatePulse(tx, user, params.id, body, ifMatch, now),
  )
  route(api, contract.deletePulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.deletePulse(tx, user, params.id, ifMatch, insights, now),
  )

  route(api, contract.schedulePulse, ({ tx, actor: user, params, body, ifMatch, now }) =>
    pulses.schedulePulse(tx, user, params.id, body.opens_at, ifMatch, now),
  )
  route(api, contract.unschedulePulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.unschedulePulse(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.openPulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.openPulse(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.extendPulse, ({ tx, actor: user, params, body, ifMatch, now }) =>
    pulses.extendPulse(tx, user, params.id, body.closes_at, ifMatch, now),
  )
  route(api, contract.remindPulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.remindPulse(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.closePulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.closePulse(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.cancelPulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.cancelPulse(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.archivePulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.archivePulse(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.restorePulse, ({ tx, actor: user, params, ifMatch, now }) =>
    pulses.restorePulse(tx, user, params.id, ifMatch, insights, now),
  )
  route(api, contract.duplicatePulse, ({ tx, actor: user, params, body, now }) =>
    pulses.duplicatePulse(tx, user, params.id, body.title, now),
  )

  liveRoute(api, streams, contract.getPulseLive, (watched) => lookAtPulses(api.db.tx, watched))
  route(api, contract.getPulseResults, ({ tx, actor, params, now }) =>
    pulses.pulseResults(tx, actor, params.id, now),
  )
  route(api, contract.getPulseConfidentiality, ({ tx, actor, params }) =>
    pulses.pulseConfidentiality(tx, actor, params.id),
  )
  route(api, contract.getPulseDeliveries, async ({ tx, actor, params }) => {
    const { collection } = await pulses.collectionOfPulse(tx, actor, params.id)
    return collection ? deliveriesOf(tx, refOf(collection)) : { deliveries: [] }
  })
  route(api, contract.getPulseLinks, async ({ tx, actor: user, params, query }) => {
    const collection = await pulses.ownOpenCollection(tx, user, params.id)
    return linksOf(tx, collection, api.addresses.baseUrl, paged(`links of ${collection.id}`, query))
  })
  route(api, contract.getPulseResponses, async ({ tx, actor: user, params, query, now }) => {
    const { collection } = await pulses.collectionOfPulse(tx, user, params.id)
    if (!collection) throw problem('names_not_promised')
    return namedResponsesOf(tx, user, collection, paged(`responses of ${collection.id}`, query), now)
  })
}
