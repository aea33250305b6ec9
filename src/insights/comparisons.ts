/** What the gate computes where answers of one person are joined: pure statistics over numbers that it hands in. */
import { type Question } from '../../contract/questions.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { releaseComparisons } from '../confidentiality/confidentiality.ts'
import { type Tx } from '../db/db.ts'
import { seedOf } from '../text/text.ts'
import { signFlipTest, spearman } from '../statistics/statistics.ts'

/** Once for a collection; later calls change nothing. */
export const compareInGate = (
  tx: Tx,
  ref: CollectionRef,
  previousCollectionId: string | null,
  questions: readonly Question[],
  seed: string,
): Promise<void> =>
  releaseComparisons(
    tx,
    ref,
    { previousId: previousCollectionId, questions },
    {
      signFlip: (differences) => signFlipTest(differences, seedOf(`${seed} paired`))?.p ?? null,
      spearman,
    },
  )
