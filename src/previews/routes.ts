/** Previews over HTTP. */
import { previewCheckIn } from '../../contract/checkins.ts'
import { previewPulse } from '../../contract/pulses.ts'
import { type Api, route } from '../http/route.ts'
import * as previews from './previews.ts'

export function previewRoutes(api: Api): void {
  route(api, previewPulse, previews.previewPulse)
  route(api, previewCheckIn, previews.previewCheckIn)
}
