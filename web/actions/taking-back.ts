/** What it means to take back that suggestions were accepted. Pure. */
import type { ReplyOf } from '../../client/client.ts'

type Action = ReplyOf<'listActions'>['actions'][number]

type Kept = Pick<Action, 'id' | 'state' | 'owner_member_id' | 'due_on'>
type Step<A extends Kept> = {
  action: A
  body: { state: 'suggested' } & Pick<Action, 'owner_member_id' | 'due_on'>
}

/**
 * What was accepted here goes back to what it was. What was accepted on another visit, or by somebody else, stays: the board puts it back.
 * @param before  as they were when they were accepted here
 */
export const stepsBack = <A extends Kept>(actions: readonly A[], before: readonly Kept[]): Step<A>[] =>
  actions
    .filter(({ state }) => state === 'accepted')
    .flatMap((action) => {
      const was = before.find(({ id }) => id === action.id)
      return was?.state === 'suggested'
        ? [{ action, body: { state: 'suggested', owner_member_id: was.owner_member_id, due_on: was.due_on } }]
        : []
    })
