/** A template as a file: what POST /api/templates takes, so that it can be brought into another organisation. Pure, and without schemas. */
import type { Template, TemplateDraft } from './templates.ts'

/** @returns neither ids nor people, and nothing of how the template was used */
export const templateFile = ({
  title,
  purpose,
  description,
  kind,
  suggested,
  questions,
  language,
  translations,
}: Template): TemplateDraft => ({
  title,
  purpose,
  description,
  kind,
  suggested,
  questions,
  language,
  translations,
})
