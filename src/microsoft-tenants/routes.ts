/** The Microsoft tenants of an organisation over HTTP, and the way back from Microsoft. */
import * as contract from '../../contract/microsoft-teams.ts'
import { type Api, route } from '../http/route.ts'
import { registerCallbackRedirect } from '../http/oauth-callback.ts'
import {
  callbackPath,
  type Connecting,
  connectMicrosoftTenant,
  disconnectMicrosoftTenant,
  getMicrosoftTeamsManifest,
  getMicrosoftTeamsPackage,
  listMicrosoftTenants,
  startMicrosoftConnection,
} from './microsoft-tenants.ts'

export function microsoftTenantRoutes(api: Api, connecting: Connecting): void {
  route(api, contract.listMicrosoftTenants, (call) => listMicrosoftTenants(connecting, call))
  route(api, contract.getMicrosoftTeamsManifest, async () => getMicrosoftTeamsManifest(connecting))
  route(api, contract.getMicrosoftTeamsPackage, async () => getMicrosoftTeamsPackage(connecting), {
    file: (file) => file,
  })
  route(api, contract.startMicrosoftConnection, (call) => startMicrosoftConnection(connecting, call))
  // Microsoft is a stranger: no connection to the database is held meanwhile.
  route(api, contract.connectMicrosoftTenant, (call) => connectMicrosoftTenant(connecting, call), {
    single: true,
  })
  route(api, contract.disconnectMicrosoftTenant, disconnectMicrosoftTenant)
  registerCallbackRedirect(api, callbackPath, '/app/settings/microsoft-teams')
}
