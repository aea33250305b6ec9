/**
 * SQL of the list of surveys: pulses and check-ins side by side, each read in the order of its own key, so that a page costs what a page
 * of one of them costs. Ids of both kinds sort by creation behind their prefix.
 */
import type { Survey, SurveyPhase } from '../../contract/surveys.ts'
import type { Mode } from '../../contract/confidentiality.ts'
import { type Actor, userIdOf } from '../actor.ts'
import { many, type Query, sql, type Tx } from '../db/db.ts'
import { type DirectoryReach, seesTeam } from '../directory/directory.ts'
import type { Paged } from '../db/paging.ts'
import { bool, int8, jsonbOf, nullable, type RowOf, shape, shapeOf, text, textOf } from '../db/shape.ts'
import { pulses, users } from '../db/tables.ts'
import { recipientRows } from '../roster-rows.ts'
import { isAnnouncedTo, visibleTo } from '../visibility.ts'
import { firstMatching, hasMatching } from './question-words.ts'

export type SurveyFilter = {
  kind: 'pulse' | 'check_in' | null
  phase: SurveyPhase | null
  /** As `containing` makes it. */
  q: string | null
  mine: boolean
  /** Only the caller's own deleted ones, which they may restore. */
  deleted: boolean
}

type TeamName = { id: string; name: string }
type MatchingQuestion = NonNullable<Survey['matching_question']>

/** So many teams of an audience are read: all of them are named, or one fewer where there are more. */
export const teamsRead = 4

/** Columns that both kinds have, under the same names. */
const common = shapeOf(pulses, [
  'id',
  'title',
  'state',
  'visibility',
  'author_user_id',
  'recipients',
  'created_at',
  'updated_at',
  'deleted_at',
])

const surveyRow = shape({
  ...common.fields,
  kind: textOf<'pulse' | 'check_in'>(),
  topic: pulses.topic,
  phase: textOf<SurveyPhase>(),
  state: textOf<Survey['state']>(),
  mode: textOf<Mode>(),
  author_name: nullable(users.name),
  teams: nullable(jsonbOf<TeamName[]>()),
  opens_at: pulses.opens_at,
  instance_id: nullable(text),
  collection_id: nullable(text),
  matching_question: nullable(jsonbOf<MatchingQuestion>()),
  asks_reader: nullable(bool),
})
export type SurveyRow = RowOf<typeof surveyRow>

const pulsePhase = sql`
  case
    when s.state = 'cancelled' then 'closed'
    else s.state
  end`

const isOccurring = ({ organisationId }: Actor) => sql`
  exists (
    select 1
    from check_in_instances i
    where i.organisation_id = ${organisationId}
      and i.check_in_id = s.id
      and i.state = 'open'
  )`

const checkInPhase = (actor: Actor) => sql`
  case
    when ${isOccurring(actor)} then 'open'
    when s.state in ('active', 'paused') then 'scheduled'
    when s.state = 'ended' then 'closed'
    else s.state
  end`

type CountFilter = Omit<SurveyFilter, 'phase' | 'deleted'>

type Kind = {
  /** What a search looks into, besides questions. */
  words: Query
  hasAsked: Query
}

/** What a caller sees of one kind, before phases and deleted ones are told apart. Anyone who wrote a deleted one alone sees it. */
const seen = (actor: Actor, { q, mine }: CountFilter, { words, hasAsked }: Kind) => sql`
  s.organisation_id = ${actor.organisationId}
  and ${visibleTo(actor, 's')}
  and ${isAnnouncedTo(actor, 's', hasAsked)}
  and (not ${mine}::boolean or s.author_user_id = ${userIdOf(actor)})
  ${q === null ? sql`` : sql`and (${words} ilike ${q} or ${hasMatching('s', q)})`}`

const ofPulses: Kind = {
  words: sql`concat_ws(' ', s.title, s.topic)`,
  hasAsked: sql`s.collection_id is not null`,
}
const ofCheckIns: Kind = { words: sql`s.title`, hasAsked: sql`period.id is not null` }

/** Of both kinds in the same order. */
const pulseColumns = sql`
  'pulse' as kind, ${common.of('s')}, s.topic, ${pulsePhase} as phase, s.confidentiality->>'mode' as mode, s.opens_at,
  null as instance_id, s.collection_id, s.questions, s.translations`
const checkInColumns = (actor: Actor) => sql`
  'check_in' as kind, ${common.of('s')}, null as topic, ${checkInPhase(actor)} as phase, s.confidentiality->>'mode' as mode,
  (
    select i.opens_at
    from check_in_instances i
    where i.organisation_id = ${actor.organisationId}
      and i.check_in_id = s.id
      and i.state = 'scheduled'
  ) as opens_at,
  period.id as instance_id, period.collection_id, s.questions, s.translations`

