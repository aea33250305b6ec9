/** A change of somebody who signs in, as the list of people makes it: it says what they are now. */
import { useMessages } from '../messages.ts'
import { refresh } from '../queries.ts'
import { showDone, showFailure } from '../ui/toast.ts'
import { usePersonUpdate } from './people-queries.ts'
import { peopleTexts } from './people-texts.ts'
import { useRole } from './role-words.ts'

/** @param asks  a dialog asked first: it shows a refusal itself */
export function usePersonChange({ asks, onDone }: { asks: boolean; onDone: () => void }) {
  const say = useMessages(peopleTexts)
  const role = useRole()
  return usePersonUpdate({
    onDone: (after) => {
      onDone()
      showDone(
        say('updated', {
          name: after.name,
          role: role(after.role).label,
          status: say(`person_${after.state}`),
        }),
      )
    },
    onFailed: (error) => {
      if (!asks) showFailure(error)
      // The role or state that was chosen is not the person's.
      void refresh('listPeople')
    },
  })
}
