/** The audit log: who did what with credentials, people, floors and figures. Filtered in the address, exported as CSV. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { routineReadings } from '../../contract/audit-actions.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { searchWith } from '../ui/address.ts'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Facts } from '../ui/facts.tsx'
import type { NameOf } from '../people/names-by-id.ts'
import { Page } from '../ui/page.tsx'
import { shortId } from '../ui/short-id.ts'
import { EmptyState } from '../ui/states.tsx'
import { exactTime, LoggedTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import text from '../ui/text.module.css'
import classes from './audit.module.css'
import { saveAuditLog } from './audit-export.ts'
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
import { type Detail, detailsOf, inLine } from './details.ts'
import { useNamesInLog } from './names-in-log.ts'
import { idOfRun, type LogRow, rowsOf } from './runs.ts'
import { eventTexts } from './event-texts.ts'

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
        {(id) => <OneEvent event={list.data?.find((one) => one.id === id)} />}
      </UrlDrawer>
    </>
  )
}

/** What the object was called when the event was recorded, where the event says it. */
function nameIn(detail: unknown): string | null {
  const { title, name } = Object(detail) as Record<string, unknown>
  return [title, name].find((one) => typeof one === 'string') ?? null
}

/** What is a reader's daily work says nothing more in the list than who and about what. */
const routine: readonly string[] = routineReadings

/** What an id is one of: its first three letters say it. */
const objectKinds = [
  'org',
  'tem',
  'mem',
  'tpl',
  'pls',
  'chk',
  'cki',
  'msg',
  'rpl',
  'whk',
  'inv',
  'idp',
  'usr',
  'app',
  'xpt',
  'exp',
  'alr',
  'prq',
] as const

function useKinds(): (id: string) => string | null {
  const say = useMessages(auditTexts)
  return (id) => {
    const kind = objectKinds.find((one) => id.startsWith(`${one}_`))
    return kind === undefined ? null : say(`object_${kind}`)
  }
}

/** What the object is called is in its own column, and an id says nothing to a reader: both are in the drawer. */
const isInLine = ({ name, parts }: Detail): boolean =>
  name !== 'title' && name !== 'name' && !parts.every((part) => /^[a-z]{3}_[0-9a-z]{26}$/.test(part))

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

function useColumns(nameOf: NameOf, onToggle: (id: string) => void): Column<LogRow>[] {
  const say = useMessages(auditTexts)
  const kindOf = useKinds()
  const event = useMessages(eventTexts)
  const sayDetail = useMessages(detailTexts)
  return [
    {
      header: say('event'),
      grows: true,
      cell: (row) =>
        row.run ? (
          <RunHead row={row} run={row.run} onToggle={onToggle} />
        ) : (
          <span className={classes.event}>
            <Link to="." search={searchWith({ event: row.id })} resetScroll={false}>
              {event(row.event.action)}
            </Link>
            {!routine.includes(row.event.action) && (
              <span className={`${text.detail} ${classes.details}`}>
                {inLine(sayDetail, detailsOf({ say: sayDetail, nameOf }, row.event).filter(isInLine))}
              </span>
            )}
          </span>
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
            {who && <FilterLink id={who} name={nameOf(who)} as="actor" />}
            {user_id && application ? (
              <span className={text.detail}>{say('by_named', { application })}</span>
            ) : (
              <span className={who ? text.detail : 'quiet'}>{say(`by_${kind}`)}</span>
            )}
          </span>
        )
      },
    },
    {
      header: say('target'),
      cell: ({ event: { target, detail }, run }) => {
        const targets = new Set(run?.map((one) => one.target))
        if (target === null) return <span className="quiet">–</span>
        if (targets.size > 1)
          return <span className="quiet">{say('run_objects', { count: targets.size })}</span>
        const name = nameIn(detail) ?? nameOf(target)
        return (
          <span className={text.name}>
            <FilterLink id={target} name={name ?? kindOf(target)} as="target" />
            {kindOf(target) !== null && (
              <span className={text.detail}>
                {name !== null && `${kindOf(target)} ·\u00a0`}
                <code>{shortId(target)}</code>
              </span>
            )}
          </span>
        )
      },
    },
    { header: say('when'), numeric: true, cell: ({ event: one }) => <LoggedTime at={one.occurred_at} /> },
  ]
}

/** Who or what an id means; a click asks for everything of it. */
const FilterLink = ({ id, name, as }: { id: string; name: string | null; as: 'actor' | 'target' }) => {
  const say = useMessages(auditTexts)
  return (
    <span className={classes.link}>
      <Link
        from="/app/settings/audit"
        to="/app/settings/audit"
        search={(before) => ({ ...before, [as]: id, event: undefined })}
        title={say(as === 'actor' ? 'only_by' : 'only_to', { id })}
      >
        {name ?? <code>{shortId(id)}</code>}
      </Link>
    </span>
  )
}

function OneEvent({ event }: { event: AuditEvent | undefined }) {
  const say = useMessages(auditTexts)
  const eventName = useMessages(eventTexts)
  const sayDetail = useMessages(detailTexts)
  const nameOf = useNamesInLog(event ? [event] : [], Infinity)
  if (!event) return <p>{say('not_shown')}</p>
  const { id, action, actor, target, occurred_at } = event
  const details = detailsOf({ say: sayDetail, nameOf }, event)
  const idOf = (of: string) => (
    <span className="row">
      {nameOf(of)} <code className={classes.id}>{of}</code> <CopyIcon value={of} what={say('id')} />
    </span>
  )
  return (
    <div className="stack">
      <h3>{eventName(action)}</h3>
      {details.map(({ name, label, parts }) => label === null && <p key={name}>{parts.join(' ')}</p>)}
      <Facts
        facts={[
          [say('when'), exactTime(occurred_at)],
          ...[actor.user_id, actor.application_id]
            .filter((one) => one !== null)
            .map((one) => [say('actor'), idOf(one)] as const),
          [say('way'), say(`by_${actor.kind}`)],
          ...(target === null ? [] : [[say('target'), idOf(target)] as const]),
          ...details.flatMap(({ label, parts }) =>
            label === null ? [] : [[label, <Parts key={label} parts={parts} />] as const],
          ),
          [say('event_id'), idOf(id)],
        ]}
      />
    </div>
  )
}

/** So many stand in a line; more are opened. */
const partsShown = 12

function Parts({ parts }: Pick<Detail, 'parts'>) {
  const say = useMessages(detailTexts)
  const whole = <span className={classes.id}>{parts.join(', ')}</span>
  return parts.length > partsShown ? (
    <details>
      <summary>{say('show_all', { count: parts.length })}</summary>
      {whole}
    </details>
  ) : (
    whole
  )
}

function Export({ filter }: { filter: AuditFilter }) {
  const say = useMessages(auditTexts)
  const [rows, setRows] = useState<number | null>(null)
  const save = async (): Promise<void> => {
    try {
      setRows(0)
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
