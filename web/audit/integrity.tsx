/** Beside the events: whether the chain of hashes is whole, and which events are told by e-mail. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { exactTime, RelativeTime } from '../ui/time.tsx'
import classes from './audit.module.css'
import { type AuditChain, type AuditNotices, chainQuery, noticesQuery } from './audit-queries.ts'
import { auditTexts } from './audit-texts.ts'

const NoticesDialog = lazy(() =>
  import('./notices-dialog.tsx').then(({ NoticesDialog }) => ({ default: NoticesDialog })),
)

/** Below the log, unless it was changed outside of it: then that comes first. */
export function WithIntegrity({ children }: { children: ReactNode }) {
  const isBroken = useQuery(chainQuery).data?.state === 'broken'
  return (
    <>
      {isBroken && <Integrity />}
      {children}
      {!isBroken && <Integrity />}
    </>
  )
}

const Integrity = () => (
  <div className={classes.pair}>
    <QueryState query={useQuery(chainQuery)} hasCard>
      {(chain) => <Chain chain={chain} />}
    </QueryState>
    <QueryState query={useQuery(noticesQuery)} hasCard>
      {(notices) => <Notices notices={notices} />}
    </QueryState>
  </div>
)

const tones = { verified: 'good', broken: 'bad', unchecked: 'plain' } as const

const dayMs = 86_400_000

/** The service looks once a day (src/audit/verification.ts). */
const nextCheck = (last: string): string => new Date(Date.parse(last) + dayMs).toISOString()

function Chain({ chain: { state, verified_at, broken_at, head } }: { chain: AuditChain }) {
  const say = useMessages(auditTexts)
  return (
    <section className="card pad stack" aria-labelledby="chain">
      <div className="row">
        <h2 id="chain">{say('chain')}</h2>
        <StatusBadge tone={tones[state]}>{say(`state_${state}`)}</StatusBadge>
      </div>
      {state === 'broken' && <Alert tone="bad">{say('broken_hint')}</Alert>}
      <p className="quiet">
        {say('checked')}: {verified_at === null ? say('never') : exactTime(verified_at)}
      </p>
      {state === 'verified' && verified_at !== null && (
        <p className="quiet">
          {say('next')}: {say('next_at', { time: exactTime(nextCheck(verified_at)) })}
        </p>
      )}
      {broken_at !== null && (
        <p>
          {say('found')}: <RelativeTime at={broken_at} />
        </p>
      )}
      <details>
        <summary>{say('how')}</summary>
        <div className="stack">
          <p className="quiet">{say('chain_hint')}</p>
          {head ? <CopyField label={say('head')} value={head.hash} /> : <p>{say('no_head')}</p>}
        </div>
      </details>
    </section>
  )
}

function Notices({ notices }: { notices: AuditNotices }) {
  const say = useMessages(auditTexts)
  const [isChoosing, setChoosing] = useState(false)
  const { actions, recipients } = notices
  const count = actions.length
  return (
    <section className="card pad stack" aria-labelledby="notices">
      <div className="row-between">
        <h2 id="notices">{say('notices')}</h2>
        <Button variant="default" size="compact-sm" onClick={() => setChoosing(true)}>
          {say('choose')}
        </Button>
      </div>
      <p>
        {recipients === null
          ? say('notices_to_all', { count })
          : say('notices_to', { count, admins: recipients.length })}
      </p>
      <p className="quiet small">{say('notices_hint')}</p>
      {isChoosing && (
        <Suspense>
          <NoticesDialog notices={notices} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </section>
  )
}