/** The occurrence that is open, otherwise the newest that closed. */
const period = ({ organisationId }: Actor) => sql`
  left join lateral (
    select i.id, i.collection_id, i.state
    from check_in_instances i
    where i.organisation_id = ${organisationId}
      and i.check_in_id = s.id
      and i.collection_id is not null
    order by i.local_date desc
    limit 1
  ) period on true`

/** Whether the newest collection asks the caller; null where none has begun, and for programs, whom nothing asks. */
function asksReader(actor: Actor): Query {
  const userId = userIdOf(actor)
  if (userId === null) return sql`null::boolean`
  const member = sql`(select member_id from users where organisation_id = ${actor.organisationId} and id = ${userId})`
  return sql`
    case
      when l.collection_id is not null then exists (
        ${recipientRows(actor.organisationId, { collection: sql`l.collection_id`, member })}
      )
    end`
}

/** One more than a page, newest first. `named`: the teams whose names the caller may read. `paging.after`: an id without its prefix. */
export const listSurveys = (
  tx: Tx,
  actor: Actor,
  { named, ...filter }: SurveyFilter & { named: DirectoryReach },
  { after, limit }: Paged,
): Promise<SurveyRow[]> => {
  const { kind, phase, deleted } = filter
  const until = (prefix: string): string => (after === null ? '~' : prefix + after)
  const ofKind = (own: SurveyFilter['kind']) => sql`(${kind}::text is null or ${kind} = ${own})`
  return many(
    tx,
    surveyRow,
    sql`
      select l.kind, ${common.of('l')}, l.topic, l.phase, l.mode, l.opens_at, l.instance_id, l.collection_id, u.name as author_name,
             (
               select jsonb_agg(jsonb_build_object('id', shown.id, 'name', shown.name) order by shown.place)
               from (
                 select t.id, t.name, asked.place
                 from jsonb_array_elements_text(l.recipients->'team_ids') with ordinality asked (id, place)
                 join teams t on t.organisation_id = ${actor.organisationId} and t.id = asked.id
                 where ${seesTeam(named, 't')}
                 order by asked.place
                 limit ${teamsRead}
               ) shown
             ) as teams,
             ${filter.q === null ? sql`null::jsonb` : firstMatching('l', filter.q)} as matching_question,
             ${asksReader(actor)} as asks_reader
      from (
        (
          select ${pulseColumns}
          from pulses s
          where ${ofKind('pulse')}
            and ${seen(actor, filter, ofPulses)}
            and (s.deleted_at is not null) = ${deleted}
            and s.id < ${until('pls_')} collate "C"
            and (${phase}::text is null or ${pulsePhase} = ${phase})
          order by s.id desc
          limit ${limit + 1}
        )
        union all
        (
          select ${checkInColumns(actor)}
          from check_ins s
          ${period(actor)}
          where ${ofKind('check_in')}
            and ${seen(actor, filter, ofCheckIns)}
            and (s.deleted_at is not null) = ${deleted}
            and s.id < ${until('chk_')} collate "C"
            and (${phase}::text is null or ${checkInPhase(actor)} = ${phase})
          order by s.id desc
          limit ${limit + 1}
        )
      ) l
      left join users u on u.organisation_id = ${actor.organisationId} and u.id = l.author_user_id
      order by substr(l.id, 5) collate "C" desc
      limit ${limit + 1}`,
  )
}

const countRow = shape({ phase: textOf<SurveyPhase | 'deleted'>(), count: int8, have_closed: int8 })

/** Phases without a survey are not returned; deleted ones are counted by themselves, in none of them. `have_closed`: check-ins whose newest occurrence with a collection is closed. */
export const countSurveys = (
  tx: Tx,
  actor: Actor,
  filter: CountFilter,
): Promise<RowOf<typeof countRow>[]> => {
  const countedAs = (phase: Query) => sql`case when s.deleted_at is null then ${phase} else 'deleted' end`
  const ofKind = (own: SurveyFilter['kind']) => sql`(${filter.kind}::text is null or ${filter.kind} = ${own})`
  return many(
    tx,
    countRow,
    sql`
      select l.phase, count(*) as count, count(*) filter (where l.period_state = 'closed') as have_closed
      from (
        select ${countedAs(pulsePhase)} as phase, null as period_state
        from pulses s
        where ${ofKind('pulse')}
          and ${seen(actor, filter, ofPulses)}
        union all
        select ${countedAs(checkInPhase(actor))} as phase, period.state as period_state
        from check_ins s
        ${period(actor)}
        where ${ofKind('check_in')}
          and ${seen(actor, filter, ofCheckIns)}
      ) l
      group by l.phase`,
  )
}
