/** Previews over HTTP. */
import { previewCheckIn, sendCheckInTest } from '../../contract/checkins.ts'
import { previewPulse, sendPulseTest } from '../../contract/pulses.ts'
import { type Api, route } from '../http/route.ts'
import * as previews from './previews.ts'
import { sendCheckInTest as testCheckIn, sendPulseTest as testPulse } from './send-test.ts'

export function previewRoutes(api: Api): void {
  route(api, previewPulse, previews.previewPulse)
  route(api, previewCheckIn, previews.previewCheckIn)
  route(api, sendPulseTest, testPulse)
  route(api, sendCheckInTest, testCheckIn)
}
