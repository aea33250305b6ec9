/**
 * The optional language model. It finds words for what the engine has found: names for emergent themes, the drivers that they are
 * about, and a summary. It is off unless the operator has set one up, the organisation has agreed to it, and the promise named it
 * when the collection opened.
 *
 * It receives comments that everyone may read anyway: redacted, from at least k_comment people, after close, never one that speaks
 * of harm. Its reply changes no figure, no quote and no action (findings.ts), and no word of it is shown that one or two answers
 * may have put there (wording.ts). It is asked as due work, outside of any transaction; findings exist before that, and stay as
 * they are at any failure.
 */
import { randomUUID } from 'node:crypto'
import { byClock, recordAudit } from '../audit/audit.ts'
import { type Collection, findCollection } from '../collection/collection.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { everyone, type QuestionCell, questionMeasure } from '../cells/cells.ts'
import { released } from '../confidentiality/confidentiality.ts'
import type { Db, Tx } from '../db/db.ts'
import { emergentThemes, type Phrase } from '../insights/insights.ts'
import type { DueTask } from '../jobs/jobs.ts'
import { isText } from '../questions/questions.ts'
import { hasHarmSignal } from '../text/text.ts'
import { inWordsOf } from './findings.ts'
import { phrasingOf, type PhrasingInput, Unphrased } from './phrasing.ts'
import { promptVersion } from './prompt.ts'
import { askOf, hostOf, type Provider } from './provider.ts'
import * as store from './store.ts'

export { hostOf } from './provider.ts'
export { deletePhrasing } from './store.ts'

/** The stored words for a collection's findings, where there are any: applied each time that the findings are computed. */
export async function phraseOf(tx: Tx, ref: CollectionRef): Promise<Phrase | undefined> {
  const words = await store.findPhrasing(tx, ref)
  return words && ((findings) => inWordsOf(words, findings))
}

/** In the transaction of the analysis. */
export async function requestWords(
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
const timeoutMs = 600_000
const retryMs = 300_000

type Work = {
  db: Db
  provider: Provider | null
  /** Computes the findings of a closed collection again, with the words that are stored by then. */
  regenerate: (tx: Tx, collection: Collection, now: Date) => Promise<unknown>
}

export const wordsTask = ({ db, provider, regenerate }: Work): DueTask => ({
  name: 'collection.words',
  everyMs: 1000,
  run: async (now, quarantined) => {
    if (!provider) return 0
    const host = hostOf(provider)
    const leaseEnds = new Date(now.getTime() + leaseMs)
    const claimed = await store.claimDue(db.tx, host, { now, leaseEnds }, quarantined)
    if (!claimed) return 0
    const ref = { organisationId: claimed.organisation_id, collectionId: claimed.collection_id }
    const input = await inputOf(db.tx, ref)
    const model = { provider: host, model: provider.model }
    try {
      await auditRequest(db.tx, claimed, { ...model, questions: input.questions.length }, now)
      const phrasing = await phrasingOf(askOf(provider), input, AbortSignal.timeout(timeoutMs))
      await db.transaction(async (tx) => {
        await store.lockCollection(tx, ref)
        if ((await store.endWith(tx, ref, { ...model, phrasing, outcome: 'said' }, now)) === 0) return
        await regenerate(tx, await getCollection(tx, ref), now)
      })
    } catch (error) {
      if (!(error instanceof Unphrased)) throw error
      const isLast = claimed.attempts >= attemptsMax || error.cause === undefined
      if (isLast) await store.endWith(db.tx, ref, { ...model, phrasing: null, outcome: error.message }, now)
      else await store.retryAt(db.tx, ref, new Date(now.getTime() + retryMs * claimed.attempts))
    }
    return 1
  },
})

/** A phrasing belongs to a collection, and is deleted before it. */
async function getCollection(tx: Tx, ref: CollectionRef): Promise<Collection> {
  const collection = await findCollection(tx, ref)
  if (!collection) throw new Error(`The collection ${ref.collectionId} of a phrasing is gone`)
  return collection
}

const themesMax = 12

/** What everyone may read of a closed collection, and nothing else. */
async function inputOf(tx: Tx, ref: CollectionRef): Promise<PhrasingInput> {
  const { questions } = await getCollection(tx, ref)
  const texts = questions.filter(isText).map(({ id }) => questionMeasure(id))
  const shown = (await released<QuestionCell>(tx, ref, texts)).filter(({ teamId }) => teamId === everyone)
  return {
    questions: shown.map(({ cells }) =>
      cells.flatMap(({ comments }) => comments).filter((text) => !hasHarmSignal(text)),
    ),
    themes: await emergentThemes(tx, ref, themesMax),
    names: await store.namesOf(tx, ref.organisationId),
    seed: randomUUID(),
  }
}

/** Written before anything is sent. */
const auditRequest = (
  tx: Tx,
  { organisation_id: organisationId, owner_id: target }: store.ClaimedRow,
  { provider, model, questions }: { provider: string; model: string; questions: number },
  at: Date,
): Promise<void> =>
  recordAudit(tx, {
    organisationId,
    actor: byClock,
    action: 'language_model.asked',
    target,
    detail: { provider, model, prompt_version: promptVersion, questions },
    at,
  })
