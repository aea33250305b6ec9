/** Whether somebody reads the answers of a survey by name, as its promise says. No role adds to it. */
import { useQuery } from '@tanstack/react-query'
import { SondeError } from '../api.ts'
import { useMe } from '../me.ts'
import { type Owner, type Pledge, pledgeQuery } from '../results/results-queries.ts'

/** Why there is nothing to read; not a failure. A survey that promised no names looks like one that does not exist. */
export type Refusal = 'not_here' | 'not_reader' | 'deleted'

export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof SondeError)) return null
  if (error.code === 'not_in_audience') return 'not_reader'
  if (error.code === 'answers_deleted') return 'deleted'
  return error.status === 404 || error.code === 'names_not_promised' ? 'not_here' : null
}

/** Predicts the refusal of the service, so that the page does not ask for nothing. */
export function refusalIn(pledge: Pledge, userId: string | undefined): Refusal | null {
  if (pledge.mode !== 'attributed' || !pledge.frozen) return 'not_here'
  if (!pledge.audience.some(({ user_id: id }) => id === userId)) return 'not_reader'
  return pledge.answers_deleted_at === null ? null : 'deleted'
}

export function useReadsNames(owner: Owner): boolean {
  const { data: me } = useMe()
  const { data: pledge } = useQuery(pledgeQuery(owner))
  return me !== undefined && pledge !== undefined && refusalIn(pledge, me.user?.id) === null
}
