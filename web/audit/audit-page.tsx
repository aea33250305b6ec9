/** The audit log: who did what with credentials, people, floors and figures. Filtered in the address, exported as CSV. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { auditActions } from '../../contract/audit-actions.ts'
import { useMe } from '../me.ts'
import { useNames } from '../people/people-queries.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import text from '../ui/text.module.css'
import classes from './audit.module.css'
import { saveAuditLog } from './audit-export.ts'
import { AuditFilterBar, sentence } from './audit-filter.tsx'
import { type AuditEvent, type AuditFilter, filterOf, useAuditEvents } from './audit-queries.ts'

const route = getRouteApi('/shell/app/settings/audit')

export function AuditPage() {
  const filter = filterOf(route.useSearch())
  const { data: me } = useMe()
  return (
    <Page
      title="Audit log"
      description="Who did what with credentials, people, floors and released figures. It never holds an answer. Reading it is written down, too."
      api={{ operation: 'listAuditEvents', query: filter }}
      actions={me?.role === 'admin' && <Export filter={filter} />}
    >
      <AdminsOnly>
        <AuditFilterBar />
        <Events filter={filter} />
      </AdminsOnly>
    </Page>
  )
}

function Events({ filter }: { filter: AuditFilter }) {
  const names = useNames()
  return (
    <DataList
      label="Audit log"
      list={useAuditEvents(filter)}
      columns={columnsWith(names.of)}
      keyOf={({ id }) => id}
      nouns={['event', 'events']}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyState
            title="Nothing like that has happened"
            description="Fewer filters, or more days, may find it."
          />
        ) : (
          <EmptyState
            title="Nothing has happened yet"
            description="The first application or sign-in will stand here."
          />
        )
      }
    />
  )
}

const actorWords: Record<AuditEvent['actor']['kind'], string> = {
  application: 'An application by itself',
  user: 'Through an application',
  person: 'In person',
  operator: 'The command line',
  clock: 'The clock',
}

const columnsWith = (nameOf: (id: string) => string | null): Column<AuditEvent>[] => [
  {
    header: 'What',
    cell: ({ action, detail }) => {
      const details = detailOf(detail)
      return (
        <span className={text.name}>
          <strong>{sentence(auditActions[action])}</strong>
          {details && <span className={text.detail}>{details}</span>}
        </span>
      )
    },
  },
  {
    header: 'Who',
    cell: ({ actor }) => {
      const ids = [actor.user_id, actor.application_id].filter((id) => id !== null)
      return (
        <span className={text.name}>
          {ids.map((id) => (
            <FilterLink key={id} id={id} name={nameOf(id)} as="actor" />
          ))}
          <span className={ids.length > 0 ? text.detail : 'quiet'}>{actorWords[actor.kind]}</span>
        </span>
      )
    },
  },
  {
    header: 'To what',
    cell: ({ target }) =>
      target ? (
        <FilterLink id={target} name={nameOf(target)} as="target" />
      ) : (
        <span className="quiet">–</span>
      ),
  },
  {
    header: 'When',
    cell: ({ occurred_at }) => (
      <span className={classes.instant}>
        <RelativeTime at={occurred_at} />
      </span>
    ),
  },
]

/** Who or what an id means; a click asks for everything of it. */
const FilterLink = ({ id, name, as }: { id: string; name: string | null; as: 'actor' | 'target' }) => (
  <span className={classes.link}>
    <Link
      from="/app/settings/audit"
      to="/app/settings/audit"
      search={(before) => ({ ...before, [as]: id })}
      title={`Only what was done ${as === 'actor' ? 'by' : 'to'} ${id}`}
    >
      {name ?? <code>{`${id.slice(0, 4)}…${id.slice(-6)}`}</code>}
    </Link>
    <CopyIcon value={id} what="Id" />
  </span>
)

/** “name: Deploy bot, scopes: teams:read”: what was written down beside it. */
function detailOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.entries(detail)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueOf(value)}`)
    .join(', ')
    .slice(0, 300)
}

function valueOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueOf).join(' ')
  if (typeof value !== 'object' || value === null) return value === null ? 'none' : String(value)
  if ('from' in value && 'to' in value) return `${valueOf(value.from)} → ${valueOf(value.to)}`
  return JSON.stringify(value)
}

function Export({ filter }: { filter: AuditFilter }) {
  const [rows, setRows] = useState<number | null>(null)
  const save = async (): Promise<void> => {
    try {
      setRows(0)
      const isWhole = await saveAuditLog(filter, setRows)
      if (!isWhole) showDone('These are the newest rows. For what came before, choose earlier days.')
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
      {rows ? `${rows} rows …` : 'Export CSV'}
    </Button>
  )
}
