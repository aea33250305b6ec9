/** Collections over HTTP: the same routes for pulses and for check-in instances. */
import { liveRoute, type Streams } from '../http/live.ts'
import { type Api, route } from '../http/route.ts'
import * as codes from './codes.ts'
import type { CollectionSource } from './collection.ts'
import * as named from './named-reads.ts'
import * as reads from './reads.ts'

export function collectionRoutes(api: Api, streams: Streams, source: CollectionSource): void {
  const { operations } = source
  liveRoute(api, streams, operations.getLive, (watched) => source.watch(api.db.tx, watched))
  route(api, operations.getResults, (call) => reads.getResults(call, source))
  route(api, operations.getConfidentiality, (call) => reads.getConfidentiality(call, source))
  route(api, operations.getDeliveries, (call) => reads.getDeliveries(call, source))
  route(api, operations.getProgress, (call) => reads.getProgress(call, source))
  route(api, operations.getLinks, (call) => reads.getLinks(call, source, api.addresses.baseUrl))
  route(api, operations.getCodes, (call) => codes.getCodes(call, source, api.addresses.baseUrl))
  route(api, operations.issueCodes, (call) => codes.issueCodes(call, source, api.addresses.baseUrl))
  route(api, operations.destroyCodes, (call) => codes.destroyCodes(call, source, api.addresses.baseUrl))
  route(api, operations.getResponses, (call) => named.getResponses(call, source))
  route(api, operations.getResponse, (call) => named.getResponse(call, source))
}
