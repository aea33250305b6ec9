/** Pulses over HTTP. What is read of their collections is bound in src/collection/routes.ts. */
import * as contract from '../../contract/pulses.ts'
import { type Api, route } from '../http/route.ts'
import * as pulses from './pulses.ts'
import * as archiving from './archiving.ts'
import * as transitions from './transitions.ts'

export function pulseRoutes(api: Api): void {
  route(api, contract.listPulses, pulses.listPulses)
  route(api, contract.createPulse, pulses.createPulse)
  route(api, contract.getPulse, pulses.getPulse)
  route(api, contract.updatePulse, pulses.updatePulse)
  route(api, contract.deletePulse, pulses.deletePulse)
  route(api, contract.duplicatePulse, pulses.duplicatePulse)
  route(api, contract.schedulePulse, transitions.schedulePulse)
  route(api, contract.unschedulePulse, transitions.unschedulePulse)
  route(api, contract.openPulse, transitions.openPulse)
  route(api, contract.extendPulse, transitions.extendPulse)
  route(api, contract.remindPulse, transitions.remindPulse)
  route(api, contract.closePulse, transitions.closePulse)
  route(api, contract.cancelPulse, transitions.cancelPulse)
  route(api, contract.archivePulse, archiving.archivePulse)
  route(api, contract.unarchivePulse, archiving.unarchivePulse)
  route(api, contract.restorePulse, pulses.restorePulse)
  route(api, contract.transferPulse, transitions.transferPulse)
}
