/** Directory sync over HTTP: what admins call, and what identity providers call. */
import * as contract from '../../contract/directory-sync.ts'
import { type Api, route } from '../http/route.ts'
import * as connection from './connection.ts'
import { scimRoutes } from './serving.ts'

export function directorySyncRoutes(api: Api): void {
  const { addresses } = api
  route(api, contract.getDirectorySync, (call) => connection.getDirectorySync(call, addresses.baseUrl))
  route(api, contract.updateDirectorySync, (call) => connection.updateDirectorySync(call, addresses.baseUrl))
  route(api, contract.listDirectorySyncChanges, connection.listDirectorySyncChanges)
  route(api, contract.createDirectorySyncToken, connection.createDirectorySyncToken)
  route(api, contract.revokeDirectorySyncToken, connection.revokeDirectorySyncToken)
  scimRoutes(api)
}
