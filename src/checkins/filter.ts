/** Query filters for the lists of check-ins and instances. */
import { containing } from '../db/db.ts'
import { problem } from '../problem.ts'
import type * as store from './store.ts'

export function filterOf(
  query: { state?: string; q?: string; updated_since?: string; deleted?: boolean },
  states: readonly string[],
): store.Filter {
  const wanted = query.state?.split(',').map((state) => state.trim()) ?? null
  if (wanted?.some((state) => !states.includes(state))) {
    throw problem('invalid_request', {
      detail: `state must be one or more of ${states.join(', ')}, separated by commas`,
    })
  }
  return {
    states: wanted,
    q: query.q ? containing(query.q) : null,
    updatedSince: query.updated_since ?? null,
    deleted: query.deleted ?? false,
  }
}
