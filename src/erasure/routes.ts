/** Erasure over HTTP. */
import { eraseMember } from '../../contract/members.ts'
import { type Api, route } from '../http/route.ts'
import * as erasure from './erasure.ts'

type Parts = Parameters<typeof erasure.eraseMember>[1]

export function erasureRoutes(api: Api, parts: Parts): void {
  route(api, eraseMember, (call) => erasure.eraseMember(call, parts))
}
