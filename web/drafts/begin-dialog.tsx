/** The two questions that a template leaves to whoever uses it: whom it asks, and how private answers are. Asked once, as the draft is new. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import form from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { showFailure } from '../ui/toast.ts'
import classes from './drafts.module.css'
import { type Kind, useDelete } from './draft-queries.ts'
import { onDemandTexts } from './on-demand-texts.ts'

type Props = {
  kind: Kind
  id: string
  /** Answers have names: that is no quiet default. */
  isNamed: boolean
  /** What was typed is saved, so that nothing is sent for a draft that is gone. */
  onSettle: () => Promise<unknown>
  onClose: () => void
  /** The fields of the editor itself, which would be a file of its own if they were imported here, too. */
  children: ReactNode
}

export function BeginDialog({ kind, id, isNamed, onSettle, onClose, children }: Props) {
  const say = useMessages(onDemandTexts)
  const navigate = useNavigate()
  const remove = useDelete(kind, id, {
    onDone: () => void navigate({ to: '/app/surveys/new' }),
    onFailed: showFailure,
  })
  return (
    <Modal onClose={onClose} title={<strong>{say('heading')}</strong>} size="lg">
      {/* A form, so that its end stays in sight. What is typed is saved as it is typed, so there is nothing to send. */}
      <form className={classes.parts} onSubmit={(event) => event.preventDefault()}>
        <p className="quiet">{say('hint')}</p>
        {children}
        {isNamed && <Alert tone="warn">{say('named')}</Alert>}
        <div className={form.ends}>
          <Button
            variant="default"
            loading={remove.isPending}
            onClick={() => void onSettle().then(() => remove.mutate())}
          >
            {say('discard')}
          </Button>
          <Button onClick={onClose}>{say('go_on')}</Button>
        </div>
      </form>
    </Modal>
  )
}
