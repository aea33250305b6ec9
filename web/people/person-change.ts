/**
 * A change of somebody who signs in, as the list of people makes it: it says in a sentence what they are now, and what nobody was asked
 * about can be taken back.
 */
import { useMessages } from '../messages.ts'
import { refresh } from '../queries.ts'
import { showDone, showFailure, showUndoable } from '../ui/toast.ts'
import { type Person, usePersonUpdate } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'

/** @param asks  a dialog asked first: it shows a refusal itself */
export function usePersonChange({ asks, onDone }: { asks: boolean; onDone: () => void }) {
  const say = useMessages(peopleTexts)
  const update = usePersonUpdate({
    onDone: (after, { person: before, body, isUndo }) => {
      onDone()
      const { name } = after
      // Undoing is of the last change: an earlier one's is refused by its version, so its toast goes.
      const about = `person ${after.id}`
      if (body.role === undefined) showDone(say(`is_${after.state}`, { name }), about)
      else if (asks || isUndo) showDone(say(`is_${after.role}`, { name }), about)
      else void showUndoable(say(`is_${after.role}`, { name }), () => undo(after, before.role), about)
    },
    onFailed: (error) => {
      if (!asks) showFailure(error)
      // The role or state that was chosen is not the person's.
      void refresh('listPeople')
    },
  })
  const undo = (person: Person, role: Person['role']): void =>
    update.mutate({ person, body: { role }, isUndo: true })
  return update
}
