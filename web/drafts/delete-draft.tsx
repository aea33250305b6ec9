/** Deletes a draft, after asking. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { showDone } from '../ui/toast.ts'
import { type Kind, useDelete } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

export function DeleteDraft({ kind, id, title }: { kind: Kind; id: string; title: string }) {
  const say = useMessages(draftTexts)
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const remove = useDelete(kind, id, {
    onDone: () => {
      showDone(say('deleted', { title }))
      void navigate({ to: '/app/surveys', search: { tab: 'draft' } })
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {say('delete')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            title={say('delete_title')}
            effect={say('delete_effect', { title })}
            action={say('delete_action')}
            isDangerous
            isBusy={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutate()}
            onClose={() => {
              remove.reset()
              setAsked(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
