/**
 * What empty seats say in a collection. Somebody who was asked in the season and is not asked now keeps their seat, since a group that counts
 * them once and then does not would tell their answer by the difference. Their seat says what they said last, or is silent if they were, and
 * changes as often as people do (seats/carried.ts). Fixed at close, before anything is counted: from then on an empty seat is a respondent
 * like any other to every figure, and how many seats of a group are empty is published beside it.
 */
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Answer, type Question } from '../../contract/questions.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { shape, shapeOf } from '../db/shape.ts'
import { collections, emptySeats, recipients } from '../db/tables.ts'
import { isShown } from '../questions/questions.ts'
import { changeRate, normalised, seatAnswer, seatSpeaks, wordingKey } from '../seats/seats.ts'
import { type CarriedAnswer, keepCarried, saidBy } from '../vault/vault.ts'

const emptyRow = shapeOf(emptySeats, ['member_id', 'seat_cell', 'team_id'])
const presentRow = shape({ member_id: recipients.member_id, seat_cell: recipients.seat_cell })
const countedRow = shapeOf(recipients, ['collection_id', 'member_id'])
const earlierRow = shapeOf(collections, ['id', 'questions'])

/** By question of the collection. */
type Said = Map<string, Answer>

/** Nobody can foresee it, so nobody can compute what an empty seat said. */
const random = (): number => randomInt(2 ** 32) / 2 ** 32

/**
 * Adds what empty seats say to the answers of a confidential collection that closes.
 * @param k  fewer people than that who do otherwise than last time change nothing
 */
export async function carryAnswers(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
  k: number,
): Promise<void> {
  const empty = await many(
    tx,
    emptyRow,
    sql`
      select ${emptyRow.columns}
      from empty_seats
      where organisation_id = ${ref.organisationId}
        and collection_id = ${ref.collectionId}
      order by member_id`,
  )
  if (empty.length === 0) return
  const earlier = await earlierThan(tx, ref)
  const seats = await seatsBefore(
    tx,
    ref,
    { earlier, questions },
    empty.map(({ member_id }) => member_id),
  )
  const rates = await ratesSince(tx, ref, { earlier, questions }, k)
  const present = await saidInCells(tx, ref)

  const speaking = empty.flatMap(({ member_id, seat_cell, team_id }): CarriedAnswer[] => {
    const { isHeard, last } = seats.get(member_id) ?? { isHeard: false, last: new Map<string, Answer>() }
    if (!seatSpeaks(isHeard, isHeard ? rates.falls : rates.rises, random)) return []
    const answers = questions.flatMap(({ id }): Answer[] => {
      const answer = last.get(id)
      const said = (present.get(seat_cell) ?? []).flatMap((one) => one.get(id) ?? [])
      return answer === undefined ? [] : [seatAnswer(answer, said, rates.changes.get(id) ?? 0, random)]
    })
    return [{ memberId: member_id, teamId: team_id, answers: shownOf(questions, answers) }]
  })
  await keepCarried(
    tx,
    ref,
    speaking.filter(({ answers }) => answers.length > 0),
  )
}

/** The closed collections of the season, oldest first. */
const earlierThan = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  many(
    tx,
    earlierRow,
    sql`
      select c.id, c.questions
      from collections c
      join collections own
        on own.organisation_id = c.organisation_id
       and own.ledger_id = c.ledger_id
       and own.id = ${collectionId}
      where c.organisation_id = ${organisationId}
        and c.id <> ${collectionId}
        and c.state = 'closed'
      order by c.closed_at, c.id`,
  )

/** A collection's place in its season. */
type Season = {
  earlier: Awaited<ReturnType<typeof earlierThan>>
  questions: readonly Question[]
}

/** isHeard: whether the seat counted as having answered, in the last collection in which it counted. last: by question of this collection. */
type Seat = { isHeard: boolean; last: Said }

/** What these seats have said in the season, by their owners. */
async function seatsBefore(
  tx: Tx,
  { organisationId }: CollectionRef,
  { earlier, questions }: Season,
  members: readonly string[],
): Promise<Map<string, Seat>> {
  const ids = earlier.map(({ id }) => id)
  const counted = Map.groupBy(
    await many(
      tx,
      countedRow,
      sql`
        select collection_id, member_id
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = any (${textArray(ids)})
          and member_id = any (${textArray(members)})
          and is_counted
        union all
        select collection_id, member_id
        from empty_seats
        where organisation_id = ${organisationId}
          and collection_id = any (${textArray(ids)})
          and member_id = any (${textArray(members)})`,
    ),
    ({ collection_id }) => collection_id,
  )
  const said = Map.groupBy(
    await saidBy(tx, organisationId, ids, members),
    ({ collection_id }) => collection_id,
  )
  const seats = new Map(members.map((member) => [member, { isHeard: false, last: new Map() } as Seat]))
  for (const { id, questions: theirs } of earlier) {
    const translate = translation(theirs, questions)
    const answers = new Map((said.get(id) ?? []).map((row) => [row.member_id, row.answers]))
    for (const { member_id } of counted.get(id) ?? []) {
      const seat = seats.get(member_id)
      if (!seat) continue
      const own = answers.get(member_id)
      seat.isHeard = own !== undefined
      for (const answer of translate(own ?? [])) seat.last.set(answer.question_id, answer)
    }
  }
  return seats
}

/** How often people fall silent, are heard again, and change an answer, by question. */
type Rates = { falls: number; rises: number; changes: ReadonlyMap<string, number> }

