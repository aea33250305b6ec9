/** Whether somebody reads the answers of a survey by name, as its promise says. No role adds to it. */
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../me.ts'
import { type Owner, type Pledge, pledgeQuery } from '../results/results-queries.ts'

/** Once it has opened, and as long as there are answers. */
export const readsNames = (pledge: Pledge | undefined, userId: string | undefined): boolean =>
  pledge !== undefined &&
  pledge.mode === 'attributed' &&
  pledge.frozen &&
  pledge.answers_deleted_at === null &&
  pledge.audience.some(({ user_id: id }) => id === userId)

export function useReadsNames(owner: Owner): boolean {
  const { data: me } = useMe()
  return readsNames(useQuery(pledgeQuery(owner)).data, me?.user?.id)
}
