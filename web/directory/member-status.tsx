/** Whether a member is asked at all: suspended for a while, deactivated, active again. And what erases them for good. */
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import type { Member } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { memberTexts } from './member-texts.ts'
import { useStatusChange } from './status-change.ts'

const EraseDialog = lazy(() =>
  import('./erase-dialog.tsx').then(({ EraseDialog }) => ({ default: EraseDialog })),
)

const ConflictDialog = lazy(() =>
  import('../ui/conflict-dialog.tsx').then(({ ConflictDialog }) => ({ default: ConflictDialog })),
)

export function MemberStatus({ member }: { member: Member }) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const sayUi = useMessages(uiTexts)
  const { name, status, managed_fields: managed } = member
  const suspending = useDialog('suspend')
  const deactivating = useDialog('deactivate')
  const isAsking = suspending.isOpen || deactivating.isOpen
  const update = useStatusChange(member, {
    onDone: (now) => {
      // For what was asked, not for what is being asked by now.
      if (now === 'suspended') suspending.close()
      if (now === 'deactivated') deactivating.close()
      showDone(say(now === 'suspended' ? 'suspended' : now === 'active' ? 'reactivated' : 'deactivated'))
    },
    // The question says it itself.
    onFailed: (error) => isAsking || showFailure(error),
  })
  const close = (): void => {
    update.reset()
    suspending.close()
    deactivating.close()
  }
  /** Suspending is ours; who is there at all is the provider's. */
  const isOurs = !managed.includes('status')
  return (
    <section className="stack-tight" aria-labelledby="member-status">
      <h3 id="member-status">{say('status')}</h3>
      {!isOurs && <p className="quiet small">{say('managed_status')}</p>}
      {status === 'active' && isOurs && <p className="quiet small">{say('status_hint')}</p>}
      <div className="row">
        {status === 'active' && (
          <Button variant="default" onClick={suspending.open}>
            {sayUi('opens_dialog', { what: say('suspend') })}
          </Button>
        )}
        {(status === 'suspended' || (status === 'deactivated' && isOurs)) && (
          <Button
            variant="default"
            loading={update.isPending && !isAsking}
            onClick={() => update.change('active')}
          >
            {say('reactivate')}
          </Button>
        )}
        {status !== 'deactivated' && isOurs && (
          <Button variant="default" onClick={deactivating.open}>
            {sayUi('opens_dialog', { what: say('deactivate') })}
          </Button>
        )}
      </div>
      {status === 'deactivated' && <p className="quiet small">{say('reactivate_effect')}</p>}
      {isAsking && !update.conflict && (
        <Confirm
          title={say(deactivating.isOpen ? 'deactivate_title' : 'suspend_title', { name })}
          effect={say(deactivating.isOpen ? 'deactivate_effect' : 'suspend_effect')}
          action={say(deactivating.isOpen ? 'deactivate' : 'suspend')}
          name={deactivating.isOpen ? 'deactivate' : 'suspend'}
          isBusy={update.isPending}
          error={update.error}
          onConfirm={() => update.change(deactivating.isOpen ? 'deactivated' : 'suspended')}
          onClose={close}
        />
      )}
      <Suspense>
        {update.conflict && (
          <ConflictDialog
            {...update.conflict}
            differences={[
              {
                field: say('status'),
                mine: sayOf(`status_${update.conflict.mine}`),
                theirs: sayOf(`status_${update.conflict.theirs}`),
              },
            ]}
            onTakeTheirs={() => {
              update.conflict?.onTakeTheirs()
              close()
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

/** What cannot be undone, after everything else. */
export function MemberErasure({ member }: { member: Member }) {
  const say = useMessages(memberTexts)
  const sayUi = useMessages(uiTexts)
  const erasing = useDialog('erase')
  return (
    <section className={classes.apart} aria-labelledby="member-erasure">
      <div>
        <h3 id="member-erasure">{say('erase')}</h3>
        <p className="quiet small">{say('erase_hint')}</p>
      </div>
      <Button variant="default" className={classes.danger} onClick={erasing.open}>
        {sayUi('opens_dialog', { what: say('erase') })}
      </Button>
      <Suspense>{erasing.isOpen && <EraseDialog member={member} onClose={erasing.close} />}</Suspense>
    </section>
  )
}
