/** Offers to save a survey as a template. What was typed last is saved before. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, useMessages } from '../messages.ts'
import { draftTexts } from './draft-texts.ts'
import { saveTemplateTexts } from './save-template-texts.ts'

const SaveTemplateDialog = lazy(async () => {
  const [{ SaveTemplateDialog }] = await Promise.all([
    import('./save-template-dialog.tsx'),
    loadMessages(saveTemplateTexts),
  ])
  return { default: SaveTemplateDialog }
})

type Props = { id: string; title: string; draft: { flush(): Promise<boolean> } }

export function SaveTemplate({ id, title, draft }: Props) {
  const say = useMessages(draftTexts)
  const [isAsked, setAsked] = useState(false)
  const ask = async (): Promise<void> => setAsked(await draft.flush())
  return (
    <>
      <Button variant="default" onClick={() => void ask()}>
        {say('save_template')}
      </Button>
      {isAsked && (
        <Suspense>
          <SaveTemplateDialog id={id} title={title} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
