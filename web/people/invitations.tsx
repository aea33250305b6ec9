/** Invitations: an address is asked to join; whoever proves at the identity provider that it is theirs comes in. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useMe } from '../me.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useDialog } from '../ui/sign-in-again.tsx'
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
import { useRole } from './role-words.ts'
import { useMessages } from '../messages.ts'
import { peopleTexts } from './people-texts.ts'

const InviteDialog = lazy(() =>
  import('./invite-dialog.tsx').then(({ InviteDialog }) => ({ default: InviteDialog })),
)

const route = getRouteApi('/shell/app/settings/people')

export function InviteButton() {
  const say = useMessages(peopleTexts)
  const { isOpen, open, close } = useDialog('invite')
  const { begin } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useMe()
  if (me?.role !== 'admin') return null
  const leave = (): void => {
    close()
    if (begin) void navigate({ search: (search) => ({ ...search, begin: undefined }), replace: true })
  }
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
        {say('invite')}
      </Button>
      <Suspense>{(isOpen || begin) && <InviteDialog onClose={leave} />}</Suspense>
    </>
  )
}

const tones: Record<Invitation['state'], Tone> = {
  pending: 'accent',
  accepted: 'good',
  expired: 'warn',
  revoked: 'plain',
}

/** It can be sent again. */
const isOpen = ({ state }: Invitation): boolean => state === 'pending' || state === 'expired'

export function Invitations() {
  const say = useMessages(peopleTexts)
  const roleOf = useRole()
  const list = useInvitations()
  const resend = useInvitationResending({
    onDone: (_reply, { email }) => showDone(say('resent', { email })),
    onFailed: showFailure,
  })
  const revoke = useInvitationRevocation({
    onDone: (_reply, { email }) => showDone(say('cancelled', { email })),
    onFailed: showFailure,
  })
  const columns: Column<Invitation>[] = [
    { header: say('address'), cell: ({ email }) => <span className={text.name}>{email}</span> },
    { header: say('role'), cell: ({ role }) => roleOf(role).label },
    { header: say('status'), cell: (invitation) => <State {...invitation} /> },
    { header: say('sent'), cell: ({ updated_at }) => <RelativeTime at={updated_at} /> },
    {
      header: say('actions'),
      isHeaderHidden: true,
      hideInCard: (invitation) => !isOpen(invitation),
      cell: (invitation) =>
        isOpen(invitation) ? (
          <span className={classes.actions}>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={say('resend_named', { email: invitation.email })}
              loading={resend.isPending && resend.variables?.id === invitation.id}
              onClick={() => resend.mutate(invitation)}
            >
              {say('resend')}
            </Button>
            {invitation.state === 'pending' && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={say('cancel_named', { email: invitation.email })}
                loading={revoke.isPending && revoke.variables?.id === invitation.id}
                onClick={() => revoke.mutate(invitation)}
              >
                {say('cancel_invitation')}
              </Button>
            )}
          </span>
        ) : null,
    },
  ]
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">{say('invitations')}</h2>
      {list.data?.length === 0 ? (
        // The page is about people: a card as large as theirs would say that something is missing.
        <p className="quiet">{say('no_invitations')}</p>
      ) : (
        <DataTable
          label={say('invitations')}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          countText={(count) => say('invitation_count', { count })}
          empty={null}
        />
      )}
    </section>
  )
}

const State = ({ state, mail }: Invitation) => {
  const say = useMessages(peopleTexts)
  return state === 'pending' && mail.state === 'failed' ? (
    <span>
      <StatusBadge tone="bad">{say('not_delivered')}</StatusBadge>
      {mail.reason && <span className="quiet small"> {mail.reason}</span>}
    </span>
  ) : (
    <StatusBadge tone={tones[state]}>{say(`invitation_${state}`)}</StatusBadge>
  )
}
