/** Loads the survey that a call is about, locked, for its author, or for an admin who stops it in their place. For pulses and check-ins alike. */
import type { UserActor } from '../actor.ts'
import { assertReaches, mayWithReason } from '../authority.ts'
import type { Tx } from '../db/db.ts'
import { problem } from '../problem.ts'
import { actOn, type AuthoredSurvey, type StoppingAct } from './acting.ts'

export type SurveyRow = {
  readonly organisation_id: string
  readonly id: string
  readonly title: string
  readonly author_user_id: string
  readonly visibility: 'public' | 'private'
  readonly version: number
}

export const surveyOf = ({
  organisation_id,
  id,
  title,
  author_user_id,
  visibility,
}: SurveyRow): AuthoredSurvey => ({
  organisationId: organisation_id,
  id,
  title,
  authorUserId: author_user_id,
  visibility,
})

/** What every call of the author about one survey carries. */
export type AuthorsCall = {
  readonly tx: Tx
  readonly actor: UserActor
  readonly params: { readonly id: string }
  readonly ifMatch: number | undefined
  readonly now: Date
}

/** How rows of a kind of survey are locked. */
type Locks<Row> = {
  /** One that the caller sees. */
  readonly visible: (tx: Tx, actor: UserActor, id: string) => Promise<Row | undefined>
  /** Anyone who may see it. */
  readonly any: (tx: Tx, organisationId: string, id: string) => Promise<Row | undefined>
}

type Loading<Row> = {
  /** For its author alone. @throws not_found | not_the_author | precondition_failed */
  readonly loadForAuthor: (call: AuthorsCall) => Promise<Row>
  /**
   * For whoever may stop it, which the caller checks. Without a reason, somebody else's private survey is not there for an admin either.
   * @throws not_found | precondition_failed
   */
  readonly lockToStop: (call: AuthorsCall, reason: string | undefined) => Promise<Row>
  /**
   * For its author, or for an admin who says why: that is recorded, and the author told, once the act succeeds.
   * @throws not_found | not_the_author | reason_required | precondition_failed
   */
  readonly loadToStop: (call: AuthorsCall, act: StoppingAct, reason: string | undefined) => Promise<Row>
}

export function loadingOf<Row extends SurveyRow>({ visible, any }: Locks<Row>): Loading<Row> {
  const lockToStop = async (
    { tx, actor, params, ifMatch }: AuthorsCall,
    reason: string | undefined,
  ): Promise<Row> => {
    const row =
      reason !== undefined && mayWithReason(actor, 'survey.stop')
        ? await any(tx, actor.organisationId, params.id)
        : await visible(tx, actor, params.id)
    if (!row) throw problem('not_found')
    assertVersion(row, ifMatch)
    return row
  }
  return {
    lockToStop,
    loadForAuthor: async ({ tx, actor, params, ifMatch }) => {
      const row = await visible(tx, actor, params.id)
      if (!row) throw problem('not_found')
      assertReaches(actor, 'survey.run', { authorUserId: row.author_user_id })
      assertVersion(row, ifMatch)
      return row
    },
    loadToStop: async (call, act, reason) => {
      const row = await lockToStop(call, reason)
      await actOn(call.tx, surveyOf(row), { actor: call.actor, action: 'survey.stop', act, reason }, call.now)
      return row
    },
  }
}

function assertVersion({ version }: SurveyRow, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== version) throw problem('precondition_failed')
}
