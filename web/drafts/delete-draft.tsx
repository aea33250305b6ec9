/** Deletes a draft, after asking. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, useMessages } from '../messages.ts'
import { deleteDraftTexts } from './delete-draft-texts.ts'
import type { Kind } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'

const DeleteDraftDialog = lazy(async () => {
  const [{ DeleteDraftDialog }] = await Promise.all([
    import('./delete-draft-dialog.tsx'),
    loadMessages(deleteDraftTexts),
  ])
  return { default: DeleteDraftDialog }
})

export function DeleteDraft(props: { kind: Kind; id: string; title: string }) {
  const say = useMessages(draftTexts)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {say('delete')}
      </Button>
      {isAsked && (
        <Suspense>
          <DeleteDraftDialog {...props} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
