/** Whether a member is asked at all: suspended for a while, deactivated, active again; and what erases them for good. */
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import type { Member } from './directory-queries.ts'
import { useMemberUpdate } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

const EraseDialog = lazy(() =>
  import('./erase-dialog.tsx').then(({ EraseDialog }) => ({ default: EraseDialog })),
)

export function MemberStatus({ member }: { member: Member }) {
  const say = useMessages(memberTexts)
  const { id, name, status, managed_fields: managed } = member
  const suspending = useDialog('suspend')
  const deactivating = useDialog('deactivate')
  const erasing = useDialog('erase')
  const update = useMemberUpdate({
    onDone: ({ status: now }) => {
      suspending.close()
      deactivating.close()
      showDone(say(now === 'suspended' ? 'suspended' : now === 'active' ? 'reactivated' : 'deactivated'))
    },
  })
  const reactivate = useMemberUpdate({ onDone: () => showDone(say('reactivated')), onFailed: showFailure })
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
      <div className="row">
        {status === 'active' && (
          <Button variant="default" onClick={suspending.open}>
            {say('suspend')}
          </Button>
        )}
        {(status === 'suspended' || (status === 'deactivated' && isOurs)) && (
          <Button
            variant="default"
            loading={reactivate.isPending}
            onClick={() => reactivate.mutate({ id, patch: { status: 'active' } })}
          >
            {say('reactivate')}
          </Button>
        )}
        {status !== 'deactivated' && isOurs && (
          <Button variant="default" onClick={deactivating.open}>
            {say('deactivate')}
          </Button>
        )}
        <Button variant="default" onClick={erasing.open}>
          {say('erase')}
        </Button>
      </div>
      {status === 'deactivated' && <p className="quiet small">{say('reactivate_effect')}</p>}
      {(suspending.isOpen || deactivating.isOpen) && (
        <Confirm
          title={say(deactivating.isOpen ? 'deactivate_title' : 'suspend_title', { name })}
          effect={say(deactivating.isOpen ? 'deactivate_effect' : 'suspend_effect')}
          action={say(deactivating.isOpen ? 'deactivate' : 'suspend')}
          name={deactivating.isOpen ? 'deactivate' : 'suspend'}
          isBusy={update.isPending}
          error={update.error}
          onConfirm={() =>
            update.mutate({ id, patch: { status: deactivating.isOpen ? 'deactivated' : 'suspended' } })
          }
          onClose={close}
        />
      )}
      <Suspense>{erasing.isOpen && <EraseDialog member={member} onClose={erasing.close} />}</Suspense>
    </section>
  )
}
