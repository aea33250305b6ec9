/** Erasure over HTTP. */
import { eraseMember } from '../../contract/members.ts'
import { type Api, route } from '../http/route.ts'
import * as erasure from './erasure.ts'

export function erasureRoutes(api: Api, parts: erasure.ErasureParts): void {
  route(api, eraseMember, (call) => erasure.eraseMember(call, parts))
}
