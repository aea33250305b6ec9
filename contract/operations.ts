/** Every operation of the API, in the order of the reference. Each one needs a route and an access test. */
import * as actions from './actions.ts'
import * as alerts from './alerts.ts'
import * as addressChanges from './address-changes.ts'
import * as answering from './answering.ts'
import * as audit from './audit.ts'
import * as auditNotices from './audit-notices.ts'
import * as checkins from './checkins.ts'
import * as conversations from './conversations.ts'
import * as confirmations from './confirmations.ts'
import * as deliveries from './deliveries.ts'
import * as events from './events.ts'
import * as holidays from './holidays.ts'
import * as identityProviders from './identity-providers.ts'
import * as directorySync from './directory-sync.ts'
import * as domains from './domains.ts'
import * as exportSchedules from './export-schedules.ts'
import * as exports from './exports.ts'
import * as figures from './figures.ts'
import * as imports from './imports.ts'
import * as insights from './insights.ts'
import * as instances from './instances.ts'
import * as members from './members.ts'
import * as microsoftTeams from './microsoft-teams.ts'
import * as grants from './grants.ts'
import * as oauth from './oauth.ts'
import type { Operation } from './operation.ts'
import * as occurrences from './occurrences.ts'
import * as organisation from './organisation.ts'
import * as invitations from './invitations.ts'
import * as offboarding from './offboarding.ts'
import * as people from './people.ts'
import * as privacy from './privacy.ts'
import * as pulses from './pulses.ts'
import * as replies from './replies.ts'
import * as requests from './requests.ts'
import * as slack from './slack.ts'
import * as simulation from './simulation.ts'
import * as responses from './responses.ts'
import * as retention from './retention.ts'
import * as secondFactor from './second-factor.ts'
import * as surveys from './surveys.ts'
import * as teams from './teams.ts'
import * as templates from './templates.ts'
import * as translationProposals from './translation-proposals.ts'
import * as trends from './trends.ts'
import * as webhooks from './webhooks.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'caller' in value

export const operations: readonly Operation[] = [
  surveys,
  occurrences,
  pulses,
  checkins,
  translationProposals,
  instances,
  holidays,
  templates,
  teams,
  members,
  addressChanges,
  imports,
  responses,
  deliveries,
  events,
  webhooks,
  simulation,
  insights,
  figures,
  trends,
  actions,
  replies,
  conversations,
  exports,
  exportSchedules,
  organisation,
  domains,
  slack,
  microsoftTeams,
  directorySync,
  offboarding,
  privacy,
  retention,
  people,
  secondFactor,
  invitations,
  identityProviders,
  audit,
  auditNotices,
  alerts,
  oauth,
  requests,
  grants,
  confirmations,
  answering,
]
  .flatMap((noun) => Object.values(noun))
  .filter(isOperation)
