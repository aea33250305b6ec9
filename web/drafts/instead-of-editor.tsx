/** Most who open an editor may edit: what is in its place otherwise is loaded when it is needed. */
import { lazy, Suspense } from 'react'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import type { Subject } from '../lifecycle/acts.ts'
import { liveTexts } from '../live/live-texts.ts'
import { loadMessages } from '../messages.ts'
import type { Reason } from './not-editable.tsx'
import { notEditableTexts } from './not-editable-texts.ts'

const NotEditable = lazy(async () => {
  const [{ NotEditable }] = await Promise.all([
    import('./not-editable.tsx'),
    loadMessages(notEditableTexts, actLineTexts, liveTexts),
  ])
  return { default: NotEditable }
})

export const InsteadOfEditor = (props: { title: string; reason: Reason; subject: Subject | undefined }) => (
  <Suspense>
    <NotEditable {...props} />
  </Suspense>
)
