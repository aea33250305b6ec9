/**
 * The manifest of the app for Microsoft Teams, made of the operator's registration and the address of this service. The app's package is a zip of
 * it and of two icons (app-package.ts). Source: the schema of manifests of Teams, version 1.17.
 */
import type { MicrosoftTeamsManifest } from '../../contract/microsoft-teams.ts'

export const appManifest = (appId: string, baseUrl: string): MicrosoftTeamsManifest => ({
  $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.17/MicrosoftTeams.schema.json',
  manifestVersion: '1.17',
  version: '1.0.0',
  id: appId,
  developer: { name: 'Sonde', websiteUrl: baseUrl, privacyUrl: baseUrl, termsOfUseUrl: baseUrl },
  name: { short: 'Sonde', full: 'Sonde' },
  description: {
    short: 'Answer short surveys in Teams',
    full: 'Surveys of your organisation arrive as messages, and are answered on a card or by a link.',
  },
  icons: { color: 'color.png', outline: 'outline.png' },
  accentColor: '#FFFFFF',
  bots: [{ botId: appId, scopes: ['personal'], supportsFiles: false, isNotificationOnly: false }],
  validDomains: [new URL(baseUrl).hostname],
})
