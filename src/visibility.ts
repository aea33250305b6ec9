/**
 * Who sees what. Surveys: who sees a pulse, a check-in, and everything that belongs to one (instances, results, insights, actions, alerts): everybody in
 * the organisation where it is public, its author alone where it is private or deleted. The rule is stated here only.
 * `is_public` is a column of pulses, check_ins and collections, generated from visibility and deletion.
 *
 * Lists of surveys that people look through name fewer (`isAnnouncedTo`): what has asked nobody yet is not announced by being in a list.
 *
 * Results: the audience that the promise names, and for managers and for applications of some teams only those teams. That narrows what
 * the release gate lets out and never widens it. The author whom the promise names is the one of the day on which the collection opened
 * (`promised_author_user_id`): anyone who gets a survey later runs it (`author_user_id`), and reads what they open themselves.
 */
import type { RawBuilder } from 'kysely'
import { type Actor, userIdOf } from './actor.ts'
import { sql, textArray } from './db/db.ts'
import { recipientRows } from './roster-rows.ts'

type Sql = RawBuilder<unknown>

/** The condition as text, for a prepared statement on one table whose $4 is the caller's user id, or null. */
export const visibleText = '(is_public or author_user_id = $4)'

/** The condition on the row of `alias`: of pulses, check_ins or collections. */
export const visibleTo = (actor: Actor, alias: string) => visibleToUser(userIdOf(actor), alias)

/** @param userId  null for an organisation's application */
export const visibleToUser = (userId: string | null, alias: string) =>
  sql`(${sql.ref(alias)}.is_public or ${sql.ref(alias)}.author_user_id = ${userId})`

/**
 * SQL: whether a list names the survey of `alias`, of pulses or check_ins, to people. One that has asked nobody yet, a draft or what waits for
 * its first date, may say in its title what nobody has been told: it is listed to its author, to those whom they named as readers, and to
 * analysts and admins. Programs read what is public, as the specification says.
 * @param hasAsked  it was open before, or is
 */
export function isAnnouncedTo(actor: Actor, alias: string, hasAsked: Sql): Sql {
  if (actor.kind === 'organisation' || actor.role !== 'member') return sql`true`
  const readers = sql`${sql.ref(alias)}.confidentiality`
  return sql`
    (
      ${hasAsked}
      or ${sql.ref(alias)}.author_user_id = ${actor.userId}
      or coalesce(${readers}->'results_readers' ? ${actor.userId}, false)
      or coalesce(${readers}->'audience' ? ${actor.userId}, false)
    )`
}

/** The survey that something is about, by the ids that callers know. */
type SurveyIds = {
  readonly pulse_id?: unknown
  readonly check_in_id?: unknown
  readonly check_in_instance_id?: unknown
}

/** SQL: the author of a private survey, who alone may know of it; null where it is public, or these ids name none. */
export function privateAuthorOf(organisationId: string, ids: SurveyIds) {
  if (typeof ids.pulse_id === 'string')
    return sql`
      (select author_user_id
       from pulses
       where organisation_id = ${organisationId}
         and id = ${ids.pulse_id}
         and visibility = 'private')`
  if (typeof ids.check_in_id === 'string')
    return sql`
      (select author_user_id
       from check_ins
       where organisation_id = ${organisationId}
         and id = ${ids.check_in_id}
         and visibility = 'private')`
  if (typeof ids.check_in_instance_id === 'string')
    return sql`
      (select c.author_user_id
       from check_in_instances i
       join check_ins c
         on c.organisation_id = i.organisation_id
        and c.id = i.check_in_id
       where i.organisation_id = ${organisationId}
         and i.id = ${ids.check_in_instance_id}
         and c.visibility = 'private')`
  return sql`null::text`
}

/**
 * SQL: whether a reader may know of an event or an entry of the audit log: one about a private survey is for its author alone
 * (`private_to`). @param userId  null: nobody in particular, who sees no private ones
 */
export const knownTo = (userId: string | null, alias?: string) => {
  const privateTo = alias === undefined ? sql`private_to` : sql`${sql.ref(alias)}.private_to`
  return sql`(${privateTo} is null or ${privateTo} = ${userId})`
}

/** Whether the actor sees a survey whose row was read. */
export const isVisibleTo = (actor: Actor, row: { is_public: boolean; author_user_id: string }): boolean =>
  row.is_public || row.author_user_id === userIdOf(actor)

/**
 * Whose results somebody may read. `all`: analysts, admins, and applications of the whole organisation. `teams`: for an application the
 * teams that it is registered for, for a person those that they manage, and all teams under them; `above`: the teams right above those of
 * a manager, to compare with.
 */
