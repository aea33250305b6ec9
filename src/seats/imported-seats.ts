/**
 * Imported surveys in the memory of seasons. They open no season: of a survey that ran elsewhere it is known who answered, and not who was
 * asked, so most people of a team would have no seat. But their figures can be subtracted from those of surveys that are asked here:
 *
 * - after an import that closed within the quiet time, the first survey with one of its questions begins as a season after another one
 *   does: cells that differ from the groups of the import by a few people are quiet until that time is over. For that the import leaves a
 *   ledger of those who answered, which is over when it begins. If somebody answered who is not in the directory, all cells are quiet;
 * - an import from the time of a season, or from within the quiet time before or after it, shows nothing of the season's questions.
 *
 * Two imported surveys are not compared with one another: their figures were published where they ran.
 */
import type { CollectionRef } from '../collection-ref.ts'
import type { Tx } from '../db/db.ts'
import { isRespondentId } from '../ids.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { questionKeys } from './question-keys.ts'
import { refined, seasonOf, strangers } from './season.ts'
import { after, rosterOf, type SeatingRequest } from './seating.ts'
import * as store from './store.ts'
import { isImported, type LedgerRow } from './store.ts'

type ImportedSurvey = Omit<SeatingRequest, 'pace' | 'attribute'> & { closedAt: Date }

const withStrangers = (ledger: Ledger): Ledger => ({
  ...ledger,
  cells: ledger.cells.map((cell) => (cell.seats.some(isRespondentId) ? { ...cell, group: strangers } : cell)),
})

/** @returns the ids of the questions that are not shown */
export async function seatImported(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { closedAt, atLeast, ...survey }: ImportedSurvey,
  now: Date,
): Promise<string[]> {
  const { quietDays } = seasonOf('monthly', atLeast)
  const keysOf = new Map(
    survey.questions.map((question) => [question.id, questionKeys(question, survey.seriesId)]),
  )
  const keys = [...new Set([...keysOf.values()].flat())]
  await store.lockLedgers(tx, organisationId)
  const byKey = await store.ledgersByKey(tx, organisationId, keys)
  const isNear = ({ opened_at: first, last_opened_at: last }: LedgerRow): boolean =>
    new Date(after(closedAt, quietDays)) > new Date(first) && new Date(after(last, quietDays)) > closedAt
  const inSeason = new Set([...byKey].flatMap(([key, row]) => (isNear(row) && !isImported(row) ? [key] : [])))
  const unbound = keys.filter((key) => !inSeason.has(key))
  if (unbound.length > 0 && new Date(after(closedAt, quietDays)) > now) {
    const near = [...byKey.values()].filter((row) => isNear(row) && isImported(row))
    let ledger = withStrangers(openLedger(rosterOf(survey), survey.k))
    for (const { id } of new Map(near.map((row) => [row.id, row])).values())
      ledger = refined(ledger, await store.loadLedger(tx, organisationId, id))
    const last = near.reduce(
      (latest, row) => (new Date(row.last_opened_at) > latest ? new Date(row.last_opened_at) : latest),
      closedAt,
    )
    const at = last.toISOString()
    const row: LedgerRow = {
      id: collectionId,
      k: survey.k,
      attribute: null,
      opened_at: at,
      ends_at: at,
      quiet_until: null,
      last_opened_at: at,
    }
    await store.storeLedger(tx, organisationId, row, { before: null, after: ledger })
    await store.bindQuestions(tx, organisationId, unbound, collectionId)
  }
  return [...keysOf].flatMap(([question, own]) => (own.some((key) => inSeason.has(key)) ? [question] : []))
}
