/** The simulator over HTTP. */
import { simulateConfidentiality } from '../../contract/simulation.ts'
import { type Api, route } from '../http/route.ts'
import { simulate } from './simulation.ts'

/** Only reads: it holds no connection while it computes, and a repeated call finds the same. */
export function simulationRoutes(api: Api): void {
  route(
    api,
    simulateConfidentiality,
    ({ tx, actor: { organisationId }, body }) => simulate(tx, organisationId, body),
    {
      single: true,
    },
  )
}
