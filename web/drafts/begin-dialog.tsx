/** The two questions that a template leaves to whoever uses it: whom it asks, and how private answers are. Asked once, as the draft is new. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { Modal } from '../ui/modal.tsx'
import { onDemandTexts } from './on-demand-texts.ts'
import classes from './drafts.module.css'

/** children: the fields of the editor itself, which would be a file of its own if they were imported here, too */
export function BeginDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const say = useMessages(onDemandTexts)
  return (
    <Modal onClose={onClose} title={<strong>{say('heading')}</strong>} size="lg">
      <div className={classes.parts}>
        <p className="quiet">{say('hint')}</p>
        {children}
        <div>
          <Button onClick={onClose}>{say('go_on')}</Button>
        </div>
      </div>
    </Modal>
  )
}
