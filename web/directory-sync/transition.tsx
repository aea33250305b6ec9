/** From one state to another: each says what follows, and needs a recent sign-in. Deactivating many people has to be typed. */
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import { type DirectorySync, useSyncUpdate } from './directory-sync-queries.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'
import { PlannedFacts } from './planned-facts.tsx'

type Target = 'off' | 'trial' | 'on'

const actions = { off: 'turn_off', trial: 'back_to_trial', on: 'turn_on' } as const

/** @returns what opens the dialog, and the dialog */
export function useTransition(sync: DirectorySync, to: Target): { open: () => void; dialog: ReactNode } {
  const say = useMessages(directorySyncTexts)
  const name = `sync-${to}`
  const { isOpen, open, close } = useDialog(name)
  const update = useSyncUpdate(sync, ({ state }) => {
    close()
    showDone(say(`done_${state}`))
  })
  const { state, planned, deactivations_max: most } = sync
  const isFirst = state === 'off'
  const isMany = to === 'on' && planned.deactivate > 0 && (state === 'held' || planned.deactivate > most)
  const action = isFirst ? 'start_trial' : state === 'held' && to === 'on' ? 'continue_sync' : actions[to]
  const dialog = isOpen && (
    <Confirm
      name={name}
      title={say(isFirst ? 'trial_title' : `${actions[to]}_title`)}
      effect={say(isFirst ? 'trial_effect' : `${actions[to]}_effect`)}
      action={say(action)}
      isDangerous={to === 'off' || isMany}
      typeToConfirm={isMany ? String(planned.deactivate) : undefined}
      onClose={() => {
        update.reset()
        close()
      }}
      onConfirm={() =>
        update.mutate({ state: to, ...(to === 'on' && { confirm_deactivate: planned.deactivate }) })
      }
      isBusy={update.isPending}
      error={update.error}
    >
      {to === 'on' && <PlannedFacts sync={sync} />}
      {isMany && <p>{say('many_deactivations', { count: planned.deactivate })}</p>}
    </Confirm>
  )
  return { open, dialog }
}
