/** What only whoever made an action may do with it: say it in other words, and take it away. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import type { Action } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'

const EditWords = lazy(() => import('./own-dialogs.tsx').then(({ EditWords }) => ({ default: EditWords })))
const DeleteAction = lazy(() =>
  import('./own-dialogs.tsx').then(({ DeleteAction }) => ({ default: DeleteAction })),
)

export function OwnSteps({ action, isBusy }: { action: Action; isBusy: boolean }) {
  const say = useMessages(actionTexts)
  const [asked, setAsked] = useState<'words' | 'deletion' | null>(null)
  const close = (): void => setAsked(null)
  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={() => setAsked('words')}>
        {say('edit_words')}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => setAsked('deletion')}>
        {say('delete')}
      </Button>
      <Suspense>
        {asked === 'words' && <EditWords action={action} onClose={close} />}
        {asked === 'deletion' && <DeleteAction action={action} onClose={close} />}
      </Suspense>
    </>
  )
}
