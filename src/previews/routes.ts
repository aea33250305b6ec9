/** Previews over HTTP. */
import { previewCheckIn, sendCheckInTest } from '../../contract/checkins.ts'
import { previewPulse, sendPulseTest } from '../../contract/pulses.ts'
import { type Api, route } from '../http/route.ts'
import * as previews from './previews.ts'
import { sendCheckInTest as testCheckIn, sendPulseTest as testPulse } from './send-test.ts'

export function previewRoutes(api: Api, service: previews.Service): void {
  route(api, previewPulse, (call) => previews.previewPulse(call, service))
  route(api, previewCheckIn, (call) => previews.previewCheckIn(call, service))
  route(api, sendPulseTest, testPulse)
  route(api, sendCheckInTest, testCheckIn)
}
