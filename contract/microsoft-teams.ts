/**
 * Microsoft tenants of the organisation, in which the app for Microsoft Teams asks people. An administrator of the tenant signs in at Microsoft,
 * which sends them back with a code (/teams/oauth/callback); only the person who started can use it, once and within minutes. A tenant belongs to
 * one organisation at a time.
 */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, pageOfConnections, paging, stamps, strict } from './fields.ts'
import type { FileReply, Operation } from './operation.ts'
import { Type } from './schema.ts'

/** app_blocked  an administrator of the tenant has blocked the app in Teams */
export const tenantPauseReasons = ['app_blocked'] as const
export type TenantPauseReason = (typeof tenantPauseReasons)[number]

export const MicrosoftTenant = Type.Object(
  {
    id: Type.String(),
    tenant_id: Type.String({ description: 'as Microsoft Entra names the tenant: a UUID' }),
    name: Type.String({ description: 'the domain of the administrator who connected it' }),
    state: oneOf(['connected', 'paused'] as const),
    paused_because: nullable(oneOf(tenantPauseReasons)),
    paused_at: nullable(instant),
    connected_at: instant,
    ...stamps,
  },
  { title: 'MicrosoftTenant' },
)

const admin = { tag: 'Organisation', caller: 'session', action: 'organisation.manage' } as const
const params = Type.Object({ id: id('mst') })
const path = '/api/microsoft-teams/tenants'

export const listMicrosoftTenants = {
  id: 'listMicrosoftTenants',
  method: 'GET',
  path,
  summary: 'List Microsoft tenants',
  ...admin,
  query: strict(paging),
  status: 200,
  response: pageOfConnections('microsoft_tenants', MicrosoftTenant),
  errors: ['invalid_cursor'],
} as const satisfies Operation

const texts = Type.Object({ short: Type.String(), full: Type.String() })

/** The manifest of the app, for its package. It holds no secret: anyone who installs the app reads it. */
export const MicrosoftTeamsManifest = Type.Object(
  {
    $schema: Type.String(),
    manifestVersion: Type.String(),
    version: Type.String(),
    id: Type.String({ description: 'the Application (client) ID of the operator’s registration' }),
    developer: Type.Object({
      name: Type.String(),
      websiteUrl: Type.String(),
      privacyUrl: Type.String(),
      termsOfUseUrl: Type.String(),
    }),
    name: texts,
    description: texts,
    icons: Type.Object({ color: Type.String(), outline: Type.String() }),
    accentColor: Type.String(),
    bots: Type.Array(
      Type.Object({
        botId: Type.String(),
        scopes: Type.Array(Type.String()),
        supportsFiles: Type.Boolean(),
        isNotificationOnly: Type.Boolean(),
      }),
    ),
    validDomains: Type.Array(Type.String()),
  },
  { title: 'MicrosoftTeamsManifest' },
)

export const getMicrosoftTeamsManifest = {
  id: 'getMicrosoftTeamsManifest',
  method: 'GET',
  path: '/api/microsoft-teams/manifest',
  summary: 'Get the manifest for Microsoft Teams',
  description:
    'For a package with texts or icons of your own: `manifest.json` in a zip with two icons, `color.png` and `outline.png`.',
  ...admin,
  status: 200,
  response: Type.Object({ manifest: MicrosoftTeamsManifest }, { title: 'MicrosoftTeamsPackage' }),
  errors: ['microsoft_teams_not_set_up'],
} as const satisfies Operation

export const getMicrosoftTeamsPackage = {
  id: 'getMicrosoftTeamsPackage',
  method: 'GET',
  path: '/api/microsoft-teams/package',
  summary: 'Download the app for Microsoft Teams',
  description:
    'A zip of the manifest and its two icons: the file that the Teams admin centre takes, as it is. It has an ETag, and is sent in part if the request asks for a range.',
  ...admin,
  status: 200,
  file: true,
  response: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
  errors: ['microsoft_teams_not_set_up', 'range_not_satisfiable'],
} as const satisfies Operation

export const startMicrosoftConnection = {
  id: 'startMicrosoftConnection',
  method: 'POST',
  path: '/api/microsoft-teams/connections',
  summary: 'Start connecting a Microsoft tenant',
  description:
    'Open `authorize_url` in a browser and sign in as an administrator of the tenant (Global or Teams Administrator). Microsoft sends you back with a code and the state, which only you can use, once, within ten minutes.',
  ...admin,
  fresh: true,
  status: 201,
  response: Type.Object(
    { authorize_url: Type.String(), expires_at: instant },
    { title: 'MicrosoftConnection' },
  ),
  errors: ['microsoft_teams_not_set_up', 'unprocessable'],
} as const satisfies Operation

export const connectMicrosoftTenant = {
  id: 'connectMicrosoftTenant',
  method: 'POST',
  path,
  summary: 'Connect a Microsoft tenant',
  description:
    'With the code and the state that Microsoft sent. A tenant that another organisation has connected is refused: 409 `conflict`.',
  ...admin,
  rate: 'bulk',
  body: strict(
    {
      code: Type.String({ minLength: 1, maxLength: 4000 }),
      state: Type.String({ minLength: 1, maxLength: 100 }),
    },
    { title: 'MicrosoftCode' },
  ),
  status: 201,
  response: MicrosoftTenant,
  errors: ['microsoft_teams_not_set_up', 'conflict', 'unprocessable', 'unavailable'],
} as const satisfies Operation

export const disconnectMicrosoftTenant = {
  id: 'disconnectMicrosoftTenant',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Disconnect a Microsoft tenant',
  description:
    'Nobody is asked in the tenant any more, and clicks there answer nothing. Messages go by the next channel of each recipient. The app stays installed in Teams until it is removed there.',
  ...admin,
  fresh: true,
  params,
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type MicrosoftTenant = Static<typeof MicrosoftTenant>
export type MicrosoftTeamsManifest = Static<typeof MicrosoftTeamsManifest>
