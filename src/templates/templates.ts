/** The templates. Their ids and the ids of their questions never change: trends join on them. */
import type * as contract from '../../contract/templates.ts'
import type { Template, TemplateText } from '../../contract/templates.ts'
import type { Call } from '../call.ts'
import { problem } from '../problem.ts'
import { askMe } from './ask-me.ts'
import { engagementDrivers } from './engagement-drivers.ts'
import { enps } from './enps.ts'
import { incidentReview } from './incident-review.ts'
import { onboarding } from './onboarding.ts'
import { retrospective } from './retrospective.ts'
import { waysOfWorking } from './ways-of-working.ts'
import { weeklyCheckIn } from './weekly-check-in.ts'

const texts: readonly TemplateText[] = [
  weeklyCheckIn,
  retrospective,
  engagementDrivers,
  enps,
  incidentReview,
  onboarding,
  askMe,
  waysOfWorking,
]

export const templates: readonly Template[] = texts.map((text) => ({
  language: 'en',
  translations: {},
  ...text,
}))

export const listTemplates = async ({
  query: { kind },
}: Call<typeof contract.listTemplates>): Promise<{ templates: Template[] }> => ({
  templates: templates.filter((template) => kind === undefined || template.kind === kind),
})

/** @throws not_found */
export async function getTemplate({ params }: Call<typeof contract.getTemplate>): Promise<Template> {
  const template = templates.find(({ id }) => id === params.id)
  if (!template) throw problem('not_found')
  return template
}
