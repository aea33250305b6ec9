/** Moving an action to another state, from its card or from its drawer: a toast takes the last move back, and a refusal says why. */
import { useRef } from 'react'
import { SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { isConflict, refresh } from '../queries.ts'
import { showFailure, showRefusal, showUndoable } from '../ui/toast.ts'
import { type ActionState, useMove } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'

/** Moves cards; the last move can be taken back, by its toast or by a key. */
export function useMoves({ onDone, asks }: { onDone: (isMoved: boolean) => void; asks: boolean }) {
  const say = useMessages(actionTexts)
  const undo = useRef<(() => void) | null>(null)
  /** The key was pressed while the move was on its way. */
  const isUnwanted = useRef(false)
  const move = useMove({
    onDone: (after, { action: before, to, planBefore }) => {
      onDone(true)
      const { reason } = before
      const take = (): void => {
        undo.current = null
        move.mutate({
          action: after,
          to: before.state,
          ...(reason !== null && { reason }),
          ...(planBefore && { plan: planBefore }),
        })
      }
      undo.current = take
      if (isUnwanted.current) {
        isUnwanted.current = false
        take()
        return
      }
      void showUndoable(say('moved', { title: before.title, state: say(`state_${to}`) }), take)
    },
    onFailed: (error) => {
      isUnwanted.current = false
      // The card is not where it was.
      void refresh('listActions', 'getAction')
      if (isConflict(error)) showRefusal(say('changed_meanwhile'))
      else if (isRefusedMove(error))
        showRefusal(say('refused_move', { state: say(`state_${error.problem.state}`) }))
      else if (!asks) showFailure(error)
      if (isConflict(error) || isRefusedMove(error)) onDone(false)
    },
  })
  const takeBack = (): void => {
    if (move.isPending) isUnwanted.current = true
    else undo.current?.()
  }
  return { move, takeBack, pending: move.isPending ? move.variables : null }
}

type RefusedMove = SondeError & { problem: { state: ActionState } }

/** 409 with the state that the action is in by now. */
const isRefusedMove = (error: unknown): error is RefusedMove =>
  error instanceof SondeError && error.code.startsWith('action_')
