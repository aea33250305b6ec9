/** Exports that come again: what, when, and the next file; one that was stopped says why. */
import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { type Schedule, useScheduleDeletion, useSchedules } from './export-queries.ts'
import { exportTexts } from './export-texts.ts'
import { nameOf, rhythmText } from './export-words.ts'
import classes from './exports.module.css'

const ExportForm = lazy(() => import('./new-export.tsx').then(({ ExportForm }) => ({ default: ExportForm })))

/** @param create  what is where there is nothing yet */
export function Schedules({ create }: { create: ReactNode }) {
  const say = useMessages(exportTexts)
  const [editing, setEditing] = useState<Schedule | null>(null)
  const [deleting, setDeleting] = useState<Schedule | null>(null)
  const remove = useScheduleDeletion(() => {
    setDeleting(null)
    showDone(say('schedule_deleted'))
  })
  const columns: Column<Schedule>[] = [
    {
      header: say('dataset'),
      cell: (one) => (
        <>
          {nameOf(say, one.dataset)}
          <div className="quiet small">
            {say(`format_${one.format}`)}
            {one.only_new && ` ·\u00a0${say('only_new')}`}
          </div>
        </>
      ),
    },
    { header: say('when'), cell: (one) => rhythmText(say, one) },
    {
      header: say('state'),
      cell: ({ state, stopped_reason }) => (
        <>
          <StatusBadge tone={state === 'active' ? 'good' : 'bad'}>{say(`schedule_${state}`)}</StatusBadge>
          {stopped_reason !== null && <div className="small">{say(`stopped_${stopped_reason}`)}</div>}
        </>
      ),
    },
    {
      header: say('next_file'),
      cell: ({ next_at }) =>
        next_at === null ? <span className="quiet">–</span> : <RelativeTime at={next_at} />,
    },
    { header: say('last_file'), cell: ({ last_at }) => <RelativeTime at={last_at} /> },
    {
      header: say('actions'),
      isHeaderHidden: true,
      cell: (one) => (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={say('edit_schedule_of', { name: nameOf(say, one.dataset) })}
            onClick={() => setEditing(one)}
          >
            {say('edit')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={say('delete_schedule_of', { name: nameOf(say, one.dataset) })}
            onClick={() => setDeleting(one)}
          >
            {say('delete')}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label={say('tab_schedules')}
        list={useSchedules()}
        columns={columns}
        keyOf={({ id }) => id}
        countText={(count) => say('schedule_count', { count })}
        empty={
          <EmptyState title={say('no_schedules')} description={say('no_schedules_hint')} action={create} />
        }
      />
      <Suspense>
        {editing && (
          <ExportForm schedule={editing} onClose={() => setEditing(null)} onDone={() => setEditing(null)} />
        )}
      </Suspense>
      {deleting && (
        <Confirm
          title={say('delete_schedule_title')}
          effect={say('delete_schedule_effect')}
          action={say('delete_schedule')}
          onClose={() => {
            remove.reset()
            setDeleting(null)
          }}
          onConfirm={() => remove.mutate(deleting.id)}
          isBusy={remove.isPending}
          error={remove.error}
        />
      )}
    </>
  )
}
