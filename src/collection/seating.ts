/**
 * Whom a collection asks, and where each of them counts: by the seats of the season (src/seats/). Opening stores it with each recipient, so
 * that answers, close and analysis need no ledger.
 *
 * People without a seat that takes part are asked and are in no figure. In anonymous mode they are not asked, because their answers could
 * not be set aside at close; unless nobody has a seat, as in a collection for fewer than k people: then nothing is shown anyway.
 */
import { type Policy, type TeamNode } from '../cells/cells.ts'
import { type CollectionRef } from '../collection-ref.ts'
import { exists, json, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { shapeOf } from '../db/shape.ts'
import { organisations } from '../db/tables.ts'
import { pastOf } from './ledger-past.ts'
import { type RosterPerson } from './roster.ts'
import { type Recipient } from './roster-store.ts'
import {
  type LedgerPast,
  type Mode as SeatMode,
  type Pace,
  type Place,
  previewSeating,
  type Season,
  type SeatedRoster,
  seatRoster,
  smallExclusions,
} from '../seats/seats.ts'
import { type Question } from '../../contract/questions.ts'

const wishRow = shapeOf(organisations, ['carries_answers', 'season_days', 'quiet_days'])

/**
 * What a season of this policy is made by. Empty seats say what their owners said last only where the answers of a person are known, and no
 * reader sees them by name: whoever does could subtract them from the figures, and what is left would be what the empty seats said in
 * confidence.
 */
export async function seasonTerms(
  tx: Tx,
  organisationId: string,
  { mode }: Pick<Policy, 'mode'>,
): Promise<{ mode: SeatMode; atLeast: Season; past: LedgerPast }> {
  const wish = await only(
    tx,
    wishRow,
    sql`select ${wishRow.columns} from organisations where id = ${organisationId}`,
  )
  return {
    mode: mode === 'confidential' && wish.carries_answers ? 'carry' : 'withdraw',
    atLeast: { days: wish.season_days, quietDays: wish.quiet_days },
    past: pastOf(tx, organisationId),
  }
}

export type SeatedOpening = {
  seriesId: string
  /** How often the series asks; a pulse is asked once, and is as one of a monthly series. */
  pace?: Pace
  questions: Question[]
  policy: Policy
}

/** Everybody on a roster, and the frozen tree of its teams. */
export type People = { people: readonly RosterPerson[]; teams: readonly TeamNode[] }

/** Seats those of a roster who are asked. @returns the recipients, in the order of their ids */
export async function seatPeople(
  tx: Tx,
  ref: CollectionRef,
  { people, teams, ...opening }: People & SeatedOpening,
  now: Date,
): Promise<Recipient[]> {
  const { organisationId } = ref
  const { seriesId, pace = 'monthly', questions, policy } = opening
  const asked = people.filter(({ status }) => status === 'asked')
  const isByTeam = !policy.breakdown?.instead_of_teams
  const seated = await seatRoster(
    tx,
    ref,
    {
      seriesId,
      pace,
      questions,
      k: Math.max(policy.k_score, policy.k_rate),
      ...(await seasonTerms(tx, organisationId, policy)),
      attribute: policy.breakdown?.attribute ?? null,
      // By an attribute instead of teams: people are divided by its values alone.
      teams: isByTeam ? teams : [],
      people: isByTeam ? asked : asked.map((person) => ({ ...person, team: null })),
    },
    now,
  )
  if (!seated) return asked.map((person) => ({ ...person, cell: null, isCounted: true }))
  await storeSeating(tx, ref, seated)
  await storeIncomplete(tx, ref, incompleteTeams(teams, asked, seated.places))
  const places = new Map(seated.places.map((place) => [place.memberId, place]))
  const recipients = asked.map((person): Recipient => {
    const place = places.get(person.memberId)
    return place
      ? { ...person, team: place.team, value: place.value, cell: place.cell, isCounted: true }
      : { ...person, value: null, cell: null, isCounted: false }
  })
  return policy.mode === 'anonymous' && places.size > 0
    ? recipients.filter(({ isCounted }) => isCounted)
    : recipients
}

async function storeSeating(
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { ledgerId, since, sittingOut, empty }: SeatedRoster,
): Promise<void> {
  await run(
    tx,
    sql`
      update collections
      set ledger_id = ${ledgerId},
          seated_at = ${since}::timestamptz,
          empty_seats = ${empty.length}::integer,
          sitting_out = ${json(sittingOut)}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
  await run(
    tx,
    sql`
      insert into empty_seats (organisation_id, collection_id, member_id, seat_cell, team_id, attribute_value)
      select ${organisationId}, ${collectionId}, seat.*
      from unnest(
        ${empty.map((one) => one.memberId)}::text[],
        ${empty.map((one) => one.cell)}::integer[],
        ${empty.map((one) => one.team)}::text[],
        ${empty.map((one) => one.value)}::text[]
      ) as seat`,
  )
}

/**
 * Teams some of whose people count above them, because their own team has no cell of seats. Somebody who moved since the season began is no
 * such person: the teams are as of its beginning.
 */
function incompleteTeams(
  teams: readonly TeamNode[],
  people: readonly RosterPerson[],
  places: readonly Place[],
): string[] {
  const parentOf = new Map(teams.map(({ id, parent }) => [id, parent]))
  const homes = new Map(people.map(({ memberId, team }) => [memberId, team]))
  const withCell = new Set(places.map(({ team }) => team))
  const incomplete = new Set<string>()
  for (const { memberId, team: node } of places) {
    const home = homes.get(memberId) ?? null
    if (home === null || withCell.has(home)) continue
    const path: string[] = []
    let at: string | null = home
    while (at !== null && at !== node && !path.includes(at)) {
      path.push(at)
      at = parentOf.get(at) ?? null
    }
    // Only where the cell is above: elsewhere they moved.
    if (at === node) for (const team of path) incomplete.add(team)
  }
  return [...incomplete]
}

const storeIncomplete = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  teams: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
      update collection_teams
      set is_complete = false
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}
        and team_id = any (${textArray(teams)})`,
  )

/**
 * Why an anonymous collection may not leave out whom its author excludes, or null. Nobody could tell which answers of earlier collections
 * are theirs, so the figures of their whole group would have to go: an exclusion of a few hides the group from everybody.
 */
export async function exclusionErrorIn(
  tx: Tx,
  organisationId: string,
  { people, teams, seriesId, questions, policy }: People & SeatedOpening,
  now: Date,
): Promise<string | null> {
  const k = Math.max(policy.k_score, policy.k_rate)
  if (policy.mode !== 'anonymous' || questions.length === 0) return null
  const idsOf = (wanted: RosterPerson['status']): Set<string> =>
    new Set(people.flatMap(({ memberId, status }) => (status === wanted ? [memberId] : [])))
  const excluded = idsOf('excluded')
  if (excluded.size === 0) return null
  const asked = people.filter(({ status }) => status === 'asked')
  const preview = await previewSeating(
    tx,
    organisationId,
    {
      seriesId,
      questions,
      k,
      ...(await seasonTerms(tx, organisationId, policy)),
      teams,
      people: asked,
    },
    now,
  )
  if (!preview) return null
  const [few] = smallExclusions(preview.seating.ledger, idsOf('asked'), excluded)
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
