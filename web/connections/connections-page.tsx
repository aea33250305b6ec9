/** Connections: which applications a person allowed to act for them, for what, and when they last did; and withdrawing that. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { scopeDescription } from '../applications/application-words.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { type Grant, useGrants, useGrantWithdrawal } from './connection-queries.ts'
import classes from './connections.module.css'

export function ConnectionsPage() {
  const [withdrawing, setWithdrawing] = useState<Grant | null>(null)
  const list = useGrants()
  const withdrawal = useGrantWithdrawal(({ application }) => {
    setWithdrawing(null)
    showDone(`${application.name} no longer acts for you`)
  })
  const columns: Column<Grant>[] = [
    { header: 'Application', cell: ({ application }) => <strong>{application.name}</strong> },
    {
      header: 'May',
      cell: ({ scopes }) => (
        <ul className={classes.may}>
          {scopes.map((scope) => (
            <li key={scope}>{scopeDescription(scope)}</li>
          ))}
        </ul>
      ),
    },
    { header: 'Allowed', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    { header: 'Last used', cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
    {
      header: 'Access',
      cell: (grant) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Withdraw access of ${grant.application.name}`}
          onClick={() => setWithdrawing(grant)}
        >
          Withdraw
        </Button>
      ),
    },
  ]
  return (
    <Page
      title="Connections"
      description="Applications that you allowed to act as you. What you take back ends at once."
      api={{ operation: 'listGrants' }}
    >
      <DataList
        label="Connections"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nouns={['connection', 'connections']}
        empty={
          <EmptyState
            title="No application acts for you"
            description="When one asks, a page shows what it wants, and you allow or deny it. What you allowed stands here."
          />
        }
      />
      {withdrawing && (
        <Confirm
          title="Withdraw access"
          effect={
            <>
              <strong>{withdrawing.application.name}</strong> will no longer act for you: its tokens end now.
              It may ask you again.
            </>
          }
          action="Withdraw"
          onClose={() => {
            withdrawal.reset()
            setWithdrawing(null)
          }}
          onConfirm={() => withdrawal.mutate(withdrawing)}
          isBusy={withdrawal.isPending}
          error={withdrawal.error}
        />
      )}
    </Page>
  )
}
