/** Invites an address. A chunk of its own, fetched when somebody is first invited. */
import { Button, Modal, Radio, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { faultsOf, inPerson, queries, saidOf } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { done } from '../ui/toast.ts'
import { invitationsKey } from './invitations.tsx'
import { type Role, roleWords } from './role-words.ts'
import classes from './settings.module.css'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={<strong>Invite somebody</strong>}>
    <InviteForm onDone={onClose} />
  </Modal>
)

function InviteForm({ onDone }: { onDone: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const invite = useMutation({
    mutationFn: () => inPerson.call('createInvitation', { body: { email: email.trim(), role } }),
    onSuccess: async (invitation) => {
      await queries.invalidateQueries({ queryKey: invitationsKey })
      done(`${invitation.email} is invited`)
      onDone()
    },
  })
  const faults = faultsOf(invite.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (email.trim() !== '') invite.mutate()
  }
  return (
    <form onSubmit={submit} className="stack" noValidate>
      <TextInput
        label="E-mail"
        description="The invitation goes there, works once, and for seven days."
        type="email"
        autoComplete="off"
        value={email}
        error={faults['/email']}
        data-autofocus
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Radio.Group label="Role" value={role} onChange={(chosen) => setRole(chosen as Role)}>
        <div className="stack-tight" style={{ marginTop: 8 }}>
          {Object.entries(roleWords).map(([value, { label, says }]) => (
            <Radio key={value} value={value} label={label} description={says} />
          ))}
        </div>
      </Radio.Group>
      {invite.error && !faults['/email'] ? <Alert tone="bad">{saidOf(invite.error)}</Alert> : null}
      <div className={classes.ends}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
          Send invitation
        </Button>
      </div>
    </form>
  )
}
