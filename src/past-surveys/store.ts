/**
 * SQL of past answers until they become instances. Rows are staged in a table of the session, so that the process holds only one
 * period, however large the file. The table is dropped before the connection goes back to the pool.
 */
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { bool, float8, int4, int8, jsonbOf, nullable, type RowOf, shape, shapeOf, text } from '../db/shape.ts'
import { users } from '../db/tables.ts'
import type { Tally } from './mappings.ts'
import type { PastCells } from './row.ts'

export type StagedRow = PastCells & { line: number }

const claimRow = shape({ free: bool })

/** One import of an organisation at a time. @returns false while another one runs */
export async function claimImport(session: Tx, organisationId: string): Promise<boolean> {
  const { free } = await only(
    session,
    claimRow,
    sql`select pg_try_advisory_lock(hashtextextended(${`past of ${organisationId}`}, 0)) as free`,
  )
  return free
}

export const releaseImport = (session: Tx, organisationId: string): Promise<number> =>
  run(session, sql`select pg_advisory_unlock(hashtextextended(${`past of ${organisationId}`}, 0))`)

export async function makeTable(session: Tx): Promise<void> {
  await dropTable(session)
  await run(
    session,
    sql`
      create temporary table past_rows (
        line integer not null, period text not null, date text collate "C" not null, respondent text collate "C" not null,
        team text collate "C", question text collate "C" not null, rating double precision, steps integer, choice text, words text,
        member_id text collate "C", team_id text collate "C"
      )`,
  )
}

export const dropTable = (session: Tx): Promise<number> =>
  run(session, sql`drop table if exists pg_temp.past_rows`)

export const stage = (session: Tx, rows: readonly StagedRow[]): Promise<number> =>
  run(
    session,
    sql`
      insert into past_rows (line, period, date, respondent, team, question, rating, steps, choice, words)
      select line, period, date, respondent, team, question, rating, steps, choice, words
      from jsonb_to_recordset(${json(rows)}) as row (
        line integer, period text, date text, respondent text, team text, question text, rating double precision, steps integer,
        choice text, words text
      )`,
  )

export async function indexTable(session: Tx): Promise<void> {
  await run(session, sql`create index on past_rows (date, respondent, line)`)
  await run(session, sql`analyze past_rows`)
}

/** Drops dates that have an instance already. */
export const dropDates = (session: Tx, dates: readonly string[]): Promise<number> =>
  run(session, sql`delete from past_rows where date = any (${textArray(dates)})`)

/** Respondents who are members: by external_id, or else by address. */
export const matchMembers = (session: Tx, organisationId: string): Promise<number> =>
  run(
    session,
    sql`
      update past_rows r
      set member_id = m.id
      from (
        select named.respondent, (array_agg(m.id order by m.external_id = named.respondent desc nulls last))[1] as id
        from (select distinct respondent from past_rows) as named
        join members m
          on m.organisation_id = ${organisationId}
         and m.status <> 'erased'
         and (m.external_id = named.respondent or lower(m.email) = lower(named.respondent))
        group by named.respondent
      ) as m
      where r.respondent = m.respondent`,
  )

const respondentFault = shape({ line: int4, value: text, total: int8 })
export type RespondentFault = RowOf<typeof respondentFault>

/** Respondents who are not members, each at their first row. */
export const unknownRespondents = (session: Tx, limit: number): Promise<RespondentFault[]> =>
  many(
    session,
    respondentFault,
    sql`
      select min(line) as line, respondent as value, count(*) over () as total
      from past_rows
      where member_id is null
      group by respondent
      order by min(line)
      limit ${limit}`,
  )

/** One member under two names in one period. */
export const doubleRespondents = (session: Tx, limit: number): Promise<RespondentFault[]> =>
  many(
    session,
    respondentFault,
    sql`
      select max(line) as line, max(respondent) as value, count(*) over () as total
      from past_rows
      where member_id is not null
      group by date, member_id
      having count(distinct respondent) > 1
      order by max(line)
      limit ${limit}`,
  )

const referenceRow = shape({ reference: text, line: int4 })

export const teamReferences = (session: Tx, limit: number): Promise<RowOf<typeof referenceRow>[]> =>
  many(
    session,
    referenceRow,
    sql`
      select team as reference, min(line) as line
      from past_rows
      where team is not null
      group by team
      order by min(line)
      limit ${limit}`,
  )

