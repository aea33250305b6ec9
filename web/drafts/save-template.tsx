/** Saves a survey as a template, under a name and with a purpose. What was typed last is saved before. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { showDone } from '../ui/toast.ts'
import { useSaveTemplate } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
)

type Props = { id: string; title: string; draft: { flush(): Promise<boolean> } }

export function SaveTemplate({ id, title, draft }: Props) {
  const say = useMessages(draftTexts)
  const [said, setSaid] = useState<{ title: string; purpose: string } | null>(null)
  const save = useSaveTemplate(() => {
    if (said) showDone(say('template_saved', { title: said.title }))
    setSaid(null)
  })
  const ask = async (): Promise<void> => {
    if (await draft.flush()) setSaid({ title, purpose: '' })
  }
  return (
    <>
      <Button variant="default" onClick={() => void ask()}>
        {say('save_template')}
      </Button>
      {said && (
        <Suspense>
          <ConfirmDialog
            title={say('save_template_title')}
            effect={say('save_template_effect')}
            action={say('save_template_action')}
            isBusy={save.isPending}
            error={save.error}
            onConfirm={() => {
              if (said.title.trim() !== '') save.mutate({ id, ...said })
            }}
            onClose={() => {
              save.reset()
              setSaid(null)
            }}
          >
            <TextInput
              label={say('title')}
              data-autofocus
              maxLength={limits.nameLengthMax}
              value={said.title}
              error={said.title.trim() === '' && say('fault_title')}
              onChange={({ currentTarget: { value } }) => setSaid({ ...said, title: value })}
            />
            <Textarea
              label={say('template_purpose')}
              description={say('template_purpose_hint')}
              rows={2}
              maxLength={limits.templatePurposeLengthMax}
              value={said.purpose}
              onChange={({ currentTarget: { value } }) => setSaid({ ...said, purpose: value })}
            />
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
