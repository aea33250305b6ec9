/** What was written about named answers, for a copy of somebody's data: by them, and to them. */
import { limits } from '../../contract/limits.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf, textOf } from '../db/shape.ts'
import { collections, conversationMessages } from '../db/tables.ts'
import type { Person } from './personal-data.ts'

const conversationRow = shapeOf(
  conversationMessages,
  ['state', 'text', 'created_at', 'published_at', 'withdrawn_at'],
  {
    survey: collections.title,
    kind: textOf<'message' | 'message to them'>(),
  },
)

/** What they wrote about named answers, drafts too, as a reader or as the person who answered; and what was written to them. */
export const conversationsOf = (tx: Tx, { organisationId, userId }: Person, responseIds: readonly string[]) =>
  many(
    tx,
    conversationRow,
    sql`
      select c.title as survey, ${conversationRow.of('m')},
             case when m.author_user_id = ${userId} or m.sender = 'respondent' then 'message' else 'message to them' end as kind
      from conversation_messages m
      join collections c on c.organisation_id = m.organisation_id and c.id = m.collection_id
      where m.organisation_id = ${organisationId}
        and (m.author_user_id = ${userId} or (m.response_id = any (${textArray(responseIds)}) and m.state <> 'draft'))
      order by m.created_at desc, m.id
      limit ${limits.privacyExportRowsMax + 1}`,
  )
