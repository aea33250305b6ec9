/** Actions over HTTP. */
import * as contract from '../../contract/actions.ts'
import { type Api, route } from '../http/route.ts'
import * as actions from './actions.ts'

export function actionRoutes(api: Api): void {
  route(api, contract.listActions, ({ tx, actor, query, now }) => actions.listActions(tx, actor, query, now))
  route(api, contract.getAction, ({ tx, actor, params, now }) => actions.getAction(tx, actor, params.id, now))
  route(api, contract.updateAction, ({ tx, actor: user, params, body, ifMatch, now }) =>
    actions.updateAction(tx, user, params.id, body, ifMatch, now),
  )
}
