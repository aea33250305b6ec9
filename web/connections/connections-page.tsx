/** Connections: which applications a person allowed to act for them, for what, and when they last did; and withdrawing that. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { finalScopes, useAbilities, writes } from '../applications/application-words.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { type Grant, useGrants, useGrantWithdrawal } from './connection-queries.ts'
import classes from './connections.module.css'
import { useMessages } from '../messages.ts'
import { connectionTexts } from './connection-texts.ts'

/** What cannot be undone comes first and marked; what reads and what writes folds, with its number. */
function Abilities({ scopes: granted }: { scopes: readonly string[] }) {
  const say = useMessages(connectionTexts)
  const ability = useAbilities()
  const [final, undoable] = [true, false].map((isFinal) =>
    granted.filter((scope) => finalScopes.includes(scope) === isFinal),
  )
  const [writing, reading] = [true, false].map((isWriting) =>
    undoable.filter((scope) => writes(scope) === isWriting),
  )
  return (
    <div className={classes.abilities}>
      {final.map((scope) => (
        <p key={scope} className={classes.final}>
          {ability(scope)}
        </p>
      ))}
      {(
        [
          ['changes', writing],
          ['reads', reading],
        ] as const
      ).map(
        ([group, members]) =>
          members.length > 0 && (
            <details key={group}>
              <summary>{say(group, { count: members.length })}</summary>
              <ul className={classes.may}>
                {members.map((scope) => (
                  <li key={scope}>{ability(scope)}</li>
                ))}
              </ul>
            </details>
          ),
      )}
    </div>
  )
}

export function ConnectionsPage() {
  const say = useMessages(connectionTexts)
  const [withdrawing, setWithdrawing] = useState<Grant | null>(null)
  const list = useGrants()
  const withdrawal = useGrantWithdrawal(({ application }) => {
    setWithdrawing(null)
    showDone(say('withdrawn', { application: application.name }))
  })
  const columns: Column<Grant>[] = [
    { header: say('application'), cell: ({ application }) => <strong>{application.name}</strong> },
    {
      header: say('abilities'),
      cell: ({ scopes }) => <Abilities scopes={scopes} />,
    },
    { header: say('authorised'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    { header: say('last_used'), cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
    {
      header: say('actions'),
      isHeaderHidden: true,
      cell: (grant) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={say('withdraw_of', { application: grant.application.name })}
          onClick={() => setWithdrawing(grant)}
        >
          {say('withdraw')}
        </Button>
      ),
    },
  ]
  return (
    <Page title={say('title')} description={say('description')} api={{ operation: 'listGrants' }}>
      <DataTable
        label={say('title')}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        countText={(count) => say('row_count', { count })}
        empty={<EmptyState title={say('empty')} description={say('empty_hint')} />}
      />
      {withdrawing && (
        <Confirm
          title={say('withdraw_title')}
          effect={say('withdraw_effect', { application: withdrawing.application.name })}
          action={say('withdraw')}
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
