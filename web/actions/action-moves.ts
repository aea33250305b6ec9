/** Where actions can go, from the contract's table of transitions. */
import {
  actionStates,
  type ActionState,
  type ActionTransition,
  actionTransitions,
  startsFrom,
} from '../../contract/states.ts'

const transitions = Object.entries(actionTransitions) as [
  ActionTransition,
  (typeof actionTransitions)[ActionTransition],
][]

type Offer = { transition: ActionTransition; to: ActionState; isFirst: boolean }

/** What leads an action on, rather than aside or back. */
const onwards: Readonly<Record<ActionState, ActionTransition | null>> = {
  suggested: 'accept',
  accepted: 'start',
  in_progress: 'complete',
  done: null,
  dismissed: null,
}

/** Only what a report suggested goes back to its suggestions. */
type Placed = { state: ActionState; origin: 'report' | 'person' }

/** What a person is offered: what leads on first. */
export const offersFrom = ({ state, origin }: Placed): Offer[] =>
  transitions
    .filter(([, { to }]) => origin === 'report' || to !== 'suggested')
    .filter(([, transition]) => startsFrom(transition, state))
    .map(([transition, { to }]) => ({ transition, to, isFirst: onwards[state] === transition }))
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst))

/**
 * The states to pass on the shortest way from where an action is, the last one included: none, if it is there. Nothing passes through a dismissal, which needs
 * a reason.
 */
export function stepsBetween({ state, origin }: Placed, to: ActionState): ActionState[] {
  if (state === to) return []
  const ways: ActionState[][] = [[state]]
  for (const way of ways) {
    const at = way[way.length - 1]
    for (const { to: next } of offersFrom({ state: at, origin })) {
      if (next === to) return [...way, next].slice(1)
      if (next !== 'dismissed' && way.length < actionStates.length) ways.push([...way, next])
    }
  }
  return []
}
