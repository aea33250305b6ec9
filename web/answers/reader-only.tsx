/** The link to answers by name where the promise names the reader, and nothing elsewhere. Its chunk is fetched for readers alone. */
import { lazy, Suspense } from 'react'
import type { Owner } from '../results/results-queries.ts'
import type { AnswersOfSurvey } from './answers-link.tsx'
import { useReadsNames } from './names-reader.ts'

const AnswersLink = lazy(() =>
  import('./answers-link.tsx').then(({ AnswersLink }) => ({ default: AnswersLink })),
)

type Props = { owner: Owner; of: AnswersOfSurvey }

export function AnswersForReaders({ owner, of }: Props) {
  return (
    useReadsNames(owner) && (
      <Suspense>
        <AnswersLink of={of} />
      </Suspense>
    )
  )
}
