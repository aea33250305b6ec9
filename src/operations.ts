/** Every operation of the contract, bound to its rule. A room that serves operations is a line here. */
import { actionRoutes } from './actions/routes.ts'
import { analyse } from './analysis.ts'
import { auditRoutes } from './audit/routes.ts'
import { auditNoticeRoutes } from './audit-notices/routes.ts'
import * as checkIns from './checkins/checkins.ts'
import { checkInRoutes } from './checkins/routes.ts'
import { collectionRoutes } from './collection/routes.ts'
import { alertRoutes } from './confidentiality/alerts/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { directoryRoutes } from './directory/routes.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { followUpRoutes } from './follow-ups/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { endExports } from './exports/exports.ts'
import { exportRoutes } from './exports/routes.ts'
import { forgetPinsOf } from './insights/insights.ts'
import { insightRoutes } from './insights/routes.ts'
import { occurrenceRoutes } from './occurrences/routes.ts'
import type { Arrivals } from './events/events.ts'
import { hostOf, phraseOf } from './language-model/language-model.ts'
import { translationRoutes } from './language-model/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { endOrganisationExports } from './offboarding/offboarding.ts'
import { offboardingRoutes } from './offboarding/routes.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { pastSurveyRoutes } from './past-surveys/routes.ts'
import * as privacy from './privacy/privacy.ts'
import { previewRoutes } from './previews/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import * as pulses from './pulses/pulses.ts'
import { pulseRoutes } from './pulses/routes.ts'
import { conversationRoutes } from './replies/replies.ts'
import { replyRoutes } from './replies/routes.ts'
import { respondRoutes } from './respond/routes.ts'
import { microsoftTeamsRoutes } from './respond/microsoft-teams/routes.ts'
import { slackRoutes } from './respond/slack/routes.ts'
import { microsoftSignIn } from './microsoft-tenants/microsoft-tenants.ts'
import { microsoftTenantRoutes } from './microsoft-tenants/routes.ts'
import { slackWorkspaceRoutes } from './slack-workspaces/routes.ts'
import { responseRoutes } from './responses/routes.ts'
import { directorySyncRoutes } from './scim/routes.ts'
import * as scim from './scim/scim.ts'
import { simulationRoutes } from './simulation/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { surveyRoutes } from './surveys/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { usageRoutes } from './usage/routes.ts'
import { userRoutes } from './users/routes.ts'
import * as users from './users/users.ts'
import { leakedSecrets, type Receivers } from './webhooks/webhooks.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Channels } from './channels/channels.ts'
import type { Config } from './config.ts'
import type { Streams } from './http/live.ts'
import type { Api } from './http/route.ts'
import type { Identity } from './identity/identity.ts'
import type { OAuth } from './oauth/oauth.ts'

/** What the operations need of the parts of the application. */
type Parts = {
  readonly api: Api
  readonly arrivals: Arrivals
  readonly channels: Channels
  readonly config: Config
  readonly identity: Identity
  readonly oauth: OAuth
  readonly receivers: Receivers
  readonly streams: Streams
}

export function bindOperations({
  config,
  api,
  arrivals,
  channels,
  identity,
  oauth,
  receivers,
  streams,
}: Parts): void {
  const { db, addresses } = api
  oauthRoutes(api, {
    oauth,
    identity,
    leakedSecrets: [scim.leakedTokens, leakedSecrets(receivers)],
    publicApplications: config.publicApplications,
    guard: receivers.guard,
  })
  usageRoutes(api)
  directoryRoutes(api)
  directorySyncRoutes(api)
  const erasure = {
    forgetInvitations: users.forgetInvitationsOf,
    forgetRequests: privacy.forgetRequestsOf,
    forgetSynced: scim.forgetSynced,
    forgetPins: forgetPinsOf,
    endExports: [endOrganisationExports, endExports],
    analyse,
  }
  erasureRoutes(api, erasure)
  privacyRoutes(api, erasure)
  templateRoutes(api, checkIns.checkSuggestion)
  offboardingRoutes(api)
  const languageModelHost = config.languageModel && hostOf(config.languageModel)
  organisationRoutes(api, {
    languageModelHost,
    channelsForOperator: channels.forOperator,
    dnsServers: config.dnsServers,
  })
  userRoutes(api, identity)
  auditRoutes(api)
  auditNoticeRoutes(api)
  retentionRoutes(api)
  simulationRoutes(api)
  previewRoutes(api, { sending: channels, model: languageModelHost })
  translationRoutes(api, config.languageModel)
  pulseRoutes(api)
  checkInRoutes(api)
  collectionRoutes(api, streams, pulses.collectionSource)
  collectionRoutes(api, streams, checkIns.collectionSource)
  pastSurveyRoutes(api, analyse)
  actionRoutes(api)
  replyRoutes(api)
  conversationRoutes(api, [pulses.collectionSource, checkIns.collectionSource])
  followUpRoutes(api)
  alertRoutes(api)
  insightRoutes(api, phraseOf)
  responseRoutes(api)
  surveyRoutes(api)
  occurrenceRoutes(api)
  feedRoutes(api, arrivals)
  exportRoutes(api)
  webhookRoutes(api, receivers)
  mcpRoutes(api, receivers.sealing)
  respondRoutes(api, receivers.sealing)
  deliveryRoutes(api)
  const { signingSecret, app, apiUrl } = config.slack
  slackWorkspaceRoutes(api, {
    db,
    sealing: receivers.sealing,
    app: app && { ...app, apiUrl },
    apiUrl,
    baseUrl: () => addresses.baseUrl,
    clock: api.clock,
  })
  slackRoutes(
    api,
    channels.slack && signingSecret
      ? { db, slack: channels.slack, signingSecret, baseUrl: () => addresses.baseUrl }
      : null,
  )
  const { microsoftTeams } = config
  const baseUrl = () => addresses.baseUrl
  microsoftTenantRoutes(api, {
    db,
    signIn: microsoftTeams && microsoftSignIn(microsoftTeams),
    baseUrl,
    clock: api.clock,
  })
  microsoftTeamsRoutes(
    api,
    microsoftTeams && channels.teamsBot ? { db, bot: channels.teamsBot, app: microsoftTeams, baseUrl } : null,
  )
}
