/**
 * Asks before something that people will notice, and says what follows. Where it cannot be undone, it wakes only when the
 * name of what is meant has been typed. `children` may ask for more, above the name.
 */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { explain } from '../api.ts'
import { Alert } from './alert.tsx'
import { needsSignIn, SignInAgain } from './sign-in-again.tsx'
import classes from './form.module.css'
import { useMessages } from '../messages.ts'
import { Modal } from './modal.tsx'
import { uiTexts } from './ui-texts.ts'

type Props = {
  title: string
  effect: ReactNode
  action: string
  onConfirm: () => void
  onClose: () => void
  isBusy: boolean
  error: unknown
  /** What has to be typed. */
  typeToConfirm?: string
  isDangerous?: boolean
  /** Something is lacking, which `effect` says. */
  isLacking?: boolean
  /** In place of “Cancel”, where the action is itself to cancel something. */
  dismissal?: string
  /** Its name on its page (useDialog), by which it is open again when somebody had to sign in again for it. */
  name?: string
  /** What it is about, for the form that it is on (findLeftDraft). */
  draft?: unknown
  children?: ReactNode
}

export function ConfirmDialog(props: Props) {
  const say = useMessages(uiTexts)
  const {
    title,
    effect,
    action,
    onConfirm,
    onClose,
    isBusy,
    error,
    typeToConfirm,
    name = '',
    draft,
    isLacking = false,
    children,
  } = props
  const [text, setText] = useState('')
  const isRight = typeToConfirm === undefined || text.trim() === typeToConfirm
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isRight && !isLacking && !isBusy) onConfirm()
  }
  return (
    <Modal onClose={onClose} title={<strong>{title}</strong>}>
      <form onSubmit={submit} className="stack">
        <div>{effect}</div>
        {children}
        {typeToConfirm !== undefined && (
          <TextInput
            label={say('type_to_confirm', { name: typeToConfirm })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={children ? undefined : true}
          />
        )}
        {needsSignIn(error) ? (
          <SignInAgain action={action} dialog={name} draft={draft} />
        ) : error ? (
          <Alert tone="bad">{explain(error)}</Alert>
        ) : null}
        <div className={classes.ends}>
          <Button variant="default" data-dismissal onClick={onClose}>
            {props.dismissal ?? say('cancel')}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isRight || isLacking}
            style={
              props.isDangerous && isRight ? { background: 'var(--bad-fill)', color: '#fff' } : undefined
            }
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
