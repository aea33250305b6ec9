/**
 * SQL of past answers until they become instances: rows are staged in a table of the session, so that what the process holds
 * is one period, whatever the file. The table goes with the session, and before the connection is given back.
 */
import { json, many, one, only, run, sql, textArray, type Tx } from '../db/db.ts'
import { type SaidRow } from './answers.ts'
import { type Tally } from './forms.ts'
import { type PastCells } from './row.ts'

export type StagedRow = PastCells & { line: number }

/** One import of an organisation at a time. @returns false while another one runs */
export const claimImport = async (session: Tx, organisationId: string): Promise<boolean> =>
  (
    await only<{ free: boolean }>(
      session,
      sql`select pg_try_advisory_lock(hashtextextended(${`past of ${organisationId}`}, 0)) as free`,
    )
  ).free

export const releaseImport = (session: Tx, organisationId: string): Promise<unknown> =>
  only(session, sql`select pg_advisory_unlock(hashtextextended(${`past of ${organisationId}`}, 0))`)

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

/** What is there already is read no further. */
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

type Placed = { line: number; value: string; total: number }

/** Respondents who are no members, each where he first stands. */
export const unknownRespondents = (session: Tx, limit: number): Promise<Placed[]> =>
  many<Placed>(
    session,
    sql`
      select min(line) as line, respondent as value, count(*) over () as total
      from past_rows
      where member_id is null
      group by respondent
      order by min(line)
      limit ${limit}`,
  )

/** One member under two names in one period. */
export const doubleRespondents = (session: Tx, limit: number): Promise<Placed[]> =>
  many<Placed>(
    session,
    sql`
      select max(line) as line, max(respondent) as value, count(*) over () as total
      from past_rows
      where member_id is not null
      group by date, member_id
      having count(distinct respondent) > 1
      order by max(line)
      limit ${limit}`,
  )

export const teamReferences = (session: Tx, limit: number): Promise<{ reference: string; line: number }[]> =>
  many(
    session,
    sql<{ reference: string; line: number }>`
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

export type Period = {
  date: string
  period: string
  line: number
  respondents: number
  members: number
  questions: string[]
}

/** In order of their dates; the name is the one that was met first. */
export const periods = (session: Tx, limit: number): Promise<Period[]> =>
  many<Period>(
    session,
    sql`
      select date, (array_agg(period order by line))[1] as period, min(line) as line,
             count(distinct respondent) as respondents, count(distinct member_id) as members,
             array_agg(distinct question) as questions
      from past_rows
      group by date
      order by date
      limit ${limit}`,
  )

/** @param least  how many of each kind of choices are looked at */
export async function tallies(session: Tx, least: number): Promise<Tally[]> {
  const counts = await many<Omit<Tally, 'chosen'>>(
    session,
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
  const chosen = await many<{ question: string; words: string; rows: number }>(
    session,
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
      where frequent <= ${least}
         or early <= ${least}
      order by question, first`,
  )
  const byQuestion = Map.groupBy(chosen, ({ question }) => question)
  return counts.map((count) => ({ ...count, chosen: byQuestion.get(count.question) ?? [] }))
}

export type PeriodRow = SaidRow & { respondent: string; member_id: string | null; team_id: string | null }

/** Everything said in a period, respondent by respondent. */
export const rowsOf = (session: Tx, date: string): Promise<PeriodRow[]> =>
  many<PeriodRow>(
    session,
    sql`
      select line, respondent, member_id, team_id, question, rating, steps, choice, words
      from past_rows
      where date = ${date}
      order by respondent, line`,
  )

/** An active user by address: whose check-in the command line makes. */
export const findUserByEmail = (
  tx: Tx,
  organisationId: string,
  email: string,
): Promise<{ id: string } | undefined> =>
  one(
    tx,
    sql<{ id: string }>`
      select id
      from users
      where organisation_id = ${organisationId}
        and lower(email) = lower(${email})
        and status = 'active'
      order by id
      limit 1`,
  )

/** Of these teams, those that stand below no other of them: asking them asks all. */
export const topmost = async (tx: Tx, organisationId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await many<{ id: string }>(
      tx,
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
  ).map(({ id }) => id)
