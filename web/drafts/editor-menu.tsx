/** Lines of an editor's menu: what can be done with a survey besides writing it. They are loaded when the menu first opens. */
import { lazy, type ReactNode, Suspense } from 'react'
import { actLineTexts } from '../lifecycle/act-line-texts.ts'
import { type Act, actsFor, type Subject } from '../lifecycle/acts.ts'
import { useMe } from '../me.ts'
import { loadMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import type { DraftStatus } from './draft-store.ts'

const ActLines = lazy(async () => {
  const [{ ActLines }] = await Promise.all([import('../lifecycle/act-lines.tsx'), loadMessages(actLineTexts)])
  return { default: ActLines }
})

/** A draft has its own button for deletion. What would take the editor away waits until what was typed is saved. */
const elsewhereOf = (status: DraftStatus): readonly Act[] =>
  status === 'saved' ? ['delete'] : ['delete', 'transfer', 'end']

/** @returns undefined where its reader can do nothing with it */
export function useEditorMenu(subject: Subject | undefined, status: DraftStatus): ReactNode {
  const { data: me } = useMe()
  const without = elsewhereOf(status)
  if (!subject || actsFor(subject, me).every((act) => without.includes(act))) return undefined
  return (
    <Suspense fallback={<SkeletonLines lines={3} />}>
      <ActLines subject={subject} without={without} />
    </Suspense>
  )
}
