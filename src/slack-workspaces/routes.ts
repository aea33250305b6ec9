/** The Slack workspaces of an organisation over HTTP, and the way back from Slack. */
import * as contract from '../../contract/slack.ts'
import { type Api, route } from '../http/route.ts'
import {
  callbackPath,
  connectSlackWorkspace,
  disconnectSlackWorkspace,
  type Installing,
  listSlackWorkspaces,
  startSlackInstallation,
} from './slack-workspaces.ts'

export function slackWorkspaceRoutes(api: Api, installing: Installing): void {
  route(api, contract.listSlackWorkspaces, listSlackWorkspaces)
  route(api, contract.startSlackInstallation, (call) => startSlackInstallation(installing, call))
  // Slack is a stranger: no connection to the database is held meanwhile.
  const alone = { single: true }
  route(api, contract.connectSlackWorkspace, (call) => connectSlackWorkspace(installing, call), alone)
  route(api, contract.disconnectSlackWorkspace, (call) => disconnectSlackWorkspace(installing, call), alone)

  /**
   * Slack sends the browser here. The code goes on to the page, where only the signed-in person who started can use it: whoever else
   * follows a link to this address connects nothing. It is behind the #, which no log and no referrer has.
   */
  api.app.get(callbackPath, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const passed = ['code', 'state', 'error'].flatMap((name) => {
      const value = query.get(name)
      return value !== null && /^[\w.~-]{1,500}$/.test(value) ? [[name, value]] : []
    })
    const page = `${api.addresses.developerUrl}/app/settings/slack`
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${page}#${new URLSearchParams(passed).toString()}`, 303)
  })
}
