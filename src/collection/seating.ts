/**
 * Whom a collection asks, and where each of them counts: by the seats of the season (src/seats/). Opening stores it with each recipient, so
 * that answers, close and analysis need no ledger.
 *
 * People without a seat that takes part are asked and are in no figure. In anonymous mode they are not asked, because their answers could
 * not be set aside at close; unless nobody has a seat, as in a collection for fewer than k people: then nothing is shown anyway.
 */
import type { Policy, TeamNode } from '../cells/cells.ts'
import type { CollectionRef } from '../collection-ref.ts'
import { json, many, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, shapeOf } from '../db/shape.ts'
import { collections, collectionTeams, organisations } from '../db/tables.ts'
import type { RosterPerson } from './roster.ts'
import type { Recipient } from './roster-store.ts'
import {
  type Pace,
  type Place,
  previewSeating,
  type SeatingPreview,
  type SeatingRequest,
  type Season,
  type SeatedRoster,
  seatRoster,
  smallExclusions,
} from '../seats/seats.ts'
import type { FormQuestion, Question } from '../../contract/questions.ts'
import type { Translations } from '../../contract/translations.ts'
import { partsInEveryLanguage } from '../questions/questions.ts'

const wishRow = shapeOf(organisations, ['season_days', 'quiet_days'])

/** What an organisation wants of its seasons. */
export async function wantedSeason(tx: Tx, organisationId: string): Promise<Season> {
  const { season_days: days, quiet_days: quietDays } = await only(
    tx,
    wishRow,
    sql`select ${wishRow.columns} from organisations where id = ${organisationId}`,
  )
  return { days, quietDays }
}

export type SeatedOpening = {
  seriesId: string
  /** How often the series asks; a pulse is asked once, and is as one of a monthly series. */
  pace?: Pace
  /** What figures are about: the parts of the form. */
  questions: Question[]
  /** What recipients read, and in which other languages. */
  form: readonly FormQuestion[]
  translations: Translations
  policy: Policy
  /** People are added while it is open: from when until when they can answer. */
  answers?: { since: Date; until: Date }
}

/** Everybody on a roster, and the frozen tree of its teams. */
export type People = { people: readonly RosterPerson[]; teams: readonly TeamNode[] }

/** Seats those of a roster who are asked. @returns the recipients, in the order of their ids */
export async function seatPeople(
  tx: Tx,
  ref: CollectionRef,
  opening: People & SeatedOpening,
  now: Date,
): Promise<Recipient[]> {
  const { people, teams, policy } = opening
  const asked = people.filter(({ status }) => status === 'asked')
  const seated = await seatRoster(tx, ref, await requestOf(tx, ref.organisationId, opening), now)
  if (!seated) return asked.map((person) => ({ ...person, cell: null, isCounted: true, uncounted: null }))
  await storeSeating(tx, ref, seated)
  await storeIncomplete(tx, ref, incompleteTeams(teams, asked, seated.places))
  const places = new Map(seated.places.map((place) => [place.memberId, place]))
  const recipients = asked.map((person): Recipient => {
    const place = places.get(person.memberId)
    return place
      ? {
          ...person,
          team: place.team,
          value: place.value,
          cell: place.cell,
          isCounted: true,
          uncounted: null,
        }
      : {
          ...person,
          value: null,
          cell: null,
          isCounted: false,
          uncounted: seated.reasons.get(person.memberId) ?? null,
        }
  })
  return policy.mode === 'anonymous' && places.size > 0
    ? recipients.filter(({ isCounted }) => isCounted)
    : recipients
}

async function requestOf(
  tx: Tx,
  organisationId: string,
  { people, teams, seriesId, pace = 'monthly', form, translations, policy, answers }: People & SeatedOpening,
): Promise<SeatingRequest> {
  const asked = people.filter(({ status }) => status === 'asked')
  const isByTeam = !policy.breakdown?.instead_of_teams
  return {
    seriesId,
    pace,
    questions: partsInEveryLanguage(form, translations),
    k: Math.max(policy.k_score, policy.k_rate),
    atLeast: await wantedSeason(tx, organisationId),
    attribute: policy.breakdown?.attribute ?? null,
    // By an attribute instead of teams: people are divided by its values alone.
    teams: isByTeam ? teams : [],
    people: isByTeam ? asked : asked.map((person) => ({ ...person, team: null })),
    ...(answers && { answers }),
  }
}

