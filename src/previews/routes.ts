/** Previews over HTTP. */
import { previewCheckIn, sendCheckInTest } from '../../contract/checkins.ts'
import { previewPulse, sendPulseTest } from '../../contract/pulses.ts'
import { type Api, route } from '../http/route.ts'
import * as previews from './previews.ts'
import { sendCheckInTest as testCheckIn, sendPulseTest as testPulse } from './send-test.ts'

export function previewRoutes(api: Api, model: previews.ModelHost): void {
  route(api, previewPulse, (call) => previews.previewPulse(call, model))
  route(api, previewCheckIn, (call) => previews.previewCheckIn(call, model))
  route(api, sendPulseTest, testPulse)
  route(api, sendCheckInTest, testCheckIn)
}
