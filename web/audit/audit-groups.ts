/** Audit actions by what they are about, for choices among them. */
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Say } from '../messages.ts'
import type { auditTexts } from './audit-texts.ts'

type Group = Extract<Parameters<Say<typeof auditTexts>>[0], `group_${string}`>

/** “application.created” is of applications. */
const groups: Record<string, Group> = {
  application: 'group_applications',
  authorization_code: 'group_tokens',
  refresh_token: 'group_tokens',
  credential: 'group_tokens',
  grant: 'group_tokens',
  agent: 'group_surveys',
  directory: 'group_directory',
  history: 'group_directory',
  member: 'group_directory',
  team: 'group_directory',
  person: 'group_people',
  identity: 'group_people',
  invitation: 'group_people',
  identity_provider: 'group_providers',
  organisation: 'group_organisation',
  domain: 'group_organisation',
  alert: 'group_reading',
  figures: 'group_reading',
  responses: 'group_reading',
  audit: 'group_log',
  survey: 'group_surveys',
  hold: 'group_surveys',
  pulse: 'group_surveys',
  check_in: 'group_surveys',
  links: 'group_reading',
  recipients: 'group_surveys',
}

export const byGroup = <A extends AuditAction>(actions: readonly A[]): [Group, A[]][] => [
  ...Map.groupBy(actions, (action) => groups[action.split('.', 1)[0]] ?? 'group_other'),
]
