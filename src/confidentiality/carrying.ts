/**
 * What empty seats say in a collection. Somebody who was asked in the season and is not asked now keeps their seat, since a group that counts
 * them once and then does not would tell their answer by the difference. Their seat says what they said last, or is silent if they were, and
 * changes as often as the people of their cell do (seats/carried.ts). Fixed at close, before anything is counted: from then on an empty seat is a respondent
 * like any other to every figure, and how many seats of a group are empty is published beside it.
 */
import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Answer, type Question } from '../../contract/questions.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { many, sql, textArray, type Tx } from '../db/db.ts'
import { bool, shape, shapeOf } from '../db/shape.ts'
import { collections, emptySeats, recipients } from '../db/tables.ts'
import { isShown } from '../questions/questions.ts'
import { followCell, normalised, seatSpeaks, wordingKey } from '../seats/seats.ts'
import { type CarriedAnswer, keepCarried, saidBy } from '../vault/vault.ts'

const emptyRow = shapeOf(emptySeats, ['member_id', 'seat_cell', 'team_id'])
const presentRow = shape({ member_id: recipients.member_id, seat_cell: recipients.seat_cell })
const seatRow = shape({
  collection_id: recipients.collection_id,
  member_id: recipients.member_id,
  is_empty: bool,
})
const earlierRow = shapeOf(collections, ['id', 'questions'])

/** By question of the collection. */
type Said = Map<string, Answer>

/** Nobody can foresee it, so nobody can compute what an empty seat said. */
const random = (): number => randomInt(2 ** 32) / 2 ** 32

/** Adds what empty seats say to the answers of a confidential collection that closes. */
export async function carryAnswers(
  tx: Tx,
  ref: CollectionRef,
  questions: readonly Question[],
): Promise<void> {
  const { organisationId, collectionId } = ref
  const empty = await many(
    tx,
    emptyRow,
    sql`
      select ${emptyRow.columns}
      from empty_seats
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by member_id`,
  )
  if (empty.length === 0) return
  const present = Map.groupBy(await presentIn(tx, ref), ({ seat_cell }) => seat_cell)
  const members = [empty, ...present.values()].flatMap((rows) => rows.map(({ member_id }) => member_id))
  const season = await seasonBefore(tx, ref, members, questions)
  const rows = await saidBy(tx, organisationId, [collectionId], members)
  const now = new Map(rows.map((row) => [row.member_id, byQuestion(row.answers)]))

  const speaking = empty.flatMap(({ member_id, seat_cell, team_id }): CarriedAnswer[] => {
    const colleagues = (present.get(seat_cell) ?? []).map((one) => one.member_id)
    const then = season.collections.findLast(
      ({ asked, carried }) => asked.has(member_id) || carried.has(member_id),
    )
    const inBoth = colleagues.filter((one) => then?.asked.has(one))
    const heard = inBoth.map((one) => ({ before: then?.heard.has(one) ?? false, now: now.has(one) }))
    if (!seatSpeaks(then?.heard.has(member_id) ?? false, heard, random)) return []
    const said = season.last.get(member_id)
    const answers = questions.flatMap(({ id }): Answer[] => {
      const last = said?.get(id)
      if (last === undefined) return []
      const pairs = colleagues.flatMap((one) => {
        const [before, today] = [season.last.get(one)?.get(id), now.get(one)?.get(id)]
        return before && today ? [{ before, now: today }] : []
      })
      return [followCell(last, pairs, isDeepStrictEqual, random)]
    })
    return [{ memberId: member_id, teamId: team_id, answers: shownOf(questions, answers) }]
  })
  await keepCarried(
    tx,
    ref,
    speaking.filter(({ answers }) => answers.length > 0),
  )
}

/** The people of cells with an empty seat who are asked. */
const presentIn = (tx: Tx, { organisationId, collectionId }: CollectionRef) =>
  many(
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

/** An earlier collection of the season: who was asked, whose empty seats counted, and who was heard. */
type Earlier = { asked: Set<string>; carried: Set<string>; heard: Set<string> }

/** The season so far, oldest first, and what each of these people, or their seat, said last, in the questions of this collection. */
type Season = { collections: Earlier[]; last: Map<string, Said> }

async function seasonBefore(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  members: readonly string[],
  questions: readonly Question[],
): Promise<Season> {
  const earlier = await many(
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
  const ids = earlier.map(({ id }) => id)
  const seats = Map.groupBy(
    await many(
      tx,
      seatRow,
      sql`
        select collection_id, member_id, false as is_empty
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = any (${textArray(ids)})
          and member_id = any (${textArray(members)})
          and is_counted
        union all
        select collection_id, member_id, true
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
  const last = new Map<string, Said>()
  const collectionOf = ({ id, questions: theirs }: (typeof earlier)[number]): Earlier => {
    const translate = translation(theirs, questions)
    const rows = said.get(id) ?? []
    for (const { member_id, answers } of rows) {
      const own = last.get(member_id) ?? new Map<string, Answer>()
      for (const answer of translate(answers)) own.set(answer.question_id, answer)
      last.set(member_id, own)
    }
    const membersOf = (isWanted: boolean): Set<string> =>
      new Set((seats.get(id) ?? []).flatMap((seat) => (seat.is_empty === isWanted ? [seat.member_id] : [])))
    return {
      asked: membersOf(false),
      carried: membersOf(true),
      heard: new Set(rows.map(({ member_id }) => member_id)),
    }
  }
  return { collections: earlier.map(collectionOf), last }
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
