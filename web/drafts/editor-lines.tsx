/** Lines of an editor's menu. What was typed last is saved before a template is made of it. */
import { IconTemplate, IconTrash } from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { ActLines, focusOn, invokerOf } from '../lifecycle/act-lines.tsx'
import type { Act, Subject } from '../lifecycle/acts.ts'
import { useMessages } from '../messages.ts'
import { PopupItem } from '../ui/popup.tsx'
import { deleteDraftTexts } from './delete-draft-texts.ts'
import type { Kind } from './draft-queries.ts'
import type { DraftStatus } from './draft-store.ts'
import { saveTemplateTexts } from './save-template-texts.ts'

const SaveTemplateDialog = lazy(() =>
  import('./save-template-dialog.tsx').then((made) => ({ default: made.SaveTemplateDialog })),
)

const DeleteDraftDialog = lazy(() =>
  import('./delete-draft-dialog.tsx').then((made) => ({ default: made.DeleteDraftDialog })),
)

export type EditorMenuProps = {
  kind: Kind
  id: string
  title: string
  subject: Subject | undefined
  draft: { flush(): Promise<boolean> }
  status: DraftStatus
}

/** A draft has its own deletion. What would take the editor away waits until what was typed is saved. */
const elsewhereOf = (status: DraftStatus): readonly Act[] =>
  status === 'saved' ? ['delete'] : ['delete', 'transfer', 'end']

export function EditorLines({ kind, id, title, subject, draft, status }: EditorMenuProps) {
  const say = useMessages(saveTemplateTexts)
  const sayOfDeletion = useMessages(deleteDraftTexts)
  const [asked, setAsked] = useState<'template' | 'deletion' | null>(null)
  const invoker = useRef<HTMLElement | null>(null)
  const begin = ({ currentTarget }: MouseEvent<HTMLButtonElement>, what: 'template' | 'deletion'): void => {
    invoker.current = invokerOf(currentTarget)
    if (what === 'deletion') setAsked(what)
    else void draft.flush().then((isSaved) => isSaved && setAsked(what))
  }
  const close = (): void => {
    setAsked(null)
    setTimeout(() => focusOn(invoker.current))
  }
  return (
    <>
      <PopupItem icon={<IconTemplate size={16} aria-hidden />} onClick={(event) => begin(event, 'template')}>
        {say('save_template')}
      </PopupItem>
      {subject && <ActLines subject={subject} without={elsewhereOf(status)} />}
      {subject?.state === 'draft' && (
        <PopupItem
          icon={<IconTrash size={16} aria-hidden />}
          tone="bad"
          onClick={(event) => begin(event, 'deletion')}
        >
          {sayOfDeletion('delete')}
        </PopupItem>
      )}
      <Suspense>
        {asked === 'template' && <SaveTemplateDialog id={id} title={title} onClose={close} />}
        {asked === 'deletion' && <DeleteDraftDialog kind={kind} id={id} title={title} onClose={close} />}
      </Suspense>
    </>
  )
}
