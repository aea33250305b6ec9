/** The menu of an editor: what can be done with a survey besides writing it. Its lines are loaded when it first opens. */
import { lazy, type ReactNode, Suspense } from 'react'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { loadMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { deleteDraftTexts } from './delete-draft-texts.ts'
import type { EditorMenuProps } from './editor-lines.tsx'
import { saveTemplateTexts } from './save-template-texts.ts'

const EditorLines = lazy(async () => {
  const [{ EditorLines }] = await Promise.all([
    import('./editor-lines.tsx'),
    loadMessages(actLineTexts),
    loadMessages(deleteDraftTexts),
    loadMessages(saveTemplateTexts),
  ])
  return { default: EditorLines }
})

export const editorMenu = (props: EditorMenuProps): ReactNode => (
  <Suspense fallback={<SkeletonLines lines={3} />}>
    <EditorLines {...props} />
  </Suspense>
)
