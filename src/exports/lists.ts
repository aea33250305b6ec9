/** Rows of lists whose items are flat already: insights, actions, teams and the audit log. */
import { listActions as actionsOperation } from '../../contract/actions.ts'
import { followAuditEvents as auditOperation } from '../../contract/audit.ts'
import type { ActionRow, AuditRow, InsightRow, TeamRow } from '../../contract/export-rows.ts'
import { listInsights as insightsOperation } from '../../contract/insights.ts'
import { limits } from '../../contract/limits.ts'
import { listTeams as teamsOperation } from '../../contract/teams.ts'
import { listActions } from '../actions/actions.ts'
import { followAuditEvents } from '../audit/audit.ts'
import { listTeams } from '../directory/directory.ts'
import { ask } from '../http/asking.ts'
import { listInsights } from '../insights/insights.ts'
import { later, onPage, type Source } from './source.ts'

const itemsAPage = limits.pageSizeMax

/** As a cell, where the values of a column differ from row to row. */
const asJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

type Scope = {
  pulse_id?: string
  check_in_id?: string
  check_in_instance_id?: string
  team_id: string | null
}

const scopeOf = ({ pulse_id, check_in_id, check_in_instance_id, team_id }: Scope) => ({
  pulse_id: pulse_id ?? null,
  check_in_id: check_in_id ?? null,
  check_in_instance_id: check_in_instance_id ?? null,
  team_id,
})

const insightRows =
  (state: 'ready' | 'superseded'): Source<InsightRow> =>
  async (asking, position) => {
    const page = await ask(asking, insightsOperation, listInsights, {
      query: { ...onPage(position, itemsAPage, 'updated_since'), state },
    })
    const rows = page.insights.map((insight) => ({
      schema_version: 1,
      insight_id: insight.id,
      ...scopeOf(insight.scope),
      question_id: insight.scope.question_id ?? null,
      kind: insight.kind,
      state: insight.state,
      generation: insight.generation,
      subject: insight.subject,
      statement: insight.statement,
      n: insight.n,
      value: asJson(insight.value),
      low: insight.interval?.[0] ?? null,
      high: insight.interval?.[1] ?? null,
      method: insight.method.name,
      method_version: insight.method.version,
      created_at: insight.created_at,
      superseded_at: insight.superseded_at,
      superseded_by: insight.superseded_by,
      released_at: later(insight.created_at, insight.superseded_at ?? insight.created_at),
    }))
    return { rows, next: page.next_cursor }
  }

export const insightSources: readonly Source<InsightRow>[] = [insightRows('ready'), insightRows('superseded')]

const actionRows: Source<ActionRow> = async (asking, position) => {
  const query = onPage(position, itemsAPage, 'updated_since')
  const page = await ask(asking, actionsOperation, listActions, { query })
  const rows = page.actions.map((action) => ({
    schema_version: 1,
    action_id: action.id,
    origin: action.origin,
    insight_id: action.insight_id,
    ...scopeOf(action.scope),
    driver: action.driver,
    state: action.state,
    title: action.title,
    owner_role: action.owner_role,
    owner_member_id: action.owner_member_id,
    effort: action.effort,
    priority: action.priority,
    confidence: action.confidence,
    times: action.times,
    due_on: action.due_on,
    reason: action.reason,
    effect: action.effect?.verdict ?? null,
    effect_difference: action.effect?.difference ?? null,
    created_at: action.created_at,
    ended_at: action.ended_at,
    released_at: action.updated_at,
  }))
  return { rows, next: page.next_cursor }
}

export const actionSources: readonly Source<ActionRow>[] = [actionRows]

const teamRows =
  (status: 'active' | 'archived'): Source<TeamRow> =>
  async (asking, position) => {
    const page = await ask(asking, teamsOperation, listTeams, {
      query: { ...onPage(position, itemsAPage, 'updated_since'), status },
    })
    const rows = page.teams.map(({ id: team_id, created_at, updated_at, version: _version, ...team }) => ({
      schema_version: 1,
      team_id,
      ...team,
      created_at,
      released_at: updated_at,
    }))
    return { rows, next: page.next_cursor }
  }

export const teamSources: readonly Source<TeamRow>[] = [teamRows('active'), teamRows('archived')]

const auditRows: Source<AuditRow> = async (asking, position) => {
  const query = onPage(position, itemsAPage, 'from')
  const page = await ask(asking, auditOperation, followAuditEvents, { query })
  const rows = page.audit_events.map((event) => ({
    schema_version: 1,
    event_id: event.id,
    action: event.action,
    actor_kind: event.actor.kind,
    user_id: event.actor.user_id,
    application_id: event.actor.application_id,
    target: event.target,
    detail: JSON.stringify(event.detail),
    hash: event.hash,
    released_at: event.occurred_at,
  }))
  return { rows, next: page.has_more ? page.next_cursor : null }
}

export const auditSources: readonly Source<AuditRow>[] = [auditRows]
