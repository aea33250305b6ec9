/** Invitations: an address is asked to join; whoever proves at the identity provider that it is theirs comes in. */
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { type Column, DataList } from '../ui/data-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import text from '../ui/text.module.css'
import {
  type Invitation,
  useInvitationResending,
  useInvitationRevocation,
  useInvitations,
} from './people-queries.ts'
import classes from './people.module.css'
import { roleWords } from './role-words.ts'

const InviteDialog = lazy(() =>
  import('./invite-dialog.tsx').then(({ InviteDialog }) => ({ default: InviteDialog })),
)

export function InviteButton() {
  const [isOpen, setOpen] = useState(false)
  const { data: me } = useMe()
  if (me?.role !== 'admin') return null
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Invite
      </Button>
      <Suspense>{isOpen && <InviteDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const states: Record<Invitation['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Waiting', tone: 'accent' },
  accepted: { label: 'Accepted', tone: 'good' },
  expired: { label: 'Expired', tone: 'warn' },
  revoked: { label: 'Taken back', tone: 'plain' },
}

export function Invitations() {
  const list = useInvitations()
  const resend = useInvitationResending({
    onDone: (_reply, { email }) => showDone(`Sent to ${email} again; the link sent before no longer works`),
    onFailed: showFailure,
  })
  const revoke = useInvitationRevocation({
    onDone: (_reply, { email }) => showDone(`The invitation of ${email} is taken back`),
    onFailed: showFailure,
  })
  const columns: Column<Invitation>[] = [
    { header: 'Address', cell: ({ email }) => <span className={text.name}>{email}</span> },
    { header: 'Role', cell: ({ role }) => roleWords[role].label },
    { header: 'State', cell: (invitation) => <State {...invitation} /> },
    { header: 'Sent', cell: ({ updated_at }) => <RelativeTime at={updated_at} /> },
    {
      header: 'Next',
      cell: (invitation) =>
        invitation.state === 'pending' || invitation.state === 'expired' ? (
          <span className={classes.actions}>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Send the invitation of ${invitation.email} again`}
              loading={resend.isPending && resend.variables?.id === invitation.id}
              onClick={() => resend.mutate(invitation)}
            >
              Send again
            </Button>
            {invitation.state === 'pending' && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Take the invitation of ${invitation.email} back`}
                loading={revoke.isPending && revoke.variables?.id === invitation.id}
                onClick={() => revoke.mutate(invitation)}
              >
                Take back
              </Button>
            )}
          </span>
        ) : null,
    },
  ]
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <DataList
        label="Invitations"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nouns={['invitation', 'invitations']}
        empty={
          <EmptyState
            title="Nobody has been invited yet"
            description="An invitation goes by e-mail. Whoever signs in with that address, verified by the identity provider, comes in."
          />
        }
      />
    </section>
  )
}

const State = ({ state, mail }: Invitation) =>
  state === 'pending' && mail.state === 'failed' ? (
    <span>
      <StatusBadge tone="bad">Not delivered</StatusBadge>
      {mail.reason && <span className="quiet small"> {mail.reason}</span>}
    </span>
  ) : (
    <StatusBadge tone={states[state].tone}>{states[state].label}</StatusBadge>
  )
