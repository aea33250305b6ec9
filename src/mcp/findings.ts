/** Tools about findings: the few that matter, what is behind one, and what to do next. */
import { listActions as listActionsOperation } from '../../contract/actions.ts'
import { listParticipation as participationOperation } from '../../contract/figures.ts'
import {
  getInsight as getInsightOperation,
  getInsightMethod as getMethodOperation,
  type Insight,
  type InsightKind,
  type LevelState,
  listInsights as listInsightsOperation,
} from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import type * as contract from '../../contract/tools.ts'
import type { Arguments, Result } from '../../contract/tool.ts'
import { listActions } from '../actions/actions.ts'
import { getInsight, getInsightMethod, listInsights, listParticipation } from '../insights/insights.ts'
import { ask, type ToolCall } from './asking.ts'
import { scopeOf } from './collections.ts'
import { partly } from './figures.ts'
import { fitting, untrusted, untrustedOrNull } from './untrusted.ts'

const findingsMax = 5

/** What a reader wants first: what is wrong, what has changed, what is good, what people write about. */
const order: readonly InsightKind[] = ['level', 'change', 'strength', 'theme', 'sentiment_signal']

const findingOf = ({ id, kind, scope, n, statement }: Insight) => ({
  insight_id: id,
  kind,
  question_id: scope.question_id ?? null,
  n,
  statement: untrusted('finding', statement),
})

/** A level that says nothing is wrong is not a finding among five. */
const isWorthSaying = ({ kind, value }: Insight): boolean =>
  order.includes(kind) && (kind !== 'level' || telling.includes((value as { state: LevelState }).state))

const telling: readonly LevelState[] = ['problem', 'strength']

export async function summariseResults(
  call: ToolCall,
  { collection, team }: Arguments<typeof contract.summariseResults>,
): Promise<Result<typeof contract.summariseResults>> {
  const filter = { ...scopeOf(collection), limit: limits.pageSizeMax }
  const [{ insights }, { participation: groups }] = await Promise.all([
    ask(call, listInsightsOperation, listInsights, {
      query: { ...filter, ...(team === undefined ? { everyone: true } : { team_id: team }) },
    }),
    ask(call, participationOperation, listParticipation, {
      query: { ...filter, ...(team !== undefined && { team_id: team }) },
    }),
  ])
  const figure = groups.find(({ scope }) => scope.team_id === (team ?? null))?.participation ?? null
  const headline = insights.find(({ kind }) => kind === 'summary')
  const findings = insights
    .filter(isWorthSaying)
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  return {
    team_id: team ?? null,
    shown: figure !== null || insights.length > 0,
    participation: figure && {
      recipients: figure.recipients,
      responded: figure.responded,
      responded_max: figure.responded_max,
      response_rate: figure.response_rate,
      ...partly(figure),
    },
    headline: headline ? findingOf(headline) : null,
    findings: findings.slice(0, findingsMax).map(findingOf),
  }
}

export async function explainFinding(
  call: ToolCall,
  { insight_id: id }: Arguments<typeof contract.explainFinding>,
): Promise<Result<typeof contract.explainFinding>> {
  const insight = await ask(call, getInsightOperation, getInsight, { params: { id } })
  const method = await ask(call, getMethodOperation, getInsightMethod, { params: { id } })
  const said = (text: string) => untrusted('finding', text)
  return {
    insight_id: id,
    kind: insight.kind,
    n: insight.n,
    interval: insight.interval,
    method: { name: insight.method.name, version: insight.method.version },
    statement: said(insight.statement),
    measured: said(method.measured),
    people: said(method.people),
    uncertainty: said(method.uncertainty),
    comparison: said(method.comparison),
    limitations: method.limitations.map(said),
  }
}

export async function nextActions(
  call: ToolCall,
  { team, state, limit = limits.toolEntriesMax }: Arguments<typeof contract.nextActions>,
): Promise<Result<typeof contract.nextActions>> {
  const { actions, has_more } = await ask(call, listActionsOperation, listActions, {
    query: { limit, ...(team !== undefined && { team_id: team }), ...(state !== undefined && { state }) },
  })
  const { fit, isCut } = fitting(
    actions.map(({ scope, effect, note, ...action }) => ({
      id: action.id,
      state: action.state,
      origin: action.origin,
      insight_id: action.insight_id,
      team_id: scope.team_id,
      driver: action.driver,
      title: untrusted('note', action.title),
      first_step: untrustedOrNull('note', action.first_step),
      owner_member_id: action.owner_member_id,
      due_on: action.due_on,
      priority: action.priority,
      confidence: action.confidence,
      effect: effect?.verdict ?? null,
      note: untrustedOrNull('note', note),
    })),
  )
  return { actions: fit, has_more: has_more || isCut }
}
