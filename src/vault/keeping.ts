/**
 * Submitted answers become rows. Answers of an organisation that arrive while others are being stored go together into the next call
 * (src/db/groups.ts), each with its own outcome; divided tables do it on the server of the organisation. Answers to a collection that is
 * being closed wait by themselves: they hold up no answer to another.
 *
 * What is locked, and in which order a group is written, is in migrations/0075_storing_answers.sql and 0080_answers_in_groups.sql.
 */
import { Unavailable } from '../caught.ts'
import { type Db, exists, manyPrepared, sql } from '../db/db.ts'
import { inGroups } from '../db/groups.ts'
import { bool, boolList, nullable, shape, text, textOrNullList } from '../db/shape.ts'
import { named, newResponseId, sha256 } from '../ids.ts'
import { contentOf, type Holder, type Submission } from './answers.ts'
import { savedKeyOf, lockOf, receiptOf, repeatKeyOf, respondentKeyOf } from './seal.ts'

const statement = {
  name: 'keep_answers',
  shape: shape({ written: textOrNullList, open: textOrNullList, held: boolList }),
  text: `
      select written, open, held
      from keep_answers($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
}

/** The statement for an answer that nothing else waits with. */
const loneStatement = {
  name: 'keep_lone_answer',
  shape: shape({ written: nullable(text), open: nullable(text), held: bool }),
  text: `
      select written, open, held
      from keep_lone_answer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
}

/** An answer as the functions take it: `values` are their arguments, or elements of their arrays, from the lock of the link on. */
type Call = { organisationId: string; collectionId: string; values: readonly unknown[]; bytes: number }

/** The row that was written, the collection if it was open, and whether somebody held it: nothing was done then. */
type Outcome = { written: string | null; open: string | null; held: boolean }
type Keep = (call: Call) => Promise<Outcome>

/** About 5 ms of a database: nobody waits longer for those who came before. */
const answersMax = 50
/** What those of one statement weigh at most, since all of it is in memory several times. */
const bytesMax = 2_000_000

const keepers = new WeakMap<Db, Keep>()

function keeperOf(db: Db): Keep {
  const known = keepers.get(db)
  if (known) return known
  const groups = (isWaiting: boolean, keyOf: (call: Call) => string): Keep => {
    const several = async (calls: readonly Call[]): Promise<Outcome[]> => {
      const [{ organisationId, values }] = calls
      const columns = values.map((_, at) => calls.map((call) => call.values[at]))
      const [{ written, open, held }] = await manyPrepared(db, statement, [
        organisationId,
        isWaiting,
        ...columns,
      ])
      return calls.map((_, at) => ({ written: written[at], open: open[at], held: held[at] }))
    }
    return inGroups<Call, Outcome>(db, {
      keyOf,
      organisationOf: ({ organisationId }) => organisationId,
      weightMax: bytesMax,
      weightOf: ({ bytes }) => Math.max(bytes, bytesMax / answersMax),
      one: async (call) => {
        if (isWaiting) return (await several([call]))[0]
        const [outcome] = await manyPrepared(db, loneStatement, [call.organisationId, ...call.values])
        return outcome
      },
      several,
    })
  }
  const keepFree = groups(false, ({ organisationId }) => organisationId)
  const keepHeld = groups(true, ({ organisationId, collectionId }) => `${organisationId} ${collectionId}`)
  const keep: Keep = async (call) => {
    const outcome = await keepFree(call)
    return outcome.held ? keepHeld(call) : outcome
  }
  keepers.set(db, keep)
  return keep
}

/** Two answers to one link at once: the one that comes second is tried again. */
const triesMax = 5

/**
 * Stores an answer if the collection is still open; what was saved under the link, on whatever device, is deleted. Its lock on the
 * collection's row makes closing wait for answers under way, so that an acknowledged answer is never lost and a late one never counted.
 *
 * A link takes one answer. In anonymous mode nobody may learn from a link whether it was used: a further answer is stored like the
 * first, with a receipt that works like any, and does not count (`countedOf`).
 * @returns the receipt; or 'closed', or 'answered' (the receipt again where the same attempt is repeated)
 */
export async function keepAnswer(
  db: Db,
  holder: Holder,
  { answers, attempt }: Submission,
  now: Date,
): Promise<{ receipt: string } | 'closed' | 'answered'> {
  const { answerKey, link, mode } = holder
  const receipt = receiptOf(answerKey, link, attempt)
  const content = contentOf(holder, answers)
  const keep = keeperOf(db)
  for (let tries = 0; tries < triesMax; tries++) {
    const values = [
      lockOf(answerKey, link),
      holder.collectionId,
      now,
      newResponseId(),
      respondentKeyOf(answerKey, link),
      content.memberId,
      content.teamId,
      content.plain,
      content.sealed,
      content.sealed ? null : now,
      sha256(receipt),
      // confidentiality/live.ts adds it to the sums that the named readers see
      mode === 'attributed',
      mode === 'anonymous' ? repeatKeyOf(answerKey, link, attempt) : null,
      savedKeyOf(answerKey, link),
    ]
    const { written, open } = await keep({
      organisationId: holder.organisationId,
      collectionId: holder.collectionId,
      values,
      bytes: content.sealed?.length ?? content.plain?.length ?? 0,
    })
    if (written !== null) return { receipt: named(holder.organisationId, receipt) }
    if (open === null) return 'closed'
    const isRepeated = await exists(
      db.tx,
      sql`
        select 1
        from receipts
        where organisation_id = ${holder.organisationId} collate "POSIX"
          and receipt_sha256 = ${sha256(receipt)}`,
    )
    if (isRepeated) return { receipt: named(holder.organisationId, receipt) }
    if (mode !== 'anonymous') return 'answered'
  }
  throw new Unavailable('too many answers to one link at once')
}
