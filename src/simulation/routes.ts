/** The simulator over HTTP. */
import { simulateConfidentiality } from '../../contract/simulation.ts'
import { type Api, route } from '../http/route.ts'
import { simulateSurvey } from './simulation.ts'

export function simulationRoutes(api: Api): void {
  // It only reads: no connection is held while it computes, and a repeated call gives the same reply.
  route(api, simulateConfidentiality, simulateSurvey, { single: true })
}
