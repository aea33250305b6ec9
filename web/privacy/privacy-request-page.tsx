/** One privacy request: what is known of it, and what an admin may do next. The copy of somebody's data is for them alone. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { privacyTransitions } from '../../contract/privacy-states.ts'
import { useMessages } from '../messages.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Facts } from '../ui/facts.tsx'
import { Page } from '../ui/page.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { wasLeft } from '../ui/sign-in-again.tsx'
import { dateOf } from '../ui/dates.ts'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import {
  type PrivacyReasonVerb,
  type PrivacyRequest,
  privacyQuery,
  privacyTones,
  type PrivacyVerb,
  usePrivacyVerb,
} from './privacy-queries.ts'
import { privacyTexts } from './privacy-texts.ts'

const ReasonDialog = lazy(() =>
  import('./reason-dialog.tsx').then(({ ReasonDialog }) => ({ default: ReasonDialog })),
)

const route = getRouteApi('/shell/app/settings/privacy-requests/$request')

export function PrivacyRequestPage() {
  const say = useMessages(privacyTexts)
  const { request: id } = route.useParams()
  const query = useQuery(privacyQuery(id))
  const request = query.data
  return (
    <Page
      title={
        request
          ? say('request_of', { kind: say(`kind_${request.kind}`), name: request.person.name })
          : say('title')
      }
      status={
        request && (
          <StatusBadge tone={privacyTones[request.state]}>{say(`state_${request.state}`)}</StatusBadge>
        )
      }
      crumbs={[{ label: say('title'), to: '/app/settings/privacy-requests' }]}
      api={{ operation: 'getPrivacyRequest', params: { id } }}
      width="reading"
    >
      <AdminsOnly>
        <QueryState query={query} skeleton={<SkeletonLines lines={6} />} hasCard>
          {(found) => <Request request={found} />}
        </QueryState>
      </AdminsOnly>
    </Page>
  )
}

const startsFrom = ({ state }: PrivacyRequest, verb: keyof typeof privacyTransitions): boolean =>
  privacyTransitions[verb].from.some((from) => from === state)

const Request = ({ request }: { request: PrivacyRequest }) => {
  const say = useMessages(privacyTexts)
  const { note, reason, extension_reason: extension, expires_at: expires } = request
  return (
    <section className="card pad stack" aria-label={say('kind')}>
      <Facts
        facts={[
          [say('person'), request.person.name],
          [say('asked_by'), say(`asked_by_${request.asked_by}`)],
          ...(['received', 'deadline'] as const).map((name) => {
            const at = name === 'received' ? request.created_at : request.deadline_at
            return [
              say(name),
              <span key={name}>
                {dateOf(at)}
                {' ·\u00a0'}
                <RelativeTime at={at} />
              </span>,
            ] as const
          }),
          ...(note ? [[say('note'), note] as const] : []),
          ...(extension ? [[say('extension'), extension] as const] : []),
          ...(reason ? [[say('reason'), reason] as const] : []),
          ...(expires ? [[say('expires'), <RelativeTime key="expires" at={expires} />] as const] : []),
        ]}
      />
      <Verbs request={request} />
    </section>
  )
}

type Asking = Exclude<PrivacyVerb, 'start'> | PrivacyReasonVerb

const doneTexts = { start: 'started', complete: 'completed', cancel: 'cancelled', lift: 'lifted' } as const

function Verbs({ request }: { request: PrivacyRequest }) {
  const say = useMessages(privacyTexts)
  const [asking, setAsking] = useState<Asking | null>(() => (wasLeft('complete') ? 'complete' : null))
  const verb = usePrivacyVerb(request, (done) => {
    setAsking(null)
    showDone(say(doneTexts[done]))
  })
  const close = (): void => {
    verb.reset()
    setAsking(null)
  }
  const { kind, person } = request
  const wordsOf = {
    complete: {
      title: say(`complete_${kind}_title`, person),
      effect: say(`complete_${kind}_effect`),
      action: say(`complete_${kind}`),
    },
    cancel: { title: say('cancel_title', person), effect: say('cancel_effect'), action: say('cancel') },
    lift: { title: say('lift_title', person), effect: say('lift_effect'), action: say('lift') },
  }
  return (
    <>
      <div className="row">
        {startsFrom(request, 'complete') && (
          <Button onClick={() => setAsking('complete')}>{say(`complete_${kind}`)}</Button>
        )}
        {startsFrom(request, 'lift') && <Button onClick={() => setAsking('lift')}>{say('lift')}</Button>}
        {startsFrom(request, 'start') && (
          <Button
            variant="default"
            loading={verb.isPending && asking === null}
            onClick={() => verb.mutate('start')}
          >
            {say('start')}
          </Button>
        )}
      </div>
      <div className="row">
        {startsFrom(request, 'extend') && request.extension_reason === null && (
          <Button variant="subtle" onClick={() => setAsking('extend')}>
            {say('extend')}
          </Button>
        )}
        {startsFrom(request, 'decline') && (
          <Button variant="subtle" onClick={() => setAsking('decline')}>
            {say('decline')}
          </Button>
        )}
        {startsFrom(request, 'cancel') && (
          <Button variant="subtle" onClick={() => setAsking('cancel')}>
            {say('cancel')}
          </Button>
        )}
      </div>
      {(asking === 'complete' || asking === 'cancel' || asking === 'lift') && (
        <Confirm
          {...wordsOf[asking]}
          {...(asking === 'complete' &&
            kind === 'erasure' && { typeToConfirm: person.name, isDangerous: true })}
          onClose={close}
          name={asking}
          onConfirm={() => verb.mutate(asking)}
          isBusy={verb.isPending}
          error={verb.error}
        />
      )}
      {(asking === 'decline' || asking === 'extend') && (
        <Suspense>
          <ReasonDialog
            request={request}
            verb={asking}
            onClose={close}
            onDone={() => {
              setAsking(null)
              showDone(say(asking === 'decline' ? 'declined' : 'extended'))
            }}
          />
        </Suspense>
      )}
    </>
  )
}