export type ResultsReach =
  | { readonly kind: 'all' }
  | { readonly kind: 'application'; readonly teams: readonly string[] }
  | {
      readonly kind: 'person'
      readonly userId: string
      readonly memberId: string | null
      readonly teams: readonly string[]
      readonly above: readonly string[]
    }

/** SQL: whom the promise of the collection `alias` names as its author. */
export const promisedAuthor = (alias: string) =>
  sql`coalesce(${sql.ref(`${alias}.promised_author_user_id`)}, ${sql.ref(`${alias}.author_user_id`)})`

/**
 * SQL: whether everybody who reads the collection `later` may read `earlier` of the same survey, too. What compares the two tells of both. Of those
 * who manage teams, or are asked, it is the same rule and not always the same people.
 */
export function isReadByAllOf(later: string, earlier: string) {
  const [a, b] = [sql.ref(later), sql.ref(earlier)]
  return sql`
    (${b}.is_public or (not ${a}.is_public and ${b}.author_user_id = ${a}.author_user_id))
    and (
      ${b}.results_audience = 'everyone'
      or (
        (
          ${promisedAuthor(earlier)} = ${promisedAuthor(later)}
          or (${b}.results_audience = 'listed' and ${promisedAuthor(later)} = any (${b}.results_readers))
        )
        and (
          ${a}.results_audience = 'author'
          or (${b}.results_audience = ${a}.results_audience and ${b}.results_readers @> ${a}.results_readers)
        )
      )
    )`
}

/** Who reads results (src/directory/reach.ts). */
export type Reader = { readonly actor: Actor; readonly reach: ResultsReach }

/**
 * SQL: the teams of the collection `alias` whose results the reader may see, '' among them for everyone who was asked; null for all of
 * them. A manager compares with the teams right above, and with everyone.
 */
export function sharedTeams({ actor, reach }: Reader, alias: string) {
  if (reach.kind === 'all') return sql`null::text[]`
  if (reach.kind === 'application') return textArray(reach.teams)
  const c = sql.ref(alias)
  return sql`
    case
      when ${promisedAuthor(alias)} = ${reach.userId} or ${c}.results_audience = 'everyone' then null
      when ${c}.results_audience = 'listed' and ${reach.userId} = any (${c}.results_readers) then null
      when ${c}.results_audience = 'asked' and exists (
        ${recipientRows(actor.organisationId, { collection: sql`${c}.id`, member: sql`${reach.memberId}` })}
      ) then null
      when ${c}.results_audience = 'managers' and exists (
        select 1
        from collection_teams managed
        where managed.organisation_id = ${actor.organisationId}
          and managed.collection_id = ${c}.id
          and managed.team_id = any (${textArray(reach.teams)})
      ) then ${textArray(['', ...reach.above, ...reach.teams])}
      else '{}'::text[]
    end`
}

/** Somebody as the lead of teams: those and all under them. */
export type Lead = {
  readonly organisationId: string
  readonly userId: string
  readonly teams: readonly string[]
}

/** A reader of teams' results as their lead; null for whoever reads all, for whom this is not looked up, and for a program. */
export const asLead = ({ actor, reach }: Reader): Lead | null =>
  reach.kind === 'person'
    ? { organisationId: actor.organisationId, userId: reach.userId, teams: reach.teams }
    : null

/**
 * SQL: whether a finding of the collection `alias` is about people whom somebody leads: a team of theirs or, where `team` is null, everyone who was
 * asked, if all of these are in such teams or they created the survey. Whom past surveys asked is not known, so nobody leads all of them.
 * @param lead  null: a program, which leads nobody
 */
export function isLed(lead: Lead | null, alias: string, team: Sql) {
  if (lead === null) return sql`false`
  const { organisationId, userId, teams } = lead
  const c = sql.ref(alias)
  const asked = recipientRows(organisationId, { collection: sql`${c}.id`, member: null })
  return sql`
    case
      when ${team} is not null then ${team} = any (${textArray(teams)})
      when ${c}.author_user_id = ${userId} then true
      else ${c}.imported_at is null
        and exists (select 1 from (${asked}) as r)
        and not exists (
          select 1
          from (${asked}) as r
          where r.team_id is null
             or not r.team_id = any (${textArray(teams)})
        )
    end`
}

/** SQL: whether the reader may see results of a team of the collection `alias`; `team` is null or '' for everyone who was asked. */
export const isShared = (reader: Reader, alias: string, team: Sql) =>
  reader.reach.kind === 'all'
    ? sql`true`
    : sql`coalesce(coalesce(${team}, '') = any (${sharedTeams(reader, alias)}), true)`
