/** Dismissing what is suggested about a finding, with a reason, as on the board; it can be taken back. A chunk of its own, with its texts. */
import type { ReplyOf } from '../../client/client.ts'
import { DismissDialog } from '../actions/dismiss-dialog.tsx'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { refresh, useWrite } from '../queries.ts'
import { showFailure, showUndoable } from '../ui/toast.ts'
import { insightTexts } from './insight-texts.ts'
import type { Action } from './ranked.ts'

type Dismissed = ReplyOf<'updateAction'>

/** The card has nothing suggested any more when this is called. */
async function takeBack(actions: readonly Dismissed[]): Promise<void> {
  try {
    for (const { id, version } of actions)
      await asUser.call('updateAction', { params: { id }, body: { state: 'suggested' }, ifMatch: version })
  } catch (error) {
    showFailure(error)
  }
  await refresh('listActions', 'getAction')
}

type Props = {
  /** Suggested, the same for each of several teams. */
  actions: readonly Action[]
  onClose: () => void
}

export function Dismissal({ actions, onClose }: Props) {
  const say = useMessages(insightTexts)
  const [{ title }] = actions
  const dismissal = useWrite({
    send: async (reason: string) => {
      const dismissed: Dismissed[] = []
      for (const { id, version } of actions)
        dismissed.push(
          await asUser.call('updateAction', {
            params: { id },
            body: { state: 'dismissed', reason },
            ifMatch: version,
          }),
        )
      return dismissed
    },
    changes: ['listActions', 'getAction'],
    onDone: (dismissed) => {
      onClose()
      void showUndoable(say('dismissed', { title }), () => void takeBack(dismissed))
    },
  })
  return (
    <DismissDialog
      action={actions[0]}
      isBusy={dismissal.isPending}
      error={dismissal.error}
      onClose={onClose}
      onConfirm={(reason) => dismissal.mutate(reason)}
    />
  )
}
