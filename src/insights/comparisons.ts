/** What the gate computes where two answers of one person are joined: pure statistics over the numbers that it hands in. */
import { type Collection, refOf } from '../collection/collection.ts'
import { releaseComparisons } from '../confidentiality/confidentiality.ts'
import type { Tx } from '../db/db.ts'
import { seedOf } from '../text/text.ts'
import { signFlipTest, spearman } from '../statistics/statistics.ts'
import { seedOfQuestions } from './finding.ts'

/** Once for a collection; later calls change nothing. */
export const compareInGate = (
  tx: Tx,
  collection: Collection,
  previousCollectionId: string | null,
): Promise<void> =>
  releaseComparisons(
    tx,
    refOf(collection),
    { previousId: previousCollectionId, questions: collection.questions },
    {
      signFlip: (differences) =>
        signFlipTest(differences, seedOf(`${seedOfQuestions(collection)} paired`))?.p ?? null,
      spearman,
    },
  )
