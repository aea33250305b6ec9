/**
 * Asks before something that cannot be taken back: says what follows, and wakes only when the name of what is meant has
 * been typed. `children` may ask for more, above the name.
 */
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Alert } from './alert.tsx'
import { saidOf } from '../api.ts'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  says: ReactNode
  /** What has to be typed. */
  name: string
  action: string
  onConfirm: () => void
  busy?: boolean
  error?: unknown
  danger?: boolean
  children?: ReactNode
}

export function ConfirmByTyping(props: Props) {
  const {
    opened,
    onClose,
    title,
    says,
    name,
    action,
    onConfirm,
    busy,
    error,
    danger = true,
    children,
  } = props
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  const leave = (): void => {
    setTyped('')
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isRight && !busy) onConfirm()
  }
  return (
    <Modal opened={opened} onClose={leave} title={<strong>{title}</strong>}>
      <form onSubmit={submit} className="stack">
        <div>{says}</div>
        {children}
        <TextInput
          label={<>Type “{name}” to go on</>}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={children ? undefined : true}
        />
        {error ? <Alert tone="bad">{saidOf(error)}</Alert> : null}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={leave}>
            Keep as it is
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={!isRight}
            style={danger && isRight ? { background: 'var(--bad-fill)', color: '#fff' } : undefined}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
