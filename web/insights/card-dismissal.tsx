/** Dismissing what is suggested about a finding where it stands, with a reason, as on the board; it can be taken back. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { asUser } from '../as-user.ts'
import { loadMessages, useMessages } from '../messages.ts'
import { refresh, useWrite } from '../queries.ts'
import { showFailure, showUndoable } from '../ui/toast.ts'
import { insightTexts } from './insight-texts.ts'
import type { Action } from './ranked.ts'

/** With its texts, which the page has no other use for. */
const DismissDialog = lazy(async () => {
  const [{ DismissDialog }] = await Promise.all([
    import('../actions/dismiss-dialog.tsx'),
    loadMessages(actionTexts),
  ])
  return { default: DismissDialog }
})

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

/** @param actions  suggested, the same for each of several teams */
export function CardDismissal({ actions }: { actions: readonly Action[] }) {
  const say = useMessages(insightTexts)
  const [isAsking, setAsking] = useState(false)
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
      setAsking(false)
      void showUndoable(say('dismissed', { title }), () => void takeBack(dismissed))
    },
  })
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        onClick={() => setAsking(true)}
        aria-label={say('dismiss_action', { title })}
      >
        {say('dismiss')}
      </Button>
      {isAsking && (
        <Suspense>
          <DismissDialog
            action={actions[0]}
            isBusy={dismissal.isPending}
            error={dismissal.error}
            onClose={() => setAsking(false)}
            onConfirm={(reason) => dismissal.mutate(reason)}
          />
        </Suspense>
      )}
    </>
  )
}