/** Enough to know how often people change. */
const sampleMax = 5_000

/** What people did otherwise than in the last collection of the season, of those who were asked in both. */
async function ratesSince(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { earlier, questions }: Season,
  k: number,
): Promise<Rates> {
  const last = earlier.at(-1)
  if (!last) return { falls: 0, rises: 0, changes: new Map() }
  const countedIn = async (id: string, only: readonly string[] | null) =>
    many(
      tx,
      countedRow,
      sql`
        select ${countedRow.columns}
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = ${id}
          and is_counted
          ${only ? sql`and member_id = any (${textArray(only)})` : sql``}
        order by member_id
        limit ${sampleMax}`,
    )
  const idsOf = (rows: readonly { member_id: string }[]): string[] => rows.map(({ member_id }) => member_id)
  const members = idsOf(await countedIn(last.id, idsOf(await countedIn(collectionId, null))))
  const said = await saidBy(tx, organisationId, [last.id, collectionId], members)
  const translate = translation(last.questions, questions)
  const [before, now] = [new Map<string, Said>(), new Map<string, Said>()]
  for (const { collection_id, member_id, answers } of said)
    if (collection_id === collectionId) now.set(member_id, byQuestion(answers))
    else before.set(member_id, byQuestion(translate(answers)))

  const rateOf = (people: readonly string[], isOther: (member: string) => boolean): number =>
    changeRate({ people: people.length, changed: people.filter(isOther).length }, k)
  const heard = (member: string): boolean => now.has(member)
  const silent = (member: string): boolean => !now.has(member)
  return {
    falls: rateOf(
      members.filter((one) => before.has(one)),
      silent,
    ),
    rises: rateOf(
      members.filter((one) => !before.has(one)),
      heard,
    ),
    changes: new Map(
      questions.map(({ id }) => {
        const both = members.filter((one) => before.get(one)?.has(id) && now.get(one)?.has(id))
        return [
          id,
          rateOf(both, (one) => !isDeepStrictEqual(before.get(one)?.get(id), now.get(one)?.get(id))),
        ]
      }),
    ),
  }
}

/** By cell with an empty seat, what its people say now. */
async function saidInCells(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Map<number | null, Said[]>> {
  const present = await many(
    tx,
    presentRow,
    sql`
      select member_id, seat_cell
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and is_counted
        and seat_cell in (
          select seat_cell
          from empty_seats
          where organisation_id = ${organisationId}
            and collection_id = ${collectionId}
        )`,
  )
  const members = present.map(({ member_id }) => member_id)
  const rows = await saidBy(tx, organisationId, [collectionId], members)
  const said = new Map(rows.map(({ member_id, answers }) => [member_id, byQuestion(answers)]))
  const inCells = Map.groupBy(present, ({ seat_cell }) => seat_cell)
  return new Map(
    [...inCells].map(([cell, people]) => [
      cell,
      people.flatMap(({ member_id }) => said.get(member_id) ?? []),
    ]),
  )
}

const byQuestion = (answers: readonly Answer[]): Said =>
  new Map(answers.map((answer) => [answer.question_id, wordless(answer)]))

/** No words are carried. That there were some may be the answer: a choice that is not among the options. */
const wordless = ({ question_id, value, text }: Answer): Answer => ({
  question_id,
  ...(value !== undefined && { value }),
  ...(text && { text: '…' }),
})

/**
 * The answers of one collection as those of another one, where both ask in the same words and for the same answers. Questions and options may
 * have other ids there.
 */
function translation(
  theirs: readonly Question[],
  ours: readonly Question[],
): (answers: readonly Answer[]) => Answer[] {
  const byKey = new Map(ours.map((question) => [wordingKey(question), question]))
  const pairs = new Map(
    theirs.flatMap((question) => {
      const key = wordingKey(question)
      const own = key === null ? undefined : byKey.get(key)
      return own ? [[question.id, { id: own.id, valueFor: valuesBetween(question, own) }] as const] : []
    }),
  )
  return (answers) =>
    answers.map(wordless).flatMap(({ question_id, value, text }) => {
      const pair = pairs.get(question_id)
      if (pair === undefined) return []
      return [
        {
          question_id: pair.id,
          ...(value !== undefined && { value: pair.valueFor(value) }),
          ...(text && { text }),
        },
      ]
    })
}

type Value = NonNullable<Answer['value']>

const optionsOf = (question: Question) => ('options' in question ? question.options : [])

function valuesBetween(theirs: Question, ours: Question): (value: Value) => Value {
  const idOf = new Map(optionsOf(ours).map(({ id, text }) => [normalised(text), id]))
  const ids = new Map(
    optionsOf(theirs).flatMap(({ id, text }) => {
      const own = idOf.get(normalised(text))
      return own === undefined ? [] : [[id, own] as const]
    }),
  )
  const one = (value: string): string => ids.get(value) ?? value
  return (value) => (Array.isArray(value) ? value.map(one) : typeof value === 'string' ? one(value) : value)
}

/** An answer that was taken over may lead to other questions than the last one did. */
export function shownOf(questions: readonly Question[], answers: readonly Answer[]): Answer[] {
  const given = byQuestion(answers)
  const shown: Said = new Map()
  for (const question of questions) {
    const answer = given.get(question.id)
    if (answer && isShown(question, shown)) shown.set(question.id, answer)
  }
  return [...shown.values()]
}
