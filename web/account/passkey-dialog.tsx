/** Adding a passkey: its name, then what the browser asks. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { explain, SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import form from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import { usePasskeyAddition } from './account-queries.ts'
import { accountTexts } from './account-texts.ts'

type Props = { onClose: () => void; onCodes: (codes: readonly string[] | null) => void }

export function PasskeyDialog({ onClose, onCodes }: Props) {
  const say = useMessages(accountTexts)
  const [name, setName] = useState('')
  const addition = usePasskeyAddition(({ recovery_codes: codes }) => {
    onClose()
    showDone(say('passkey_done'))
    onCodes(codes)
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') addition.mutate(name.trim())
  }
  const { error } = addition
  return (
    <Modal onClose={onClose} title={<strong>{say('passkey_title')}</strong>}>
      <form onSubmit={submit} className="stack">
        <TextInput
          label={say('passkey_name')}
          description={say('passkey_name_hint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        {needsSignIn(error) ? (
          <SignInAgain action={say('add_passkey')} dialog="passkey" />
        ) : error ? (
          <Alert tone="bad">{error instanceof SondeError ? explain(error) : say('passkey_failed')}</Alert>
        ) : null}
        <div className={form.ends}>
          <Button type="submit" loading={addition.isPending} disabled={name.trim() === ''}>
            {say('add_passkey')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
