/**
 * Who of a frozen roster counts, and where: by the seats of the season (src/seats/). Opening stores it with each recipient, so that
 * answers, close and analysis need no ledger.
 *
 * People without a seat that takes part are asked and are in no figure. In anonymous mode they are not asked, because their answers could
 * not be set aside at close; unless nobody has a seat, as in a collection for fewer than k people: then nothing is shown anyway.
 */
import { type CollectionRef } from '../collection-ref.ts'
import { type Policy } from '../cells/cells.ts'
import { exists, json, many, run, sql, type Tx } from '../db/db.ts'
import { shape, shapeOf } from '../db/shape.ts'
import { collectionTeams, recipients } from '../db/tables.ts'
import { placesOf, rosterPeople, type RosterQuery } from './roster.ts'
import { type Pace, type Place, previewSeating, seatRoster, smallExclusions } from '../seats/seats.ts'
import { type Question } from '../../contract/questions.ts'

export type SeatedOpening = {
  seriesId: string
  /** How often the series asks; a pulse is asked once, and is as one of a monthly series. */
  pace?: Pace
  questions: Question[]
  policy: Policy
}

const personRow = shape({
  memberId: recipients.member_id,
  team: recipients.team_id,
  value: recipients.attribute_value,
})
const teamRow = shapeOf(collectionTeams, ['team_id', 'parent_team_id'])

/** Seats the frozen roster of a collection that opens. @returns how many people are not asked after all */
export async function seatRecipients(
  tx: Tx,
  ref: CollectionRef,
  { seriesId, pace = 'monthly', questions, policy }: SeatedOpening,
  now: Date,
): Promise<number> {
  const { organisationId, collectionId } = ref
  const people = await many(
    tx,
    personRow,
    sql`
      select member_id as "memberId", team_id as team, attribute_value as value
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
      order by member_id`,
  )
  const teams = await many(
    tx,
    teamRow,
    sql`
      select ${teamRow.columns}
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  const seated = await seatRoster(
    tx,
    ref,
    {
      seriesId,
      pace,
      questions,
      k: Math.max(policy.k_score, policy.k_rate),
      // No answer of somebody who left is counted yet, whatever the mode.
      mode: 'withdraw',
      attribute: policy.breakdown?.attribute ?? null,
      teams: teams.map(({ team_id, parent_team_id }) => ({ id: team_id, parent: parent_team_id })),
      people,
    },
    now,
  )
  if (!seated) return 0
  await storePlaces(tx, ref, seated.places)
  await run(
    tx,
    sql`
      update collections
      set ledger_id = ${seated.ledgerId},
          sitting_out = ${json(seated.sittingOut)}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  return policy.mode === 'anonymous' && seated.places.length > 0 ? removeUncounted(tx, ref) : 0
}

/** Each person looks their place up by their id: joined with the roster, places would cost the square of the people. */
const storePlaces = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  places: readonly Place[],
): Promise<number> =>
  run(
    tx,
    sql`
      update recipients
      set team_id = case when all_places -> member_id ->> 'cell' is null then team_id else all_places -> member_id ->> 'team' end,
          seat_cell = (all_places -> member_id ->> 'cell')::integer,
          is_counted = all_places -> member_id ->> 'cell' is not null,
          attribute_value = all_places -> member_id ->> 'value'
      from (select ${json(Object.fromEntries(places.map((place) => [place.memberId, place])))} as all_places) as seated
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )

const removeUncounted = (tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<number> =>
  run(
    tx,
    sql`
      delete from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and not is_counted`,
  )

/**
 * Why an anonymous collection may not leave out whom its author excludes, or null. Nobody could tell which answers of earlier collections
 * are theirs, so the figures of their whole group would have to go: an exclusion of a few hides the group from everybody.
 */
export async function exclusionErrorIn(
  tx: Tx,
  query: RosterQuery,
  { seriesId, questions, policy }: SeatedOpening,
  now: Date,
): Promise<string | null> {
  const k = Math.max(policy.k_score, policy.k_rate)
  if (policy.mode !== 'anonymous' || questions.length === 0) return null
  const everybody = await rosterPeople(tx, query)
  const excluded = new Set(everybody.flatMap((one) => (one.status === 'excluded' ? [one.memberId] : [])))
  if (excluded.size === 0) return null
  const { teams } = await placesOf(tx, query, null)
  const asked = everybody.filter(({ status }) => status === 'asked')
  const people = asked.map(({ memberId, team }) => ({ memberId, team, value: null }))
  const preview = await previewSeating(
    tx,
    query.organisationId,
    { seriesId, questions, k, mode: 'withdraw', teams, people },
    now,
  )
  if (!preview) return null
  const [few] = smallExclusions(
    preview.seating.ledger,
    new Set(people.map(({ memberId }) => memberId)),
    excluded,
  )
  return few === undefined
    ? null
    : `${few === 1 ? '1 person is' : `${few} people are`} left out of a group that answered this question before. The difference would be ` +
        `their answers, so the whole group could not be shown. Ask everyone in it, or leave out at least ${k} of its people`
}

/** Whether a recipient's answers are in the figures: people without a seat that takes part are told before they answer. */
export const isRecipientCounted = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  memberId: string,
): Promise<boolean> =>
  exists(
    tx,
    sql`
      select 1
      from recipients
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and member_id = ${memberId}
        and is_counted`,
  )
