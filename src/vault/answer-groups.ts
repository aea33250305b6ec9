/**
 * Answers of anonymous and confidential collections that closed long ago, many in one row and compressed. They are read as a whole, for what is
 * computed again or compared; of a single one nobody asks, but the erasure of its person. Answers by name stay rows: they are read one by one, and
 * conversations hang on them.
 *
 * Anyone who reads answers of a closed collection reads rows and groups in one statement, since they become groups while others read. Within
 * a group they are in the order of their random ids, and groups are made in that order: it says nothing of who answered, or when.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Answer } from '../../contract/questions.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { many, only, run, sql, type Tx } from '../db/db.ts'
import { int8, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { answerGroups, responses } from '../db/tables.ts'

/** How many rows a part of some work reached, and the key of the last one. */
export type Batch = { readonly count: number; readonly last: string | null }

/** An answer as it lies in a group. */
export type GroupedAnswer = {
  id: string
  member_id: string | null
  team_id: string | null
  submitted_at: string | null
  answers: Answer[]
}

/** What is stored of each: without the member, who is beside the content, so that SQL finds them. */
type Stored = [id: string, team: string | null, submittedAt: string | null, answers: Answer[]]

/** Answers that become one group, in their own transaction: few enough that nobody waits, and enough to be compressed well. */
export const groupedAtOnce = 250

/** So much better than 5 that it pays, and ten times as fast as 11. */
const quality = 9

const pack = (answers: readonly GroupedAnswer[]): Buffer => {
  const stored = answers.map((one): Stored => [one.id, one.team_id, one.submitted_at, one.answers])
  return brotliCompressSync(JSON.stringify(stored), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
}

/** The answers of a row of `answer_groups`. */
export function answersOfGroup(content: Buffer, memberIds: readonly string[] | null): GroupedAnswer[] {
  const stored: Stored[] = JSON.parse(brotliDecompressSync(content).toString())
  return stored.map(([id, team_id, submitted_at, answers], at) => ({
    id,
    member_id: memberIds?.[at] ?? null,
    team_id,
    submitted_at,
    answers,
  }))
}

const movedRow = shapeOf(responses, ['id', 'member_id', 'team_id', 'submitted_at', 'answers'])

/**
 * Makes one group of the next answers behind `after`, by their ids; the transaction holds the collection's row. What was withdrawn stays a row: it
 * says that its person has answered.
 */
export async function groupSome(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
): Promise<Batch> {
  const rows = await many(
    tx,
    movedRow,
    sql`
      delete from responses
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and id = any (array(
          select id
          from responses
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
            and id > ${after ?? ''}
            and state = 'submitted'
            and sealed is null
          order by id
          limit ${groupedAtOnce}
        ))
      returning ${movedRow.columns}`,
  )
  if (rows.length === 0) return { count: 0, last: null }
  const answers = rows
    .map(({ answers: given, ...row }) => ({ ...row, answers: given ?? [] }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await run(
    tx,
    sql`
      insert into answer_groups (organisation_id, collection_id, number, size, member_ids, content)
      select ${organisationId}, ${collectionId}, coalesce(max(number), 0) + 1, ${answers.length}::integer, ${membersOf(answers)}::text[], ${pack(answers)}::bytea
      from answer_groups
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  return { count: answers.length, last: answers.at(-1)!.id }
}

const membersOf = (answers: readonly GroupedAnswer[]): (string | null)[] | null =>
  answers.some(({ member_id: id }) => id !== null) ? answers.map(({ member_id: id }) => id) : null

/** The keyed hashes of links and attempts beside what is still a row: the keys are gone, so they lead nowhere. */
export const forgetLinksOfAnswers = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  after: string | null,
  limit: number,
): Promise<Batch> =>
  only(
    tx,
    shape({ count: int8, last: nullable(text) }),
    sql`
      with cleared as (
        update responses
        set respondent_key = null,
            attempt_key = null
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and id = any (array(
            select id
            from responses
            where organisation_id = ${organisationId}
              and collection_id = ${collectionId}
              and id > ${after ?? ''}
              and (respondent_key is not null or attempt_key is not null)
            order by id
            limit ${limit}
          ))
        returning id
      )
      select count(*) as count, max(id) as last
      from cleared`,
  )

const groupRow = shapeOf(answerGroups, ['collection_id', 'number', 'member_ids', 'content'])

/**
 * Takes one person's answers out of their groups. It comes after the rows: whoever groups a row deletes it first, so the other waits for one of the
 * two and finds the answer where it is.
 */
export async function eraseFromGroups(tx: Tx, organisationId: string, memberId: string): Promise<void> {
  const groups = await many(
    tx,
    groupRow,
    sql`
      select ${groupRow.columns}
      from answer_groups
      where organisation_id = ${organisationId}
        and member_ids @> array[${memberId}]::text[]
      for update`,
  )
  for (const group of groups) await writeWithout(tx, organisationId, memberId, group)
}

function writeWithout(
  tx: Tx,
  organisationId: string,
  memberId: string,
  { collection_id: collectionId, number, member_ids, content }: RowOf<typeof groupRow>,
): Promise<number> {
  const left = answersOfGroup(content, member_ids).filter(({ member_id: id }) => id !== memberId)
  const isIt = sql`
    organisation_id = ${organisationId}
    and collection_id = ${collectionId}
    and number = ${number}::integer`
  return run(
    tx,
    left.length === 0
      ? sql`delete from answer_groups where ${isIt}`
      : sql`
          update answer_groups
          set size = ${left.length}::integer,
              member_ids = ${membersOf(left)}::text[],
              content = ${pack(left)}::bytea
          where ${isIt}`,
  )
}
