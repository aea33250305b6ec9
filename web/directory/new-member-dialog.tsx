/** Adds a member: a name, an address to ask them by, and their teams. The rest is in the drawer, which opens then. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { fieldErrors } from '../api.ts'
import { useMessages } from '../messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showDone } from '../ui/toast.ts'
import type { Member, Team } from './directory-queries.ts'
import classes from './directory.module.css'
import { directoryTexts } from './directory-texts.ts'
import { useMemberCreation } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { TeamChoice } from './team-choice.tsx'

type Props = {
  teams: readonly Team[]
  /** The team that the page shows. */
  team: string | undefined
  onClose: () => void
  onDone: (member: Member) => void
}

export function NewMemberDialog({ teams, team, onClose, onDone }: Props) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [picked, setChosen] = useState<readonly string[]>(() => (team === undefined ? [] : [team]))
  // The dialog may be open before the tree is there; an old address may name a team that is gone.
  const chosen = picked.filter((id) => teams.length === 0 || teams.some((one) => one.id === id))
  const [isTried, setTried] = useState(false)
  const add = useMemberCreation((member) => {
    showDone(say('added', { name: member.name }))
    onDone(member)
  })
  const errors = fieldErrors(add.error)
  const isNamed = errors['/name'] !== undefined || errors['/email'] !== undefined
  return (
    <ConfirmDialog
      title={say('add_member')}
      effect={say('add_member_effect')}
      action={say('add_member')}
      isBusy={add.isPending}
      error={isNamed ? null : add.error}
      onConfirm={() => {
        setTried(true)
        if (name.trim() === '') return
        add.mutate({
          name: name.trim(),
          ...(email.trim() !== '' && { email: email.trim() }),
          ...(chosen.length > 0 && { team_ids: [...chosen] }),
        })
      }}
      onClose={onClose}
    >
      <TextInput
        label={say('name')}
        data-autofocus
        value={name}
        maxLength={limits.nameLengthMax}
        error={isTried && name.trim() === '' ? say('name_missing') : errors['/name']}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        label={say('email')}
        description={say('email_hint')}
        type="email"
        value={email}
        error={errors['/email']}
        onChange={({ currentTarget: { value } }) => setEmail(value)}
      />
      <div className="stack-tight">
        {chosen.length > 0 && (
          <ul className={classes.entries} aria-label={sayOf('teams')}>
            {chosen.map((id) => (
              <li key={id}>
                <span>{teams.find((one) => one.id === id)?.name}</span>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={say('leave_named', { team: teams.find((one) => one.id === id)?.name ?? id })}
                  onClick={() => setChosen(chosen.filter((one) => one !== id))}
                >
                  {say('leave')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TeamChoice
          label={say('add_to_team')}
          teams={teams.filter(({ id }) => !chosen.includes(id))}
          among={teams}
          onChoose={(id) => setChosen([...chosen, id])}
        />
      </div>
    </ConfirmDialog>
  )
}