/** Begins or keeps up the ledger of a collection whose people are not known yet. */
export async function holdSeats(
  tx: Tx,
  ref: CollectionRef,
  opening: SeatedOpening & Required<Pick<SeatedOpening, 'answers'>>,
  now: Date,
): Promise<void> {
  const nobody = { ...opening, people: [], teams: [] }
  const seated = await seatRoster(tx, ref, await requestOf(tx, ref.organisationId, nobody), now)
  if (seated) await storeSeating(tx, ref, seated)
}

const sittingOutRow = shapeOf(collections, ['sitting_out'])

export const sittingOutOf = async (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
): Promise<Record<string, string[]>> =>
  (
    await only(
      tx,
      sittingOutRow,
      sql`
        select sitting_out
        from collections
        where organisation_id = ${organisationId}
          and id = ${collectionId}`,
    )
  ).sitting_out

/** What sat out before sits out, too. */
export async function addSittingOut(
  tx: Tx,
  ref: CollectionRef,
  before: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await run(
    tx,
    sql`
      update collections
      set sitting_out = sitting_out || ${json(before)}
      where organisation_id = ${ref.organisationId}
        and id = ${ref.collectionId}`,
  )
}

/** How the season of the questions would seat those of a roster who are asked. @returns null where all of them would count */
export const previewSeats = async (
  tx: Tx,
  organisationId: string,
  opening: People & SeatedOpening,
  now: Date,
): Promise<SeatingPreview | null> =>
  previewSeating(tx, organisationId, await requestOf(tx, organisationId, opening), now)

const storeSeating = (
  tx: Tx,
  { organisationId, collectionId }: CollectionRef,
  { ledgerId, season, sittingOut }: SeatedRoster,
): Promise<number> =>
  run(
    tx,
    sql`
      update collections
      set ledger_id = ${ledgerId},
          season_began_at = ${season.beganAt}::timestamptz,
          season_ends_at = ${season.endsAt}::timestamptz,
          season_quiet_until = ${season.quietUntil}::timestamptz,
          sitting_out = ${json(sittingOut)}
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )

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

export const storeIncomplete = (
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
  opening: People & SeatedOpening,
  now: Date,
): Promise<string | null> {
  const { people, questions, policy } = opening
  const k = Math.max(policy.k_score, policy.k_rate)
  if (policy.mode !== 'anonymous' || questions.length === 0) return null
  const idsOf = (wanted: RosterPerson['status']): Set<string> =>
    new Set(people.flatMap(({ memberId, status }) => (status === wanted ? [memberId] : [])))
  const excluded = idsOf('excluded')
  if (excluded.size === 0) return null
  const preview = await previewSeats(tx, organisationId, opening, now)
  if (!preview) return null
  const [few] = smallExclusions(preview.seating.ledger, idsOf('asked'), excluded)
  return few === undefined
    ? null
    : `Fewer than ${k} people are left out of a group that answered this question before. The difference would be ` +
        `their answers, so the whole group could not be shown. Ask everyone in it, or leave out at least ${k} of its people`
}

const placedTeamRow = shapeOf(collectionTeams, ['team_id', 'parent_team_id'], { is_counted: bool })

/**
 * When a collection closes: how many people are in no figure, and which teams have nobody in one, not even higher up. The teams that the
 * counted people are in are followed upwards here: what a join would cost depends on what the planner knows of a table this new.
 */
export async function markSittingOut(tx: Tx, { organisationId, collectionId }: CollectionRef): Promise<void> {
  const placed = await many(
    tx,
    placedTeamRow,
    sql`
      with counted as materialized (
        select distinct team_id
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and is_counted
      )
      select team_id, parent_team_id, team_id in (select team_id from counted where team_id is not null) as is_counted
      from collection_teams
      where organisation_id = ${organisationId}
        and collection_id = ${collectionId}`,
  )
  const parents = new Map(placed.map(({ team_id, parent_team_id }) => [team_id, parent_team_id]))
  const reached = new Set<string>()
  for (const { team_id, is_counted } of placed)
    for (let at = is_counted ? team_id : null; at !== null && !reached.has(at); at = parents.get(at) ?? null)
      reached.add(at)
  const empty = [...parents.keys()].filter((team) => !reached.has(team))
  if (empty.length > 0)
    await run(
      tx,
      sql`
        update collection_teams
        set sits_out = true
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and team_id = any (${textArray(empty)})
          and is_complete`,
    )
  await run(
    tx,
    sql`
      update collections
      set not_counted = (
        select count(*)
        from recipients
        where organisation_id = ${organisationId}
          and collection_id = ${collectionId}
          and not is_counted)
      where organisation_id = ${organisationId}
        and id = ${collectionId}`,
  )
}
