/** Files, newest first: under way, to download, or over. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Say, useMessages } from '../messages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatNumber } from '../ui/number-format.ts'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { Countdown, RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { NoMatch, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import { type Export, isUnderWay, useDownload, useExportCancelling, useExports } from './export-queries.ts'
import { exportTexts } from './export-texts.ts'
import { formatBytes, nameOf } from './export-words.ts'
import classes from './exports.module.css'
import { offeredNames } from './offered-datasets.ts'

const tones: Record<Export['state'], Tone> = {
  queued: 'plain',
  running: 'accent',
  ready: 'good',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
}

const route = getRouteApi('/shell/app/exports')

/** @param create  what is where there is nothing yet */
export function Files({ create }: { create: ReactNode }) {
  const say = useMessages(exportTexts)
  const { dataset } = route.useSearch()
  const list = useExports({ dataset })
  return (
    <>
      {(dataset !== undefined || (list.data?.length ?? 0) > 1) && (
        <UrlFilters>
          <UrlSelect
            label={say('dataset')}
            param="dataset"
            all={say('all')}
            options={offeredNames.map((value) => ({ value, label: say(`dataset_${value}`) }))}
          />
        </UrlFilters>
      )}
      <DataTable
        label={say('tab_files')}
        list={list}
        columns={columnsWith(say)}
        keyOf={({ id }) => id}
        countText={(count) => say('file_count', { count })}
        empty={
          dataset ? (
            <NoMatch title={say('no_files')} params={['dataset']} />
          ) : (
            <EmptyState title={say('no_files')} description={say('no_files_hint')} action={create} />
          )
        }
      />
    </>
  )
}

const columnsWith = (say: Say<typeof exportTexts>): Column<Export>[] => [
  {
    header: say('dataset'),
    cell: (one) => (
      <>
        {nameOf(say, one.dataset)}
        <div className="quiet small">
          {say(`format_${one.format}`)}
          {one.schedule_id !== null && ` ·\u00a0${say('scheduled')}`}
        </div>
      </>
    ),
  },
  { header: say('state'), cell: (one) => <State one={one} /> },
  {
    header: say('size'),
    numeric: true,
    cell: ({ rows, bytes }) =>
      rows === 0 && bytes === 0 ? (
        <span className="quiet">–</span>
      ) : (
        <>
          {say('rows', { count: rows })}
          {bytes > 0 && <div className="quiet small">{formatBytes(bytes)}</div>}
        </>
      ),
    hideInCard: ({ rows }) => rows === 0,
  },
  { header: say('requested'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
  { header: say('actions'), isHeaderHidden: true, cell: (one) => <Actions one={one} /> },
]

function State({ one }: { one: Export }) {
  const say = useMessages(exportTexts)
  const { state, fault, rows, expires_at } = one
  return (
    <div role={isUnderWay(one) ? 'status' : undefined}>
      <StatusBadge tone={tones[state]}>{say(`state_${state}`)}</StatusBadge>
      {state === 'running' && rows > 0 && (
        <div className="quiet small">{say('rows_so_far', { rows: formatNumber(rows) })}</div>
      )}
      {state === 'ready' && expires_at !== null && (
        <div className="quiet small">
          {say.parts('expires_in', { time: <Countdown key="time" to={expires_at} /> })}
        </div>
      )}
      {fault !== null && <div className="small">{say(`fault_${fault}`)}</div>}
    </div>
  )
}

function Actions({ one }: { one: Export }) {
  const say = useMessages(exportTexts)
  const name = nameOf(say, one.dataset)
  const download = useDownload({ onDone: ({ url }) => location.assign(url), onFailed: showFailure })
  const cancel = useExportCancelling({
    onDone: () => showDone(say(one.state === 'ready' ? 'file_deleted' : 'cancelled_done')),
    onFailed: showFailure,
  })
  if (one.state !== 'ready' && !isUnderWay(one)) return null
  const isReady = one.state === 'ready'
  return (
    <div className={classes.actions}>
      {isReady && (
        <Button
          size="compact-sm"
          aria-label={say('download_of', { name })}
          loading={download.isPending}
          onClick={() => download.mutate(one.id)}
        >
          {say('download')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={say(isReady ? 'delete_file_of' : 'cancel_of', { name })}
        loading={cancel.isPending}
        onClick={() => cancel.mutate(one.id)}
      >
        {say(isReady ? 'delete_file' : 'cancel_export')}
      </Button>
    </div>
  )
}
