/** Asking further, over HTTP. */
import { askFurther as operation } from '../../contract/replies.ts'
import { type Api, route } from '../http/route.ts'
import { askFurther } from './follow-ups.ts'

export function followUpRoutes(api: Api): void {
  route(api, operation, askFurther)
}