export const placeTeams = (session: Tx, ids: ReadonlyMap<string, string>): Promise<number> =>
  run(
    session,
    sql`
      update past_rows r
      set team_id = one.id
      from jsonb_to_recordset(${json([...ids].map(([reference, id]) => ({ reference, id })))}) as one (reference text, id text)
      where r.team = one.reference`,
  )

const periodRow = shape({ date: text, period: text, line: int4, respondents: int8, members: int8 })
export type Period = RowOf<typeof periodRow>

/** In order of their dates, under the name of their first row. */
export const periods = (session: Tx, limit: number): Promise<Period[]> =>
  many(
    session,
    periodRow,
    sql`
      select date, (array_agg(period order by line))[1] as period, min(line) as line,
             count(distinct respondent) as respondents, count(distinct member_id) as members
      from past_rows
      group by date
      order by date
      limit ${limit}`,
  )

const tallyRow = shape({
  question: text,
  ratings: int8,
  choices: int8,
  texts: int8,
  steps: jsonbOf<(number | null)[]>(),
})
const choiceRow = shape({ question: text, words: text, rows: int8 })

/** @param choicesMax  how many of the most frequent choices, and of the earliest, are read for each question */
export async function tallies(session: Tx, choicesMax: number): Promise<Tally[]> {
  const counts = await many(
    session,
    tallyRow,
    sql`
      select question, ratings, choices, texts,
             coalesce((
               select jsonb_agg(steps order by first)
               from (
                 select steps, min(line) as first
                 from past_rows met
                 where met.question = counted.question
                   and met.rating is not null
                 group by steps
               ) as one
             ), '[]') as steps
      from (
        select question, min(line) as first,
               count(*) filter (where rating is not null) as ratings,
               count(*) filter (where rating is null and choice is not null) as choices,
               count(*) filter (where rating is null and choice is null and words is not null) as texts
        from past_rows
        group by question
      ) as counted
      order by first`,
  )
  const chosen = await many(
    session,
    choiceRow,
    sql`
      select question, words, rows
      from (
        select question, choice as words, count(*) as rows, min(line) as first,
               row_number() over (partition by question order by count(*) desc, choice collate "C") as frequent,
               row_number() over (partition by question order by min(line)) as early
        from past_rows
        where choice is not null
        group by question, choice
      ) as one
      where frequent <= ${choicesMax}
         or early <= ${choicesMax}
      order by question, first`,
  )
  const byQuestion = Map.groupBy(chosen, ({ question }) => question)
  return counts.map((count) => ({ ...count, chosen: byQuestion.get(count.question) ?? [] }))
}

const answerRow = shape({
  line: int4,
  respondent: text,
  member_id: nullable(text),
  team_id: nullable(text),
  question: text,
  rating: nullable(float8),
  steps: nullable(int4),
  choice: nullable(text),
  words: nullable(text),
})

/** The rows of a period, respondent by respondent. */
export const rowsOf = (session: Tx, date: string): Promise<RowOf<typeof answerRow>[]> =>
  many(
    session,
    answerRow,
    sql`
      select line, respondent, member_id, team_id, question, rating, steps, choice, words
      from past_rows
      where date = ${date}
      order by respondent, line`,
  )

const userRow = shapeOf(users, ['id'])

/** An active user by address, for the command line. */
export const findUserByEmail = (
  tx: Tx,
  organisationId: string,
  email: string,
): Promise<{ id: string } | undefined> =>
  one(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from users
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
        and status = 'active'
      order by id
      limit 1`,
  )

const teamRow = shape({ id: text })

/** Those of these teams that are not below another of them: recipients include the teams below. */
export async function topmost(tx: Tx, organisationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await many(
    tx,
    teamRow,
    sql`
      with recursive below as (
        select id
        from teams
        where organisation_id = ${organisationId}
          and parent_team_id = any (${textArray(ids)})
        union
        select t.id
        from teams t
        join below on t.parent_team_id = below.id
        where t.organisation_id = ${organisationId}
      )
      select id
      from unnest(${textArray(ids)}) as one (id)
      where id not in (select id from below)
      order by id`,
  )
  return rows.map(({ id }) => id)
}
