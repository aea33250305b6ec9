/**
 * Acting on a survey: its author does, or an admin in their place, who gives a reason, or a program that manages rounds of check-ins. The
 * author gets a notice about admins and programs.
 */
import type { AuditAction } from '../../contract/audit-actions.ts'
import type { Action } from '../../contract/authority.ts'
import type { ApplicationActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertReaches } from '../authority.ts'
import type { Tx } from '../db/db.ts'
import { queueNotice } from '../notices/notices.ts'
import { activeApplication } from '../oauth/oauth.ts'
import { type SurveyEvent, surveyNotices } from './notice-text.ts'
import * as store from './store.ts'

/** A pulse, or a check-in, which is also the survey of its instances. */
export type AuthoredSurvey = {
  readonly organisationId: string
  readonly id: string
  readonly title: string
  readonly authorUserId: string
  readonly visibility: 'public' | 'private'
}

/** What an admin may do in the author's place. The author's notice has the same name. */
export type StoppingAct = Exclude<SurveyEvent, 'handed_on' | 'handed_over' | 'inherited'>

type Acting = {
  readonly actor: ApplicationActor
  readonly action: Action
  readonly act: StoppingAct
  readonly reason?: string | undefined
}

/**
 * Allows the author to act, or an admin who gives a reason. The audit log records the admin's act, and the author gets a notice.
 * @throws not_the_author | reason_required
 */
export async function actOn(
  tx: Tx,
  survey: AuthoredSurvey,
  { actor, action, act, reason }: Acting,
  now: Date,
): Promise<void> {
  assertReaches(actor, action, { authorUserId: survey.authorUserId, reason })
  if (actor.kind === 'organisation' || actor.userId === survey.authorUserId) return
  await recordAudit(tx, {
    organisationId: survey.organisationId,
    actor: actedBy(actor),
    action: 'survey.stopped_for_author',
    target: survey.id,
    detail: { act, reason, author_user_id: survey.authorUserId },
    at: now,
  })
  await tellAuthor(tx, survey, { event: act, to: survey.authorUserId, by: actor.userId, reason }, now)
}

/** Acts that programs may do too, and their names in the audit log. */
const stopActions = {
  cancelled: 'survey.cancelled',
  closed: 'survey.closed',
  skipped: 'survey.skipped',
} as const satisfies Partial<Record<StoppingAct, AuditAction>>

type Stop = {
  readonly actor: ApplicationActor
  readonly act: keyof typeof stopActions
  /** The pulse or the instance. `visibility` says who may know of it. */
  readonly target: string
  readonly visibility: 'public' | 'private'
  readonly reason?: string | undefined
  readonly detail?: Record<string, unknown>
}

/**
 * Records that a pulse or an instance was stopped: cancelled by anybody, because that deletes answers, or closed or skipped by a program,
 * because no person is responsible for it. The author gets a notice about programs here, and about admins from `actOn`.
 */
export async function recordStop(
  tx: Tx,
  survey: AuthoredSurvey,
  { actor, act, target, visibility, reason, detail }: Stop,
  now: Date,
): Promise<void> {
  if (actor.kind !== 'organisation' && act !== 'cancelled') return
  const { organisationId, authorUserId } = survey
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(actor),
    action: stopActions[act],
    target,
    detail: { title: survey.title, ...detail, ...(reason !== undefined && { reason }) },
    privateTo: visibility === 'private' ? authorUserId : null,
    at: now,
  })
  if (actor.kind !== 'organisation') return
  const program = await activeApplication(tx, organisationId, actor.applicationId)
  await queueNotice(
    tx,
    surveyNotices,
    {
      organisationId,
      to: { userId: authorUserId },
      facts: {
        event: act,
        surveyId: survey.id,
        title: survey.title,
        by: program?.name ?? actor.applicationId,
        reason: reason ?? null,
      },
    },
    now,
  )
}

type Telling = {
  readonly event: SurveyEvent
  readonly to: string
  /** The user who acted; for an inherited survey, the one who has left. */
  readonly by: string
  readonly reason?: string | undefined
}

/** Sends a notice to the person concerned, if they still have access. */
export async function tellAuthor(
  tx: Tx,
  { organisationId, id: surveyId, title }: AuthoredSurvey,
  { event, to, by, reason }: Telling,
  now: Date,
): Promise<void> {
  const { name } = await store.getUserName(tx, organisationId, by)
  const facts = { event, surveyId, title, by: name, reason: reason ?? null }
  await queueNotice(tx, surveyNotices, { organisationId, to: { userId: to }, facts }, now)
}
