/** The audit log: who did what with credentials, people, floors and figures. Filtered in the address, exported as CSV. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { searchWith } from '../ui/address.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import type { NameOf } from '../people/names-by-id.ts'
import { Page } from '../ui/page.tsx'
import { EmptyState, SkeletonLines } from '../ui/states.tsx'
import { LoggedTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import text from '../ui/text.module.css'
import classes from './audit.module.css'
import { AuditFilterBar } from './audit-filter.tsx'
import {
  type AuditEvent,
  type AuditFilter,
  filterOf,
  isWithoutReadings,
  useAuditEvents,
} from './audit-queries.ts'
import { WithIntegrity } from './integrity.tsx'
import { useMessages } from '../messages.ts'
import { auditTexts } from './audit-texts.ts'
import { detailTexts } from './detail-texts.ts'
import { detailsOf, inLine } from './details.ts'
import { useKinds } from './kinds.ts'
import { useNamesInLog } from './names-in-log.ts'
import { idOfRun, type LogRow, rowsOf } from './runs.ts'
import { sentenceTexts } from './sentence-texts.ts'
import { figuresIn, isBeside, sentenceOf } from './sentences.ts'
import { eventTexts } from './event-texts.ts'

const OneEvent = lazy(() => import('./one-event.tsx').then(({ OneEvent }) => ({ default: OneEvent })))

const route = getRouteApi('/shell/app/settings/audit')

export function AuditPage() {
  const say = useMessages(auditTexts)
  const { event: _opened, ...search } = route.useSearch()
  const filter = filterOf(search)
  const isFiltered = Object.values(search).some(Boolean)
  const { data: me } = useMe()
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listAuditEvents', query: filter }}
      actions={me?.role === 'admin' && <Export filter={filter} />}
    >
      <AdminsOnly>
        <WithIntegrity>
          <AuditFilterBar />
          {isWithoutReadings(search) && <p className="quiet small">{say('views_left_out')}</p>}
          <Events filter={filter} isFiltered={isFiltered} />
        </WithIntegrity>
      </AdminsOnly>
    </Page>
  )
}

function Events({ filter, isFiltered }: { filter: AuditFilter; isFiltered: boolean }) {
  const say = useMessages(auditTexts)
  const list = useAuditEvents(filter)
  const nameOf = useNamesInLog(list.data ?? [])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string): void =>
    setOpen((before) => (before.has(id) ? before.difference(new Set([id])) : new Set(before).add(id)))
  return (
    <>
      <DataTable
        label={say('title')}
        list={{ ...list, data: list.data && rowsOf(list.data, open) }}
        columns={useColumns(nameOf, toggle)}
        keyOf={({ id }) => id}
        countText={() => say('row_count', { count: list.data?.length ?? 0 })}
        empty={
          isFiltered ? (
            <EmptyState title={say('empty_filtered')} description={say('empty_filtered_hint')} />
          ) : (
            <EmptyState title={say('empty')} description={say('empty_hint')} />
          )
        }
      />
      <UrlDrawer param="event" title={say('event')}>
        {(id) => (
          <Suspense fallback={<SkeletonLines />}>
            <OneEvent event={list.data?.find((one) => one.id === id)} />
          </Suspense>
        )}
      </UrlDrawer>
    </>
  )
}

type RunProps = { row: LogRow; run: readonly AuditEvent[]; onToggle: (id: string) => void }

/** “Member added · 66 times”, which opens to its rows. */
function RunHead({ row, run, onToggle }: RunProps) {
  const say = useMessages(auditTexts)
  const event = useMessages(eventTexts)
  return (
    <span className={classes.event}>
      <button
        type="button"
        className={classes.run}
        aria-expanded={row.isOpen}
        onClick={() => onToggle(idOfRun(run))}
      >
        {row.isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        {say('run', { event: event(row.event.action), count: run.length })}
      </button>
    </span>
  )
}

/** What the event says, and beside it the little that a reader looks for in a list. */
function Sentence({ event, nameOf }: { event: AuditEvent; nameOf: NameOf }) {
  const say = useMessages(sentenceTexts)
  const kind = useMessages(eventTexts)
  const sayDetail = useMessages(detailTexts)
  const figures = figuresIn(event)
  const beside = detailsOf({ say: sayDetail, nameOf }, event).filter(
    ({ name, label }) => label === null || isBeside(event.action, name),
  )
  const words = [
    ...(figures === null ? [] : [say('figures', { count: figures })]),
    ...(beside.length > 0 ? [inLine(sayDetail, beside)] : []),
  ]
  return (
    <span className={classes.event}>
      <Link to="." search={searchWith({ event: event.id })} resetScroll={false}>
        {sentenceOf({ say, kind, nameOf }, event)}
      </Link>
      {words.length > 0 && (
        <span className={`${text.detail} ${classes.details}`}>{words.join(' ·\u00a0')}</span>
      )}
    </span>
  )
}

function useColumns(nameOf: NameOf, onToggle: (id: string) => void): Column<LogRow>[] {
  const say = useMessages(auditTexts)
  return [
    {
      header: say('event'),
      grows: true,
      cell: (row) =>
        row.run ? (
          <RunHead row={row} run={row.run} onToggle={onToggle} />
        ) : (
          <Sentence event={row.event} nameOf={nameOf} />
        ),
    },
    {
      header: say('actor'),
      cell: ({ event: { actor } }) => {
        const { user_id, application_id, kind } = actor
        const application = application_id && nameOf(application_id)
        const who = user_id ?? application_id
        return (
          <span className={`${text.name} ${classes.who}`}>
            {who ? (
              <FilterLink id={who} name={nameOf(who)} />
            ) : (
              <span className="quiet">{say(`by_${kind}`)}</span>
            )}
            {user_id && application && (
              <span className={`${text.detail} ${classes.through}`}>{say('by_named', { application })}</span>
            )}
          </span>
        )
      },
    },
    { header: say('when'), numeric: true, cell: ({ event: one }) => <LoggedTime at={one.occurred_at} /> },
  ]
}

/** Who did it; a click asks for everything they did. */
const FilterLink = ({ id, name }: { id: string; name: string | null }) => {
  const say = useMessages(auditTexts)
  const kindOf = useKinds()
  const shown = name ?? kindOf(id) ?? say('anyone')
  return (
    <span className={classes.link}>
      <Link
        from="/app/settings/audit"
        to="/app/settings/audit"
        search={(before) => ({ ...before, actor: id, event: undefined })}
        title={say('only_by', { name: shown })}
      >
        {shown}
      </Link>
    </span>
  )
}

function Export({ filter }: { filter: AuditFilter }) {
  const say = useMessages(auditTexts)
  const [rows, setRows] = useState<number | null>(null)
  const save = async (): Promise<void> => {
    try {
      setRows(0)
      const { saveAuditLog } = await import('./audit-export.ts')
      const isWhole = await saveAuditLog(filter, setRows)
      if (!isWhole) showDone(say('newest_only'))
    } catch (error) {
      showFailure(error)
    } finally {
      setRows(null)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={rows === 0}
      disabled={rows !== null}
      onClick={() => void save()}
    >
      {rows ? say('exporting', { count: rows }) : say('export')}
    </Button>
  )
}
