/**
 * Who does an action until when, and a note, while they are typed. What somebody else saved meanwhile is never written over unseen: both
 * versions are shown, and a choice is asked for.
 */
import { useState } from 'react'
import { queryClient } from '../api.ts'
import { useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import type { Difference } from '../ui/conflict-dialog.tsx'
import { showDone } from '../ui/toast.ts'
import { type Action, oneAction, type Plan, useActionUpdate } from './action-queries.ts'
import { actionTexts } from './action-texts.ts'
import { dayText } from './due.ts'

export type Owner = { id: string; name: string }
export type PlanDraft = { owner: Owner | null; due: string; note: string }

const draftOf = ({ owner_member_id, owner_name, due_on, note }: Action): PlanDraft => ({
  owner: owner_member_id === null ? null : { id: owner_member_id, name: owner_name ?? owner_member_id },
  due: due_on ?? '',
  note: note ?? '',
})

const planOf = ({ owner, due, note }: PlanDraft): Plan => ({
  owner_member_id: owner?.id ?? null,
  due_on: due || null,
  note: note.trim() || null,
})

const isSame = (a: PlanDraft, b: PlanDraft): boolean =>
  JSON.stringify(planOf(a)) === JSON.stringify(planOf(b))

export function usePlan(action: Action) {
  const say = useMessages(actionTexts)
  /** With what it was made from, whatever has been read since. */
  const [typed, setTyped] = useState<{ draft: PlanDraft; base: PlanDraft } | null>(null)
  const [theirs, setTheirs] = useState<Action | null>(null)
  const saved = draftOf(action)
  const draft = typed?.draft ?? saved
  const isDirty = typed !== null && !isSame(typed.draft, saved)
  const forget = (): void => {
    setTheirs(null)
    setTyped(null)
  }
  const update = useActionUpdate({
    onDone: () => {
      forget()
      showDone(say('saved'))
    },
    onFailed: (error) => {
      if (isConflict(error)) void compare()
    },
  })
  const send = ({ id, version }: Action): void =>
    update.mutate({ action: { id, version }, body: planOf(draft) })
  /** An action that was moved has no other plan: what was typed is saved on what is there now. */
  const isSamePlan = (now: Action): boolean => typed === null || isSame(draftOf(now), typed.base)
  async function compare(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...oneAction(action.id), staleTime: 0 })
    if (isSamePlan(now)) send(now)
    else setTheirs(now)
  }
  const changed = (): boolean => {
    if (isSamePlan(action)) return false
    setTheirs(action)
    return true
  }
  return {
    draft,
    isDirty,
    change: (part: Partial<PlanDraft>): void =>
      setTyped({ draft: { ...draft, ...part }, base: typed?.base ?? saved }),
    save: (): void => {
      if (!changed()) send(action)
    },
    isSaving: update.isPending,
    error: update.error,
    /** What a decision saves with it; null where nothing was typed. */
    typed: isDirty ? planOf(draft) : null,
    /** Somebody else made another plan, and the reader is shown both: nothing is decided before they choose. */
    changed,
    forget,
    conflict: theirs && {
      differences: differencesOf(draft, draftOf(theirs), say),
      onKeepMine: () => send(theirs),
      onTakeTheirs: forget,
      onClose: () => setTheirs(null),
    },
  }
}

type Field = 'owner' | 'due' | 'note' | 'nobody' | 'no_day' | 'no_note'

function differencesOf(mine: PlanDraft, theirs: PlanDraft, say: (key: Field) => string): Difference[] {
  const rows = [
    ['owner', (draft: PlanDraft) => draft.owner?.name ?? say('nobody')],
    ['due', (draft: PlanDraft) => (draft.due ? dayText(draft.due) : say('no_day'))],
    ['note', (draft: PlanDraft) => draft.note.trim() || say('no_note')],
  ] as const
  return rows
    .map(([field, readField]) => ({ field: say(field), mine: readField(mine), theirs: readField(theirs) }))
    .filter((row) => row.mine !== row.theirs)
}
