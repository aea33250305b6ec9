/**
 * The confidentiality of one collection: what its author chose, held against the organisation's floors. Fixed when the
 * collection opens.
 */
import { type Confidentiality, type ConfidentialityChoice } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'

type Floors = { k_score: number; k_comment: number; k_rate: number }

async function floorsOf(tx: Tx, organisationId: string): Promise<Floors & { language_model: string | null }> {
  const row = await one<Floors & { language_model: string | null }>(
    tx,
    sql`select k_score, k_comment, k_rate, language_model from organisations where id = ${organisationId}`,
  )
  const least = { k_score: limits.kScoreMin, k_comment: limits.kCommentMin, k_rate: limits.kRateMin }
  return row ?? { ...least, language_model: null }
}

/**
 * The default is confidential. Thresholds left out are the organisation's.
 * @throws unprocessable  a threshold below the organisation's floor, readers who are no users of it
 */
export async function policyOf(
  tx: Tx,
  organisationId: string,
  choice: ConfidentialityChoice | undefined,
): Promise<Confidentiality> {
  const floors = await floorsOf(tx, organisationId)
  const threshold = (name: keyof Floors): number => {
    const chosen = choice?.[name]
    if (chosen !== undefined && chosen < floors[name]) {
      throw impossible(
        `/confidentiality/${name}`,
        `${name} cannot be lower than the organisation’s ${floors[name]}`,
        'below_floor',
      )
    }
    return chosen ?? floors[name]
  }
  const policy = {
    mode: choice?.mode ?? 'confidential',
    k_score: threshold('k_score'),
    k_comment: threshold('k_comment'),
    k_rate: threshold('k_rate'),
    audience: choice?.audience ?? [],
  } as const
  if (policy.mode !== 'attributed' && policy.audience.length > 0) {
    throw impossible(
      '/confidentiality/audience',
      'Only attributed collections have an audience for names',
      'not_attributed',
    )
  }
  await checkAudience(tx, organisationId, policy.audience)
  return { ...policy, k_comment: Math.max(policy.k_comment, policy.k_score) }
}

/**
 * A policy that was given once, with thresholds that are no lower than the floors of today, and the language model that the
 * organisation has agreed to by now.
 */
export async function policyOfToday(
  tx: Tx,
  organisationId: string,
  policy: Confidentiality,
): Promise<Confidentiality & { language_model: string | null }> {
  const floors = await floorsOf(tx, organisationId)
  const k_score = Math.max(policy.k_score, floors.k_score)
  return {
    ...policy,
    k_score,
    k_comment: Math.max(policy.k_comment, floors.k_comment, k_score),
    k_rate: Math.max(policy.k_rate, floors.k_rate),
    language_model: floors.language_model,
  }
}

async function checkAudience(tx: Tx, organisationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await many<{ id: string }>(
    tx,
    sql`
      select id
      from users
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status = 'active'`,
  )
  const known = new Set(rows.map((row) => row.id))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw impossible(
      `/confidentiality/audience/${unknown}`,
      `There is no active user ${ids[unknown]}`,
      'unknown',
    )
}

/** In attributed mode the author reads names: he asked. Holds when the collection opens, and in its preview. */
export const withAuthor = <P extends Confidentiality>(policy: P, authorUserId: string): P =>
  policy.mode === 'attributed'
    ? { ...policy, audience: [...new Set([authorUserId, ...policy.audience])] }
    : policy
