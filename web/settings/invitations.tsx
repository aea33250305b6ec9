/** Invitations: an address is asked to join; whoever proves at the identity provider that it is his comes in. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type ReplyOf } from '../../client/client.ts'
import { inPerson, queries } from '../api.ts'
import { useMe } from '../me.ts'
import { type Column, DataList } from '../ui/data-list.tsx'
import { usePagesOf } from '../ui/pages-of.ts'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { done, failed } from '../ui/toast.ts'
import { roleWords } from './role-words.ts'
import classes from './settings.module.css'

type Invitation = ReplyOf<'listInvitations'>['invitations'][number]

export const invitationsKey = ['invitations']

const InviteDialog = lazy(() =>
  import('./invite-dialog.tsx').then(({ InviteDialog }) => ({ default: InviteDialog })),
)

export function InviteButton() {
  const [opened, setOpened] = useState(false)
  const { data: me } = useMe()
  if (me?.role !== 'admin') return null
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setOpened(true)}>
        Invite
      </Button>
      <Suspense>{opened && <InviteDialog onClose={() => setOpened(false)} />}</Suspense>
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
  const list = usePagesOf(invitationsKey, 'invitations', (cursor, signal) =>
    inPerson.call('listInvitations', { query: cursor ? { cursor } : {}, signal }),
  )
  const read = () => queries.invalidateQueries({ queryKey: invitationsKey })
  const resend = useMutation({
    mutationFn: ({ id }: Invitation) => inPerson.call('resendInvitation', { params: { id } }),
    onSuccess: async ({ email }) => {
      await read()
      done(`Sent to ${email} again; the link sent before no longer works`)
    },
    onError: failed,
  })
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => inPerson.call('revokeInvitation', { params: { id } }),
    onSuccess: async (_nothing, { email }) => {
      await read()
      done(`The invitation of ${email} is taken back`)
    },
    onError: failed,
  })
  const columns: Column<Invitation>[] = [
    { header: 'Address', cell: ({ email }) => <span className={classes.who}>{email}</span> },
    { header: 'Role', cell: ({ role }) => roleWords[role].label },
    { header: 'State', cell: (invitation) => <State {...invitation} /> },
    { header: 'Sent', cell: ({ updated_at }) => <RelativeTime at={updated_at} /> },
    {
      header: 'Next',
      cell: (invitation) =>
        invitation.state === 'pending' || invitation.state === 'expired' ? (
          <span className={classes.together}>
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
            says="An invitation goes by e-mail. Whoever signs in with that address, verified by the identity provider, comes in."
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
