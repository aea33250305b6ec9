/** Asks before an application loses what somebody allowed it. */
import { Button, Modal } from '@mantine/core'
import { saidOf } from '../api.ts'
import { Alert } from '../ui/alert.tsx'

type Props = { name: string; onClose: () => void; onConfirm: () => void; busy: boolean; error: unknown }

export const WithdrawDialog = ({ name, onClose, onConfirm, busy, error }: Props) => (
  <Modal opened onClose={onClose} title={<strong>Withdraw access</strong>}>
    <div className="stack">
      <p>
        <strong>{name}</strong> will no longer act for you: its tokens end now. It may ask you again.
      </p>
      {error ? <Alert tone="bad">{saidOf(error)}</Alert> : null}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button loading={busy} onClick={onConfirm}>
          Withdraw
        </Button>
      </div>
    </div>
  </Modal>
)
