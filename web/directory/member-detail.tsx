/** A member whole, at the side of the list: to be read, and by an admin to be changed once they say so. A chunk of its own, with its texts. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { SondeError } from '../api.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { EmptyState, Failure, SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { dateOf } from '../ui/dates.ts'
import type { Member, Team } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { MemberAbsences } from './member-absences.tsx'
import { statusTones } from './member-columns.tsx'
import { MemberFacts } from './member-facts.tsx'
import { MemberHistory } from './member-history.tsx'
import { oneMember, requestsOf } from './member-queries.ts'
import { MemberSignIn } from './member-sign-in.tsx'
import { MemberErasure, MemberStatus } from './member-status.tsx'
import { MemberTeams } from './member-teams.tsx'
import { memberTexts } from './member-texts.ts'

const MemberForm = lazy(() => import('./member-form.tsx').then(({ MemberForm }) => ({ default: MemberForm })))

const notFound = 404

type Props = { id: string; teams: readonly Team[] }

export function MemberDetail({ id, teams }: Props) {
  const say = useMessages(memberTexts)
  const { data: member, error, refetch } = useQuery(oneMember(id))
  if (member) return <Detail key={id} member={member} teams={teams} />
  if (!error) return <SkeletonLines />
  return error instanceof SondeError && error.status === notFound ? (
    <EmptyState title={say('not_found')} description={say('not_found_hint')} />
  ) : (
    <Failure error={error} onRetry={() => void refetch()} />
  )
}

function Detail({ member, teams }: { member: Member; teams: readonly Team[] }) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const { data: me } = useMe()
  const { email, status, pending_email: pending, managed_fields: managed } = member
  const mayChange = me?.role === 'admin' && status !== 'erased'
  const [isEditing, setEditing] = useState(false)
  const isOpen = mayChange && isEditing
  return (
    <div className="stack">
      <div className={classes.memberHead}>
        <div className={classes.first}>
          <StatusBadge tone={statusTones[status]}>{sayOf(`status_${status}`)}</StatusBadge>
          {status !== 'erased' && <span className={classes.second}>{email ?? sayOf('no_address')}</span>}
          {member.id === me?.user?.member_id && <span className="quiet">{sayOf('you')}</span>}
        </div>
        {mayChange && !isEditing && (
          <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
            {say('edit')}
          </Button>
        )}
      </div>
      {mayChange && <OpenRequests id={member.id} />}
      {status === 'erased' && <Alert>{say('is_erased')}</Alert>}
      {pending !== null && <Alert>{say('address_pending', { address: pending })}</Alert>}
      {mayChange && managed.length > 0 && (
        <Alert>
          <p>
            {say('managed')} <a href="/docs/directory-sync">{say('managed_guide')}</a>
          </p>
        </Alert>
      )}
      <MemberTeams member={member} teams={teams} mayChange={isOpen && status !== 'deactivated'} />
      {isOpen ? (
        <Suspense fallback={<SkeletonLines />}>
          <MemberForm member={member} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <MemberFacts member={member} />
      )}
      {status !== 'erased' && <MemberAbsences member={member} mayChange={isOpen} />}
      {mayChange && <MemberSignIn member={member} />}
      {mayChange && <MemberStatus member={member} />}
      {me?.role === 'admin' && <MemberHistory id={member.id} />}
      {mayChange && <MemberErasure member={member} />}
    </div>
  )
}

/** A privacy request has a deadline, so it is above what else is known. */
function OpenRequests({ id }: { id: string }) {
  const say = useMessages(memberTexts)
  const requests = useQuery(requestsOf(id)).data?.privacy_requests ?? []
  return requests
    .filter(({ state }) => state === 'received' || state === 'in_progress')
    .map(({ id: request, kind, deadline_at: deadline }) => (
      <Alert key={request} tone="warn">
        {say('request_open', { kind, date: dateOf(deadline) })}{' '}
        <Link to="/app/settings/privacy-requests/$request" params={{ request }}>
          {say('answer_request')}
        </Link>
      </Alert>
    ))
}
