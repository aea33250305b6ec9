/** Setting up an authenticator app: begin, scan or type, and prove it by a code. Nothing changes before the code is right. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { explain } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import form from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import { useAuthenticatorConfirmation, useAuthenticatorSetup } from './account-queries.ts'
import { accountTexts } from './account-texts.ts'
import classes from './account.module.css'

type Props = { onClose: () => void; onCodes: (codes: readonly string[] | null) => void }

export function AuthenticatorDialog({ onClose, onCodes }: Props) {
  const say = useMessages(accountTexts)
  const setup = useAuthenticatorSetup()
  const [code, setCode] = useState('')
  const confirmation = useAuthenticatorConfirmation(({ recovery_codes: codes }) => {
    onClose()
    showDone(say('app_done'))
    onCodes(codes)
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (setup.data) confirmation.mutate(code.replaceAll(/\s/g, ''))
    else setup.mutate()
  }
  const error = confirmation.error ?? setup.error
  return (
    <Modal onClose={onClose} title={<strong>{say('app_title')}</strong>}>
      <form onSubmit={submit} className="stack">
        {setup.data ? (
          <>
            <p>{say('app_scan')}</p>
            <svg
              className={classes.qr}
              viewBox={`0 0 ${setup.data.qr.size} ${setup.data.qr.size}`}
              role="img"
              aria-label={say('qr')}
              shapeRendering="crispEdges"
            >
              <rect width={setup.data.qr.size} height={setup.data.qr.size} fill="#fff" />
              <path d={setup.data.qr.path} fill="#000" />
            </svg>
            <CopyField label={say('app_key')} value={setup.data.secret} />
            <TextInput
              label={say('app_code')}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              required
              data-autofocus
            />
          </>
        ) : (
          <p>{say('app_hint')}</p>
        )}
        {needsSignIn(error) ? (
          <SignInAgain action={say('set_up_app')} dialog="app" />
        ) : error ? (
          <Alert tone="bad">{explain(error)}</Alert>
        ) : null}
        <div className={form.ends}>
          <Button type="submit" loading={setup.isPending || confirmation.isPending}>
            {say(setup.data ? 'confirm_app' : 'set_up_app')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
