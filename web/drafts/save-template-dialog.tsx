/** Saves a survey as a template, under a name and with a purpose. */
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone } from '../ui/toast.ts'
import { useSaveTemplate } from './draft-queries.ts'
import { saveTemplateTexts } from './save-template-texts.ts'

type Props = { id: string; title: string; onClose: () => void }

export function SaveTemplateDialog({ id, title: surveyTitle, onClose }: Props) {
  const say = useMessages(saveTemplateTexts)
  const [title, setTitle] = useState(surveyTitle)
  const [purpose, setPurpose] = useState('')
  const save = useSaveTemplate(() => {
    showDone(say('saved', { title }))
    onClose()
  })
  return (
    <ConfirmDialog
      title={say('heading')}
      effect={say('effect')}
      action={say('action')}
      isBusy={save.isPending}
      error={save.error}
      onConfirm={() => {
        if (title.trim() !== '') save.mutate({ id, title, purpose })
      }}
      onClose={onClose}
    >
      <TextInput
        label={say('title')}
        data-autofocus
        maxLength={limits.nameLengthMax}
        value={title}
        error={title.trim() === '' && say('title_missing')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label={say('purpose')}
        description={say('purpose_hint')}
        rows={2}
        maxLength={limits.templatePurposeLengthMax}
        value={purpose}
        onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
