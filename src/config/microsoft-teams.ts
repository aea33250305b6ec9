/** The app for Microsoft Teams that the operator has registered at Microsoft. */

export type MicrosoftTeams = {
  readonly appId: string
  readonly secret: string
  /** The one tenant of an app for a single tenant; null: organisations connect tenants of their own. */
  readonly tenant: string | null
  /** Where Microsoft signs people and apps in. */
  readonly loginUrl: string
  /** Where the Bot Connector publishes the keys that sign its requests. */
  readonly connectorUrl: string
  /** Where Teams takes messages. Only this origin is called, whatever a request names. */
  readonly serviceUrl: string
  readonly perSecond: number
}

type Reading = {
  readonly text: (name: string) => string | null
  readonly url: (name: string, protocols: string[]) => string | null
  readonly perSecond: (name: string, fallback: number) => number
  readonly faults: string[]
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @returns null  there is no app */
export function microsoftTeams({ text, url, perSecond, faults }: Reading): MicrosoftTeams | null {
  const address = (name: string, usual: string): string =>
    (url(name, ['http:', 'https:']) ?? usual).replace(/\/$/, '')
  const identifier = (name: string): string | null => {
    const value = text(name)?.toLowerCase() ?? null
    if (value !== null && !uuid.test(value))
      faults.push(`${name} must be a UUID, as Microsoft Entra shows it`)
    return value
  }
  const appId = identifier('SONDE_TEAMS_APP_ID')
  const secret = text('SONDE_TEAMS_APP_SECRET')
  const tenant = identifier('SONDE_TEAMS_TENANT')
  if ((appId === null) !== (secret === null))
    faults.push('SONDE_TEAMS_APP_ID and SONDE_TEAMS_APP_SECRET need one another')
  if (appId === null && tenant !== null) faults.push('SONDE_TEAMS_TENANT needs SONDE_TEAMS_APP_ID')
  if (appId === null || secret === null) return null
  return {
    appId,
    secret,
    tenant,
    loginUrl: address('SONDE_TEAMS_LOGIN_URL', 'https://login.microsoftonline.com'),
    connectorUrl: address('SONDE_TEAMS_CONNECTOR_URL', 'https://login.botframework.com/v1'),
    serviceUrl: address('SONDE_TEAMS_SERVICE_URL', 'https://smba.trafficmanager.net/teams'),
    perSecond: perSecond('SONDE_TEAMS_PER_SECOND', 20),
  }
}
