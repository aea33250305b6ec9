/** What it means to take back that suggestions were accepted. Pure. */
import type { ReplyOf } from '../../client/client.ts'

type Action = ReplyOf<'listActions'>['actions'][number]

type Kept = Pick<Action, 'id' | 'state' | 'owner_member_id' | 'due_on'>
type Step<A extends Kept> = {
  action: A
  body: { state: 'suggested' } & Partial<Pick<Action, 'owner_member_id' | 'due_on'>>
}

/**
 * What was accepted goes back to what it was. What somebody else had accepted before stays.
 * @param before  as they were when they were accepted here; empty where that was not here
 */
export const stepsBack = <A extends Kept>(actions: readonly A[], before: readonly Kept[]): Step<A>[] =>
  actions
    .filter(({ state }) => state === 'accepted')
    .flatMap((action) => {
      if (before.length === 0) return [{ action, body: { state: 'suggested' } }]
      const was = before.find(({ id }) => id === action.id)
      return was?.state === 'suggested'
        ? [{ action, body: { state: 'suggested', owner_member_id: was.owner_member_id, due_on: was.due_on } }]
        : []
    })
