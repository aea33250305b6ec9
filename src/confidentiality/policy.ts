/**
 * The confidentiality of one collection: what its author chose, checked against the organisation's minimum group sizes. Frozen
 * when the collection opens.
 */
import type {
  Confidentiality,
  ConfidentialityChoice,
  ResultsAudience,
} from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import { many, one, sql, textArray, type Tx } from '../db/db.ts'
import { type RowOf, shapeOf } from '../db/shape.ts'
import { organisations, users } from '../db/tables.ts'
import { impossible } from '../problem.ts'

const minimumRow = shapeOf(organisations, [
  'k_score',
  'k_comment',
  'k_rate',
  'language_model',
  'answers_days',
])

/** The organisation's minimum group sizes, the language model that it has agreed to, and the most days that it keeps answers. */
type Minimum = RowOf<typeof minimumRow>

async function minimumOf(tx: Tx, organisationId: string): Promise<Minimum> {
  const row = await one(
    tx,
    minimumRow,
    sql`select ${minimumRow.columns} from organisations where id = ${organisationId}`,
  )
  return (
    row ?? {
      k_score: limits.kScoreMin,
      k_comment: limits.kCommentMin,
      k_rate: limits.kRateMin,
      language_model: null,
      answers_days: limits.retentionDaysMin,
    }
  )
}

/**
 * The policy that an author chooses. The default mode is confidential; thresholds left out are the organisation's.
 * @param audience  who reads the results, where the author does not say
 * @throws unprocessable  a threshold below the organisation's, more days than it keeps answers, or readers who are not active users of it
 */
export async function policyOf(
  tx: Tx,
  organisationId: string,
  choice: ConfidentialityChoice | undefined,
  audience: ResultsAudience = 'everyone',
): Promise<Confidentiality> {
  const minimum = await minimumOf(tx, organisationId)
  const threshold = (name: 'k_score' | 'k_comment' | 'k_rate'): number => {
    const chosen = choice?.[name]
    if (chosen !== undefined && chosen < minimum[name]) {
      throw impossible(
        `/confidentiality/${name}`,
        `${name} cannot be lower than the organisation’s ${minimum[name]}`,
        'below_floor',
      )
    }
    return chosen ?? minimum[name]
  }
  const policy = {
    mode: choice?.mode ?? 'confidential',
    k_score: threshold('k_score'),
    k_comment: threshold('k_comment'),
    k_rate: threshold('k_rate'),
    audience: choice?.audience ?? [],
    results_audience: choice?.results_audience ?? audience,
    results_readers: choice?.results_readers ?? [],
    retention_days: choice?.retention_days ?? null,
  } as const
  if (policy.retention_days !== null && policy.retention_days > minimum.answers_days) {
    throw impossible(
      '/confidentiality/retention_days',
      `retention_days cannot be more than the organisation’s ${minimum.answers_days}`,
      'above_ceiling',
    )
  }
  if (policy.mode !== 'attributed' && policy.audience.length > 0) {
    throw impossible(
      '/confidentiality/audience',
      'Only attributed collections have an audience for names',
      'not_attributed',
    )
  }
  await checkUsers(tx, organisationId, 'audience', policy.audience)
  await checkUsers(tx, organisationId, 'results_readers', policy.results_readers)
  if (policy.results_audience !== 'listed' && policy.results_readers.length > 0)
    throw impossible('/confidentiality/results_readers', 'Only a listed audience names readers', 'not_listed')
  return { ...policy, k_comment: Math.max(policy.k_comment, policy.k_score) }
}

/**
 * A policy that was chosen earlier, with thresholds raised to the organisation's minimum of today, and the language model that
 * the organisation has agreed to by now. Of days that answers are kept, its author's and the organisation's, the fewer hold.
 */
export async function policyOfToday(
  tx: Tx,
  organisationId: string,
  policy: Confidentiality,
): Promise<Confidentiality & { language_model: string | null }> {
  const minimum = await minimumOf(tx, organisationId)
  const k_score = Math.max(policy.k_score, minimum.k_score)
  return {
    ...policy,
    k_score,
    k_comment: Math.max(policy.k_comment, minimum.k_comment, k_score),
    k_rate: Math.max(policy.k_rate, minimum.k_rate),
    language_model: minimum.language_model,
    retention_days: Math.min(policy.retention_days ?? minimum.answers_days, minimum.answers_days),
  }
}

const userRow = shapeOf(users, ['id'])

async function checkUsers(
  tx: Tx,
  organisationId: string,
  member: 'audience' | 'results_readers',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await many(
    tx,
    userRow,
    sql`
      select ${userRow.columns}
      from users
      where organisation_id = ${organisationId}
        and id = any (${textArray(ids)})
        and status = 'active'`,
  )
  const known = new Set(rows.map((row) => row.id))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw impossible(
      `/confidentiality/${member}/${unknown}`,
      `There is no active user ${ids[unknown]}`,
      'unknown',
    )
}

/**
 * In attributed mode the author is one of the readers of names, and of a private survey the only reader of names and results. Applies
 * when the collection opens, and in its preview.
 */
export const withAuthor = <P extends Confidentiality>(
  policy: P,
  { author_user_id: author, visibility }: { author_user_id: string; visibility: 'public' | 'private' },
): P => ({
  ...policy,
  ...(policy.mode === 'attributed' && {
    audience: visibility === 'private' ? [author] : [...new Set([author, ...policy.audience])],
  }),
  ...(visibility === 'private' && { results_audience: 'author', results_readers: [] }),
})
