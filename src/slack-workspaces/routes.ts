/** The Slack workspaces of an organisation over HTTP, and the way back from Slack. */
import * as contract from '../../contract/slack.ts'
import { type Api, route } from '../http/route.ts'
import { registerCallbackRedirect } from '../http/oauth-callback.ts'
import {
  callbackPath,
  connectSlackWorkspace,
  disconnectSlackWorkspace,
  type Installing,
  listSlackWorkspaces,
  startSlackInstallation,
} from './slack-workspaces.ts'

export function slackWorkspaceRoutes(api: Api, installing: Installing): void {
  route(api, contract.listSlackWorkspaces, (call) => listSlackWorkspaces(installing, call))
  route(api, contract.startSlackInstallation, (call) => startSlackInstallation(installing, call))
  // Slack is a stranger: no connection to the database is held meanwhile.
  const alone = { single: true }
  route(api, contract.connectSlackWorkspace, (call) => connectSlackWorkspace(installing, call), alone)
  route(api, contract.disconnectSlackWorkspace, (call) => disconnectSlackWorkspace(installing, call), alone)
  registerCallbackRedirect(api, callbackPath, '/app/settings/slack')
}
