/** Invites an address. A chunk of its own, fetched when somebody is first invited. */
import { Button, Radio, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { explain, fieldErrors } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { needsSignIn, SignInAgain } from '../ui/sign-in-again.tsx'
import { showDone } from '../ui/toast.ts'
import classes from '../ui/form.module.css'
import { type Role, useInvitationCreation } from './people-queries.ts'
import { roleOf, useRoleOptions } from './role-words.ts'
import { useMessages } from '../messages.ts'
import { Modal } from '../ui/modal.tsx'
import { peopleTexts } from './people-texts.ts'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const say = useMessages(peopleTexts)
  return (
    <Modal onClose={onClose} title={<strong>{say('invite_title')}</strong>}>
      <InviteForm onDone={onClose} />
    </Modal>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const say = useMessages(peopleTexts)
  const roleOptions = useRoleOptions()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const invite = useInvitationCreation((invitation) => {
    showDone(say('invited', { email: invitation.email }))
    onDone()
  })
  const errors = fieldErrors(invite.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (email.trim() !== '') invite.mutate({ email: email.trim(), role })
  }
  return (
    <form onSubmit={submit} className="stack" noValidate>
      <TextInput
        label={say('email')}
        description={say('email_hint')}
        type="email"
        autoComplete="off"
        value={email}
        error={errors['/email']}
        data-autofocus
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Radio.Group label={say('role')} value={role} onChange={(chosen) => setRole(roleOf(chosen))}>
        <div className="stack-tight" style={{ marginTop: 8 }}>
          {roleOptions.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </div>
      </Radio.Group>
      {needsSignIn(invite.error) ? (
        <SignInAgain action={say('send_invitation')} dialog="invite" />
      ) : invite.error && !errors['/email'] ? (
        <Alert tone="bad">{explain(invite.error)}</Alert>
      ) : null}
      <div className={classes.ends}>
        <Button variant="default" onClick={onDone}>
          {say('cancel')}
        </Button>
        <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
          {say('send_invitation')}
        </Button>
      </div>
    </form>
  )
}
