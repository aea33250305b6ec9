/** Asks before something that people will notice. A chunk of its own: fetched when something is first asked. */
import { Button, Modal } from '@mantine/core'
import { type ReactNode } from 'react'
import { saidOf } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import classes from './settings.module.css'

type Props = {
  title: string
  says: ReactNode
  action: string
  onClose: () => void
  onConfirm: () => void
  busy: boolean
  error: unknown
}

export const AskDialog = ({ title, says, action, onClose, onConfirm, busy, error }: Props) => (
  <Modal opened onClose={onClose} title={<strong>{title}</strong>}>
    <div className="stack">
      <p>{says}</p>
      {error ? <Alert tone="bad">{saidOf(error)}</Alert> : null}
      <div className={classes.ends}>
        <Button variant="default" onClick={onClose}>
          Keep as it is
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </div>
  </Modal>
)
