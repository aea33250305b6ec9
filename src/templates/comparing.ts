/**
 * Whether figures of two versions of a template can be compared. Trends join on ids of questions, so an id has to stand for the same type
 * and scale; wording, labels and options may change, as from one instance of a check-in to the next.
 */
import type { FormQuestion, Question } from '../../contract/questions.ts'
import type { TemplateComparison } from '../../contract/templates.ts'
import { isAlike, partsOfForm } from '../questions/questions.ts'

type Version = { readonly version: number; readonly questions: readonly FormQuestion[] }

type Difference = TemplateComparison['questions'][number]

/** @param before  the version that is compared with */
export function compare(before: Version, questions: readonly FormQuestion[]): TemplateComparison {
  const after = new Map(partsOfForm(questions).map((part) => [part.id, part]))
  const differences = partsOfForm(before.questions).flatMap((part): Difference[] => {
    const reason = reasonFor(part, after.get(part.id))
    return reason ? [{ question_id: part.id, reason }] : []
  })
  return {
    version: before.version,
    comparable: differences.every(({ reason }) => reason === 'removed'),
    questions: differences,
  }
}

function reasonFor(before: Question, after: Question | undefined): Difference['reason'] | null {
  if (!after) return 'removed'
  if (before.type !== after.type) return 'type'
  return isAlike(before, after) ? null : 'scale'
}
