/** Past surveys over HTTP. */
import * as contract from '../../contract/imports.ts'
import { type Api, route } from '../http/route.ts'
import { type ImportHooks, importResponses } from './past-surveys.ts'

/** @param analyse  what a job does after a close; here instances are analysed one after the other */
export function pastSurveyRoutes(api: Api, analyse: ImportHooks['analyse']): void {
  // Transactions of its own: one for each instance.
  route(api, contract.importResponses, (call) => importResponses(call, analyse), { single: true })
}
