/** Check-ins and their instances over HTTP. */
import * as contract from '../../contract/checkins.ts'
import * as instance from '../../contract/instances.ts'
import { deliveriesOf, linksOf, namedResponsesOf, refOf } from '../collection/collection.ts'
import { paged } from '../db/paging.ts'
import { liveRoute, type Streams } from '../http/live.ts'
import { type Api, route } from '../http/route.ts'
import { problem } from '../problem.ts'
import * as checkIns from './checkins.ts'
import * as instances from './instances.ts'
import * as transitions from './transitions.ts'
import { lookAtInstances } from './live.ts'

export function checkInRoutes(api: Api): void {
  route(api, contract.listCheckIns, ({ tx, actor, query }) => checkIns.listCheckIns(tx, actor, query))
  route(api, contract.createCheckIn, ({ tx, actor: user, body, now }) =>
    checkIns.createCheckIn(tx, user, body, now),
  )
  route(api, contract.getCheckIn, ({ tx, actor, params }) => checkIns.getCheckIn(tx, actor, params.id))
  route(api, contract.updateCheckIn, ({ tx, actor: user, params, body, ifMatch, now }) =>
    checkIns.updateCheckIn(tx, user, params.id, body, ifMatch, now),
  )
  route(api, contract.deleteCheckIn, ({ tx, actor: user, params, ifMatch, now }) =>
    checkIns.deleteCheckIn(tx, user, params.id, ifMatch, now),
  )

  route(api, contract.activateCheckIn, ({ tx, actor: user, params, ifMatch, now }) =>
    transitions.activateCheckIn(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.pauseCheckIn, ({ tx, actor: user, params, ifMatch, now }) =>
    transitions.pauseCheckIn(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.resumeCheckIn, ({ tx, actor: user, params, ifMatch, now }) =>
    transitions.resumeCheckIn(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.endCheckIn, ({ tx, actor: user, params, ifMatch, now }) =>
    transitions.endCheckIn(tx, user, params.id, ifMatch, now),
  )
  route(api, contract.archiveCheckIn, ({ tx, actor: user, params, ifMatch, now }) =>
    transitions.archiveCheckIn(tx, user, params.id, ifMatch, now),
  )

  route(api, contract.getCheckInSchedule, ({ tx, actor, params, query, now }) =>
    checkIns.checkInSchedule(tx, actor, params.id, query, now),
  )
  route(api, contract.getCheckInRecipients, ({ tx, actor, params }) =>
    checkIns.checkInRecipients(tx, actor, params.id),
  )
  route(api, contract.setCheckInRecipients, ({ tx, actor, params, body, now }) =>
    checkIns.changeRecipients(tx, actor, params.id, body, 'set', now),
  )
  route(api, contract.addCheckInRecipients, ({ tx, actor, params, body, now }) =>
    checkIns.changeRecipients(tx, actor, params.id, body, 'add', now),
  )
  route(api, contract.removeCheckInRecipients, ({ tx, actor, params, body, now }) =>
    checkIns.changeRecipients(tx, actor, params.id, body, 'remove', now),
  )
}

export function instanceRoutes(api: Api, streams: Streams): void {
  route(api, instance.listInstances, ({ tx, actor, query }) => {
    const { check_in_id: checkInId, ...rest } = query
    return instances.listInstances(tx, actor, checkInId ?? null, rest)
  })
  route(api, instance.listCheckInInstances, async ({ tx, actor, params, query }) => {
    await checkIns.find(tx, actor, params.id)
    return instances.listInstances(tx, actor, params.id, query)
  })
  route(api, instance.getInstance, ({ tx, actor, params }) => instances.getInstance(tx, actor, params.id))

  route(api, instance.openInstance, ({ tx, actor, params, ifMatch, now }) =>
    instances.openInstance(tx, actor, params.id, ifMatch, now),
  )
  route(api, instance.skipInstance, ({ tx, actor, params, body, ifMatch, now }) =>
    instances.skipInstance(tx, actor, params.id, body.reason, ifMatch, now),
  )
  route(api, instance.extendInstance, ({ tx, actor, params, body, ifMatch, now }) =>
    instances.extendInstance(tx, actor, params.id, body.closes_at, ifMatch, now),
  )
  route(api, instance.remindInstance, ({ tx, actor, params, ifMatch, now }) =>
    instances.remindInstance(tx, actor, params.id, ifMatch, now),
  )
  route(api, instance.closeInstance, ({ tx, actor, params, ifMatch, now }) =>
    instances.closeInstance(tx, actor, params.id, ifMatch, now),
  )
  route(api, instance.cancelInstance, ({ tx, actor, params, ifMatch, now }) =>
    instances.cancelInstance(tx, actor, params.id, ifMatch, now),
  )

  liveRoute(api, streams, instance.getInstanceLive, (watched) => lookAtInstances(api.db.tx, watched))
  route(api, instance.getInstanceResults, ({ tx, actor, params, now }) =>
    instances.instanceResults(tx, actor, params.id, now),
  )
  route(api, instance.getInstanceResponseRate, ({ tx, actor, params }) =>
    instances.instanceResponseRate(tx, actor, params.id),
  )
  route(api, instance.getInstanceConfidentiality, ({ tx, actor, params }) =>
    instances.instanceConfidentiality(tx, actor, params.id),
  )
  route(api, instance.getInstanceDeliveries, async ({ tx, actor, params }) => {
    const { collection } = await instances.collectionOfInstance(tx, actor, params.id)
    return collection ? deliveriesOf(tx, refOf(collection)) : { deliveries: [] }
  })
  route(api, instance.getInstanceLinks, async ({ tx, actor, params, query }) => {
    const collection = await instances.openCollectionOf(tx, actor, params.id)
    return linksOf(tx, collection, api.addresses.baseUrl, paged(`links of ${collection.id}`, query))
  })
  route(api, instance.getInstanceResponses, async ({ tx, actor: user, params, query, now }) => {
    const { collection } = await instances.collectionOfInstance(tx, user, params.id)
    if (!collection) throw problem('names_not_promised')
    return namedResponsesOf(tx, user, collection, paged(`responses of ${collection.id}`, query), now)
  })
}
