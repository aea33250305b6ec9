/** Answers by name: of attributed mode alone, for the readers whom the promise names, whatever their role. The audit log records the reader first. */
import type { CollectionOperations as Operations } from '../../contract/collection-operations.ts'
import type { NamedResponse } from '../../contract/named-responses.ts'
import type { Reply } from '../../contract/operation.ts'
import type { UserActor } from '../actor.ts'
import type { Call } from '../call.ts'
import { auditNames } from '../confidentiality/confidentiality.ts'
import { containing, type Tx } from '../db/db.ts'
import { paged, pageOf } from '../db/paging.ts'
import { problem } from '../problem.ts'
import { answeringTeams, anyNamed, namedAnswers, type NamedRow } from '../vault/vault.ts'
import type { CollectionSource } from './reads.ts'
import { type Collection, refOf } from './store.ts'

type NamesCall = {
  readonly tx: Tx
  readonly actor: UserActor
  readonly params: { readonly id: string }
  readonly now: Date
}

/**
 * The collection whose answers a caller reads by name. The audit log records them first.
 * @throws not_found | names_not_promised | not_in_audience | answers_deleted
 */
export async function readNames(
  { tx, actor, params, now }: NamesCall,
  source: CollectionSource,
): Promise<Collection> {
  const { collection } = await source.find(tx, actor, params.id)
  if (collection?.mode !== 'attributed') throw problem('names_not_promised')
  if (!collection.audience.includes(actor.userId)) throw problem('not_in_audience')
  // What may be left of them is a part.
  if (collection.answers_deleted_at !== null) throw problem('answers_deleted')
  await auditNames(tx, actor, collection.owner_id, now)
  return collection
}

/** @throws not_found | names_not_promised | not_in_audience | answers_deleted | invalid_cursor */
export async function getResponses(
  call: Call<Operations['getResponses']>,
  source: CollectionSource,
): Promise<Reply<Operations['getResponses']>> {
  const { tx, query } = call
  const collection = await readNames(call, source)
  const ref = refOf(collection)
  const paging = paged(`responses of ${collection.id}`, query)
  const filter = {
    ...anyNamed,
    teamId: query.team_id ?? null,
    questionId: query.question_id ?? null,
    pattern: query.q ? containing(query.q) : null,
    conversation: query.conversation ?? null,
  }
  const rows = await namedAnswers(tx, ref, filter, { after: paging.after, limit: paging.limit + 1 })
  const { responses, ...rest } = pageOf('responses', rows, paging, (row) => row.id)
  return {
    responses: responses.map(namedResponse),
    asked: collection.questions,
    language: collection.language,
    teams: await answeringTeams(tx, ref),
    ...rest,
  }
}

/** @throws not_found | names_not_promised | not_in_audience | answers_deleted */
export async function getResponse(
  call: Call<Operations['getResponse']>,
  source: CollectionSource,
): Promise<NamedResponse> {
  const { tx, params } = call
  const ref = refOf(await readNames(call, source))
  const filter = { ...anyNamed, id: params.response_id }
  const [row] = await namedAnswers(tx, ref, filter, { after: null, limit: 1 })
  if (!row) throw problem('not_found')
  return namedResponse(row)
}

function namedResponse(row: NamedRow): NamedResponse {
  const { messages, last_published_at: at, last_sender: sender, ...answer } = row
  return {
    ...answer,
    conversation:
      at === null || sender === null ? null : { messages, last_published_at: at, last_sender: sender },
  }
}
