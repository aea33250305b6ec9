/** What the collections of a ledger of seats tell src/seats/: who is answering, and who was asked what. Rosters, and no answer. */
import { everyone } from '../cells/cells.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { shape } from '../db/shape.ts'
import { collections, recipients } from '../db/tables.ts'
import { type LedgerPast, wordingKey } from '../seats/seats.ts'

const memberRow = shape({ member_id: recipients.member_id })

const askedRow = shape({
  member_id: recipients.member_id,
  team_id: recipients.team_id,
  questions: collections.questions,
  sitting_out: collections.sitting_out,
})

export const pastOf = (tx: Tx, organisationId: string): LedgerPast => ({
  answering: async (ledgerId) => {
    const rows = await many(
      tx,
      memberRow,
      sql`
        select r.member_id
        from collections c
        join recipients r on r.organisation_id = c.organisation_id and r.collection_id = c.id
        where c.organisation_id = ${organisationId}
          and c.ledger_id = ${ledgerId}
          and c.state = 'open'
          and r.is_counted`,
    )
    return new Set(rows.map(({ member_id }) => member_id))
  },
  askedFor: async (ledgerId, members) => {
    const rows = await many(
      tx,
      askedRow,
      sql`
        select r.member_id, r.team_id, c.questions, c.sitting_out
        from collections c
        join recipients r on r.organisation_id = c.organisation_id and r.collection_id = c.id
        where c.organisation_id = ${organisationId}
          and c.ledger_id = ${ledgerId}
          and c.state = 'closed'
          and r.member_id = any (${textArray(members)})
          and r.is_counted`,
    )
    const asked = new Map(members.map((member) => [member, new Set<string>()]))
    for (const { member_id, team_id, questions, sitting_out } of rows)
      for (const question of questions) {
        const key = wordingKey(question)
        const isShown = !sitting_out[question.id]?.includes(team_id ?? everyone)
        if (key !== null && isShown) asked.get(member_id)?.add(key)
      }
    return asked
  },
})
