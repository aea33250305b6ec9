/** Actions over HTTP. */
import * as contract from '../../contract/actions.ts'
import { type Api, route } from '../http/route.ts'
import * as actions from './actions.ts'
import { createAction, deleteAction } from './own.ts'

export function actionRoutes(api: Api): void {
  route(api, contract.listActions, actions.listActions)
  route(api, contract.getAction, actions.getAction)
  route(api, contract.createAction, createAction)
  route(api, contract.updateAction, actions.updateAction)
  route(api, contract.deleteAction, deleteAction)
}
