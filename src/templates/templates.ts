/** The templates. Their IDs, and the IDs of their questions, never change, because trends rely on them. */
import type * as contract from '../../contract/templates.ts'
import { type Reply } from '../../contract/operation.ts'
import { type Call } from '../call.ts'
import { problem } from '../problem.ts'
import { askMe } from './ask-me.ts'
import { engagementDrivers } from './engagement-drivers.ts'
import { enps } from './enps.ts'
import { incidentReview } from './incident-review.ts'
import { onboarding } from './onboarding.ts'
import { retrospective } from './retrospective.ts'
import { weeklyCheckIn } from './weekly-check-in.ts'

export const templates: readonly contract.Template[] = [
  weeklyCheckIn,
  retrospective,
  engagementDrivers,
  enps,
  incidentReview,
  onboarding,
  askMe,
]

export const listTemplates = async ({
  query: { kind },
}: Call<typeof contract.listTemplates>): Promise<Reply<typeof contract.listTemplates>> => ({
  templates: templates.filter((template) => kind === undefined || template.kind === kind),
})

/** @throws not_found */
export async function getTemplate({
  params: { id },
}: Call<typeof contract.getTemplate>): Promise<contract.Template> {
  const template = templates.find((one) => one.id === id)
  if (!template) throw problem('not_found')
  return template
}
