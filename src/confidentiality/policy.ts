/**
 * The confidentiality of one collection: what its author chose, held against the organisation's floors. Fixed when the
 * collection opens.
 */
import { type Confidentiality, type ConfidentialityChoice } from '../../contract/confidentiality.ts'
import { limits } from '../../contract/limits.ts'
import { one, sql, type Tx } from '../db/db.ts'
import { impossible } from '../problem.ts'

export type Floors = { k_score: number; k_comment: number; k_rate: number }

export async function floorsOf(tx: Tx, organisationId: string): Promise<Floors> {
  const row = await one<Floors>(
    tx,
    sql`select k_score, k_comment, k_rate from organisations where id = ${organisationId}`,
  )
  return row ?? { k_score: limits.kScoreMin, k_comment: limits.kCommentMin, k_rate: limits.kRateMin }
}

/**
 * The default is confidential. Thresholds left out are the organisation's.
 * @throws unprocessable  a threshold below the organisation's floor
 */
export function policyOf(choice: ConfidentialityChoice | undefined, floors: Floors): Confidentiality {
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
  return { ...policy, k_comment: Math.max(policy.k_comment, policy.k_score) }
}
