/** The occurrences of surveys over HTTP. */
import { listOccurrences as operation } from '../../contract/occurrences.ts'
import { type Api, route } from '../http/route.ts'
import { listOccurrences } from './occurrences.ts'

export function occurrenceRoutes(api: Api): void {
  route(api, operation, listOccurrences)
}
