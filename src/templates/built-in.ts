/** The templates of the service. Their ids and the ids of their questions never change: trends join on them. */
import type { Template, TemplateText } from '../../contract/templates.ts'
import { askMe } from './ask-me.ts'
import { confidentialCheckIn } from './confidential-check-in.ts'
import { engagementDrivers } from './engagement-drivers.ts'
import { enps } from './enps.ts'
import { incidentReview } from './incident-review.ts'
import { onboarding } from './onboarding.ts'
import { retrospective } from './retrospective.ts'
import { waysOfWorking } from './ways-of-working.ts'
import { weeklyCheckIn } from './weekly-check-in.ts'

/** Of everybody, so without how often it was used. */
export type TemplateContent = Omit<Template, 'usage'>

const texts: readonly TemplateText[] = [
  confidentialCheckIn,
  weeklyCheckIn,
  retrospective,
  engagementDrivers,
  enps,
  incidentReview,
  onboarding,
  askMe,
  waysOfWorking,
]

const asShipped = {
  origin: 'built_in',
  description: null,
  language: 'en',
  translations: {},
  author_user_id: null,
  version: 1,
  comparable_since: 1,
  created_at: null,
  updated_at: null,
  deleted_at: null,
} as const

export const templates: readonly TemplateContent[] = texts.map((text) => ({
  ...asShipped,
  ...text,
  suggested: {
    ...text.suggested,
    recurrence: text.suggested.recurrence ? { ...text.suggested.recurrence, on_holiday: 'skip' } : null,
    lifecycle: text.suggested.lifecycle ?? null,
    low_participation: null,
    rotation: null,
  },
}))

export const findBuiltIn = (id: string): TemplateContent | undefined =>
  templates.find((template) => template.id === id)
