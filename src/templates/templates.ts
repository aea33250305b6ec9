/** The templates, and how to find one. Ids, and the ids of their questions, are kept for ever: trends join on them. */
import { type Template } from '../../contract/templates.ts'
import { problem } from '../problem.ts'
import { askMe } from './ask-me.ts'
import { engagementDrivers } from './engagement-drivers.ts'
import { enps } from './enps.ts'
import { incidentReview } from './incident-review.ts'
import { onboarding } from './onboarding.ts'
import { retrospective } from './retrospective.ts'
import { weeklyCheckIn } from './weekly-check-in.ts'

export const templates: readonly Template[] = [
  weeklyCheckIn,
  retrospective,
  engagementDrivers,
  enps,
  incidentReview,
  onboarding,
  askMe,
]

export const listTemplates = (kind: Template['kind'] | undefined): { templates: Template[] } => ({
  templates: templates.filter((template) => kind === undefined || template.kind === kind),
})

/** @throws not_found */
export function getTemplate(id: string): Template {
  const template = templates.find((one) => one.id === id)
  if (!template) throw problem('not_found')
  return template
}
