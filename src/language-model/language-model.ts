/**
 * The optional language model. It finds words for what the engine has found: names for emergent themes, drivers that they are
 * about, and a summary. It is off unless the operator has set one up, the organisation has agreed to it, and the promise
 * said so when the collection opened.
 *
 * What leaves for it are comments that everyone may read anyway: redacted, from at least k_comment people, after close, never one
 * that speaks of harm. What comes back touches no figure, no quote and no action (findings.ts), and no word of it is shown that one or
 * two answers may have put there (wording.ts). It is asked as due work, outside of any transaction; findings stand before, and
 * stay as they are at any failure.
 */
import { randomUUID } from 'node:crypto'
import { byClock, recordAudit } from '../audit/audit.ts'
import { type Collection, findCollection } from '../collection/collection.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { everyone, type QuestionCell, questionMeasure } from '../cells/cells.ts'
import { released } from '../confidentiality/confidentiality.ts'
import { type Db, type Tx } from '../db/db.ts'
import { type Phrase } from '../insights/insights.ts'
import { type DueTask } from '../jobs/jobs.ts'
import { isText } from '../questions/questions.ts'
import { hasHarmSignal } from '../text/text.ts'
import { inWordsOf } from './findings.ts'
import { type Given, phrasingOf, Unphrased } from './phrasing.ts'
import { promptVersion } from './prompt.ts'
import { askOf, hostOf, type Provider } from './provider.ts'
import * as store from './store.ts'

export { hostOf } from './provider.ts'
export { forgetPhrasing } from './store.ts'

/** Kept words for the findings of a collection, or none: for every time that they are made. */
export async function phraseOf(tx: Tx, ref: CollectionRef): Promise<Phrase | undefined> {
  const said = await store.findPhrasing(tx, ref)
  return said && ((findings) => inWordsOf(said, findings))
}

/** In the transaction of the analysis. */
export async function wantWords(
  tx: Tx,
  ref: CollectionRef,
  provider: Provider | null,
  now: Date,
): Promise<void> {
  if (provider) await store.insertDue(tx, ref, hostOf(provider), now)
}

const attemptsMax = 3
const leaseMs = 900_000
/** For all requests about one collection. */
const patienceMs = 600_000
const retryMs = 300_000

type Work = {
  db: Db
  provider: Provider | null
  /** Makes the findings of a closed collection anew, with the words that are kept by then. */
  regenerate: (tx: Tx, collection: Collection, now: Date) => Promise<unknown>
}

export const wordsTask = ({ db, provider, regenerate }: Work): DueTask => ({
  name: 'collection.words',
  everyMs: 1000,
  run: async (now, aside) => {
    if (!provider) return 0
    const host = hostOf(provider)
    const claimed = await store.claimDue(db.tx, host, now, new Date(now.getTime() + leaseMs), aside)
    if (!claimed) return 0
    const ref = { organisationId: claimed.organisation_id, collectionId: claimed.collection_id }
    const given = await givenOf(db.tx, ref)
    const ended = { provider: host, model: provider.model }
    try {
      await auditAsked(db.tx, provider, claimed, given, now)
      const phrasing = await phrasingOf(askOf(provider), given, AbortSignal.timeout(patienceMs))
      await db.transaction(async (tx) => {
        await store.lockCollection(tx, ref)
        if ((await store.endWith(tx, ref, host, { ...ended, phrasing, outcome: 'said' }, now)) === 0) return
        await regenerate(tx, (await findCollection(tx, ref))!, now)
      })
    } catch (error) {
      if (!(error instanceof Unphrased)) throw error
      const isLast = claimed.attempts >= attemptsMax || error.cause === undefined
      if (isLast)
        await store.endWith(db.tx, ref, host, { ...ended, phrasing: null, outcome: error.message }, now)
      else await store.retryAt(db.tx, ref, new Date(now.getTime() + retryMs * claimed.attempts))
    }
    return 1
  },
})

/** What everyone may read of a closed collection, and nothing else. */
async function givenOf(tx: Tx, ref: CollectionRef): Promise<Given> {
  const { questions } = (await findCollection(tx, ref))!
  const texts = questions.filter(isText).map(({ id }) => questionMeasure(id))
  const shown = (await released<QuestionCell>(tx, ref, texts)).filter(({ teamId }) => teamId === everyone)
  return {
    questions: shown.map(({ cells }) =>
      cells.flatMap(({ comments }) => comments).filter((text) => !hasHarmSignal(text)),
    ),
    themes: await store.themesOf(tx, ref),
    names: await store.namesOf(tx, ref.organisationId),
    seed: randomUUID(),
  }
}

/** Before anything leaves. */
const auditAsked = (
  tx: Tx,
  provider: Provider,
  { organisation_id: organisationId, owner_id: target }: store.Claimed,
  { questions }: Given,
  at: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'language_model.asked',
    target,
    detail: {
      provider: hostOf(provider),
      model: provider.model,
      prompt_version: promptVersion,
      questions: questions.length,
    },
    at,
  })
