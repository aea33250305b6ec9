/** Connections: which applications somebody allowed to act as him, for what, when last; and taking that back. */
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type ReplyOf } from '../../client/client.ts'
import { inPerson, queries } from '../api.ts'
import { says } from '../developers/application-words.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { Page } from '../ui/page.tsx'
import { usePagesOf } from '../ui/pages-of.ts'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { done } from '../ui/toast.ts'
import classes from './connections.module.css'

const WithdrawDialog = lazy(() =>
  import('./withdraw-dialog.tsx').then(({ WithdrawDialog }) => ({ default: WithdrawDialog })),
)

type Grant = ReplyOf<'listGrants'>['grants'][number]

const key = ['grants']

export function ConnectionsPage() {
  const [asked, setAsked] = useState<Grant | null>(null)
  const list = usePagesOf(key, 'grants', (cursor, signal) =>
    inPerson.call('listGrants', { query: cursor ? { cursor } : {}, signal }),
  )
  const withdraw = useMutation({
    mutationFn: ({ id }: Grant) => inPerson.call('withdrawGrant', { params: { id } }),
    onSuccess: async (_nothing, { application }) => {
      setAsked(null)
      await queries.invalidateQueries({ queryKey: key })
      done(`${application.name} no longer acts for you`)
    },
  })
  const columns: Column<Grant>[] = [
    { header: 'Application', cell: ({ application }) => <strong>{application.name}</strong> },
    {
      header: 'May',
      cell: ({ scopes }) => (
        <ul className={classes.may}>
          {scopes.map((scope) => (
            <li key={scope}>{says(scope)}</li>
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
          onClick={() => setAsked(grant)}
        >
          Withdraw
        </Button>
      ),
    },
  ]
  return (
    <Page
      title="Connections"
      says="Applications that you allowed to act as you. What you take back ends at once."
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
            says="When one asks, a page shows what it wants, and you allow or deny it. What you allowed stands here."
          />
        }
      />
      <Suspense>
        {asked && (
          <WithdrawDialog
            name={asked.application.name}
            onClose={() => setAsked(null)}
            onConfirm={() => withdraw.mutate(asked)}
            busy={withdraw.isPending}
            error={withdraw.error}
          />
        )}
      </Suspense>
    </Page>
  )
}
