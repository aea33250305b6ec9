/** The audit log: who did what with credentials, people, floors and figures. Filtered in the address, exported as CSV. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { searchWith } from '../ui/address.ts'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import type { NameOf } from '../people/names-by-id.ts'
import { Page } from '../ui/page.tsx'
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
import { sentenceTexts } from './sentence-texts.ts'
import { figuresIn, isBeside, sentenceOf } from './sentences.ts'
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

function OneEvent({ event }: { event: AuditEvent | undefined }) {
  const say = useMessages(auditTexts)
  const saySentence = useMessages(sentenceTexts)
  const kind = useMessages(eventTexts)
  const sayDetail = useMessages(detailTexts)
  const kindOf = useKinds()
  const nameOf = useNamesInLog(event ? [event] : [], [], Infinity)
  if (!event) return <p>{say('not_shown')}</p>
  const { id, action, actor, target, occurred_at } = event
  const details = detailsOf({ say: sayDetail, nameOf }, event)
  const idOf = (of: string) => (
    <span className="row">
      {nameOf(of) ?? kindOf(of)} <code className={classes.id}>{of}</code>{' '}
      <CopyIcon value={of} what={say('id')} />
    </span>
  )
  const sentence = sentenceOf({ say: saySentence, kind, nameOf }, event)
  const facts: Fact[] = [
    [say('when'), exactTime(occurred_at)],
    ...(actor.user_id === null ? [] : [[say('actor'), idOf(actor.user_id)] as const]),
    ...(actor.application_id === null ? [] : [[say('application'), idOf(actor.application_id)] as const]),
    [say('way'), say(`by_${actor.kind}`)],
    ...(target === null ? [] : [[say('target'), idOf(target)] as const]),
  ]
  const above = new Set(facts.map(([label]) => label))
  return (
    <div className="stack">
      <h3>{sentence}</h3>
      {details.map(({ name, label, parts }) => label === null && <p key={name}>{parts.join(' ')}</p>)}
      {target !== null && (
        <p>
          <Link
            from="/app/settings/audit"
            to="/app/settings/audit"
            search={(before) => ({ ...before, target, event: undefined })}
          >
            {say('all_of_object')}
          </Link>
        </p>
      )}
      <Facts
        facts={[
          ...facts,
          ...details.flatMap(({ label, parts }) =>
            label === null
              ? []
              : [
                  [
                    above.has(label) ? say('recorded', { fact: label }) : label,
                    <Parts key={label} parts={parts} />,
                  ] as const,
                ],
          ),
          ...(sentence === kind(action) ? [] : [[say('kind'), kind(action)] as const]),
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
