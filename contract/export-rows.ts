/**
 * The rows of each dataset that programs export: flat, one value a column, the same columns in every format. A column never changes its
 * meaning; `schema_version` rises when a dataset has to. `released_at` says when a row became what it is, and lists are filtered by it.
 */
import type { Static, TProperties } from 'typebox'
import { instant, nullable } from './fields.ts'
import { Type } from './schema.ts'

const text = Type.String()
const integer = Type.Integer()
const number = Type.Number()
const flag = Type.Boolean()
const maybe = { text: nullable(text), integer: nullable(integer), number: nullable(number) }
const maybeInstant = nullable(instant)
const described = (description: string) => ({ description })

const version = { schema_version: Type.Integer(described('1; rises when a column has to change')) }
const released = Type.String({
  format: 'date-time',
  description: 'when the row became what it is: what released_since is compared with',
})

/** Which survey a row belongs to: a pulse, or an instance of a check-in. */
const survey = {
  pulse_id: maybe.text,
  check_in_id: maybe.text,
  check_in_instance_id: maybe.text,
}

const row = <T extends TProperties>(title: string, columns: T) =>
  Type.Object({ ...version, ...columns }, { title })

const unit = nullable(
  Type.String(
    described(
      'that the question asks in, such as hours: of its mean, and of the options that are counted; null without one',
    ),
  ),
)

const team = nullable(Type.String(described('null for all recipients')))

export const CollectionRow = row('CollectionRow', {
  ...survey,
  title: text,
  state: text,
  results_status: text,
  opens_at: maybeInstant,
  closes_at: maybeInstant,
  opened_at: maybeInstant,
  closed_at: maybeInstant,
  recipients: maybe.integer,
  responded: maybe.integer,
  responded_max: maybe.integer,
  response_rate: maybe.number,
  created_at: instant,
  released_at: released,
})

export const ResultRow = row('ResultRow', {
  ...survey,
  title: text,
  team_id: team,
  team_name: maybe.text,
  attribute: nullable(Type.String(described('the attribute by which results are broken down, in such rows'))),
  attribute_values: nullable(Type.String(described('its values in this group, as a JSON list'))),
  attribute_others: nullable(Type.Boolean(described('the group contains people with rarer values or none'))),
  question_id: nullable(Type.String(described('null where a whole team is hidden'))),
  question: maybe.text,
  unit,
  measure: nullable(
    Type.String(described('answers, mean, enps, or count (of the option beside it); null where hidden')),
  ),
  option: maybe.text,
  n: maybe.integer,
  value: maybe.number,
  banded: Type.Boolean(described('accurate to within one answer, as in the results')),
  suppressed: flag,
  counted_in: nullable(
    Type.String(
      described('for a hidden figure: the team above whose figure counts the answers, or everyone'),
    ),
  ),
  counted_in_name: nullable(Type.String(described('what the team in counted_in is called'))),
  without_small_teams: flag,
  closed_at: instant,
  released_at: released,
})

export const FigureRow = row('FigureRow', {
  ...survey,
  title: text,
  team_id: team,
  measure: Type.String(
    described(
      'score, favourable, enps, promoters, passives, detractors, sentiment, positive, negative, requests, driver, driver_sentiment, theme, theme_sentiment, or count (of the option beside it)',
    ),
  ),
  question_id: maybe.text,
  question: maybe.text,
  unit,
  driver: maybe.text,
  theme: maybe.text,
  option: maybe.text,
  n: integer,
  value: number,
  low: maybe.number,
  high: maybe.number,
  banded: flag,
  without_small_teams: flag,
  method: text,
  method_version: text,
  closed_at: instant,
  released_at: released,
})

export const ParticipationRow = row('ParticipationRow', {
  ...survey,
  title: text,
  team_id: team,
  recipients: integer,
  responded: integer,
  responded_max: integer,
  n: integer,
  value: Type.Number(described('the response rate')),
  low: maybe.number,
  high: maybe.number,
  without_small_teams: flag,
  closed_at: instant,
  released_at: released,
})

export const InsightRow = row('InsightRow', {
  insight_id: text,
  ...survey,
  team_id: team,
  question_id: maybe.text,
  kind: text,
  state: text,
  generation: integer,
  subject: maybe.text,
  statement: text,
  n: maybe.integer,
  value: nullable(Type.String(described('as JSON, because each kind has its own value'))),
  low: maybe.number,
  high: maybe.number,
  method: text,
  method_version: text,
  created_at: instant,
  superseded_at: maybeInstant,
  superseded_by: nullable(Type.String(described('the insight of a later generation that is about the same'))),
  released_at: released,
})

export const ActionRow = row('ActionRow', {
  action_id: text,
  origin: Type.String(described('report, or person for what somebody made of a finding')),
  insight_id: text,
  ...survey,
  team_id: team,
  driver: maybe.text,
  state: text,
  title: text,
  owner_role: maybe.text,
  owner_member_id: maybe.text,
  effort: maybe.text,
  priority: maybe.number,
  confidence: maybe.text,
  times: integer,
  due_on: maybe.text,
  reason: maybe.text,
  effect: nullable(Type.String(described('better, worse or no clear effect; null before it is measured'))),
  effect_difference: maybe.number,
  created_at: instant,
  ended_at: maybeInstant,
  released_at: released,
})

export const TeamRow = row('TeamRow', {
  team_id: text,
  external_id: maybe.text,
  name: text,
  description: maybe.text,
  parent_team_id: maybe.text,
  time_zone: maybe.text,
  member_count: integer,
  status: text,
  created_at: instant,
  released_at: released,
})

export const CommentRow = row('CommentRow', {
  ...survey,
  title: text,
  team_id: team,
  question_id: text,
  question: maybe.text,
  comment: text,
  closed_at: instant,
  released_at: released,
})

export const AuditRow = row('AuditRow', {
  event_id: text,
  action: text,
  actor_kind: text,
  user_id: maybe.text,
  application_id: maybe.text,
  target: maybe.text,
  detail: Type.String(described('as JSON')),
  hash: text,
  released_at: released,
})

export type CollectionRow = Static<typeof CollectionRow>
export type ResultRow = Static<typeof ResultRow>
export type FigureRow = Static<typeof FigureRow>
export type ParticipationRow = Static<typeof ParticipationRow>
export type InsightRow = Static<typeof InsightRow>
export type ActionRow = Static<typeof ActionRow>
export type TeamRow = Static<typeof TeamRow>
export type CommentRow = Static<typeof CommentRow>
export type AuditRow = Static<typeof AuditRow>

export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

export type ColumnType = 'text' | 'instant' | 'integer' | 'number' | 'boolean'
export type Column = { readonly name: string; readonly type: ColumnType; readonly isNullable: boolean }

/** The columns of rows of this shape, in order. */
export const columnsOf = ({ properties }: { readonly properties: TProperties }): Column[] =>
  Object.entries(properties).map(([name, property]) => {
    const { type, format } = property as { type?: string | string[]; format?: string }
    const [kind, ...others] = [type].flat()
    return {
      name,
      type:
        format === 'date-time'
          ? 'instant'
          : kind === 'integer' || kind === 'number' || kind === 'boolean'
            ? kind
            : 'text',
      isNullable: others.includes('null'),
    }
  })
