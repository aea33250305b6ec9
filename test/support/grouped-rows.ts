/** Counts of rows that stay the same when answers and proofs of a closed collection come to share rows (src/vault/answer-groups.ts). */
import { sql } from '../../src/db/db.ts'

/** How many answers, proofs or else rows a table holds. */
export const inRows = (table: string) =>
  table === 'answer_groups'
    ? sql`coalesce(sum(size), 0)::int8`
    : table === 'proof_groups'
      ? sql`coalesce(sum(octet_length(counted) + octet_length(uncounted)) / 16, 0)::int8`
      : sql`count(*)`

/** The same whether answers and proofs have a row each or share one. */
export function alike({
  answer_groups,
  proof_groups,
  ...rows
}: Record<string, number>): Record<string, number> {
  return {
    ...rows,
    responses: rows.responses + answer_groups,
    receipt_proofs: rows.receipt_proofs + proof_groups,
  }
}
