/** The list of surveys over HTTP. */
import * as contract from '../../contract/surveys.ts'
import { type Api, route } from '../http/route.ts'
import { countSurveys, listSurveys } from './surveys.ts'

export function surveyRoutes(api: Api): void {
  route(api, contract.listSurveys, listSurveys)
  route(api, contract.countSurveys, countSurveys)
}
