/**
 * The results of the survey that a caller is reading page by page, so that a page that goes on in the middle of a survey does not make its
 * figures anew. They are held for a minute, for that caller and what they may read, as one reply that is read in parts would be; each page
 * still asks for the survey itself. In this process alone: another node makes them again. Files of jobs are of one moment and use none.
 */
import type { Results } from '../../contract/collections.ts'
import { type ApplicationActor, userIdOf } from '../actor.ts'

const heldMs = 60_000
const heldMax = 16

type Held = { readonly results: Results; readonly until: number }

/** Gives the results of a survey by its operation and id, or makes them. */
export type ResultsOf = (survey: string, make: () => Promise<Results>) => Promise<Results>

export const madeAnew: ResultsOf = (_survey, make) => make()

/** One for all callers of a process. */
export function heldResults(): (actor: ApplicationActor, now: Date) => ResultsOf {
  const held = new Map<string, Held>()
  return (actor, now) => async (survey, make) => {
    const key = JSON.stringify([callerOf(actor), survey])
    const known = held.get(key)
    held.delete(key)
    const isFresh = known !== undefined && known.until > now.getTime()
    const entry = isFresh ? known : { results: await make(), until: now.getTime() + heldMs }
    held.set(key, entry)
    for (const oldest of held.keys()) if (held.size > heldMax) held.delete(oldest)
    return entry.results
  }
}

/** Everything that decides what somebody may read. */
const callerOf = (actor: ApplicationActor): unknown => [
  actor.organisationId,
  actor.applicationId,
  userIdOf(actor),
  actor.kind === 'user' ? actor.role : (actor.resultsTeams ?? null),
  [...actor.scopes].toSorted(),
]
