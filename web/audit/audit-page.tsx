/** The audit log: who did what with credentials, people, floors and figures. Filtered in the address, exported as CSV. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../me.ts'
import { useNames } from '../people/people-queries.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import text from '../ui/text.module.css'
import classes from './audit.module.css'
import { saveAuditLog } from './audit-export.ts'
import { AuditFilterBar } from './audit-filter.tsx'
import { type AuditEvent, type AuditFilter, filterOf, useAuditEvents } from './audit-queries.ts'
import { Integrity } from './integrity.tsx'
import { useMessages } from '../messages.ts'
import { auditTexts } from './audit-texts.ts'
import { eventTexts } from './event-texts.ts'

const route = getRouteApi('/shell/app/settings/audit')

export function AuditPage() {
  const say = useMessages(auditTexts)
  const filter = filterOf(route.useSearch())
  const { data: me } = useMe()
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listAuditEvents', query: filter }}
      actions={me?.role === 'admin' && <Export filter={filter} />}
    >
      <AdminsOnly>
        <Integrity />
        <AuditFilterBar />
        <Events filter={filter} />
      </AdminsOnly>
    </Page>
  )
}

function Events({ filter }: { filter: AuditFilter }) {
  const say = useMessages(auditTexts)
  const names = useNames()
  return (
    <DataTable
      label={say('title')}
      list={useAuditEvents(filter)}
      columns={useColumns(names.of)}
      keyOf={({ id }) => id}
      countText={(count) => say('row_count', { count })}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyState title={say('empty_filtered')} description={say('empty_filtered_hint')} />
        ) : (
          <EmptyState title={say('empty')} description={say('empty_hint')} />
        )
      }
    />
  )
}

function useColumns(nameOf: (id: string) => string | null): Column<AuditEvent>[] {
  const say = useMessages(auditTexts)
  const event = useMessages(eventTexts)
  return [
    {
      header: say('event'),
      cell: ({ action, detail }) => {
        const details = detailOf(detail, say('none'))
        return (
          <span className={text.name}>
            <strong>{event(action)}</strong>
            {details && <span className={text.detail}>{details}</span>}
          </span>
        )
      },
    },
    {
      header: say('actor'),
      cell: ({ actor }) => {
        const ids = [actor.user_id, actor.application_id].filter((id) => id !== null)
        return (
          <span className={text.name}>
            {ids.map((id) => (
              <FilterLink key={id} id={id} name={nameOf(id)} as="actor" />
            ))}
            <span className={ids.length > 0 ? text.detail : 'quiet'}>{say(`by_${actor.kind}`)}</span>
          </span>
        )
      },
    },
    {
      header: say('target'),
      cell: ({ target }) =>
        target ? (
          <FilterLink id={target} name={nameOf(target)} as="target" />
        ) : (
          <span className="quiet">–</span>
        ),
    },
    {
      header: say('when'),
      cell: ({ occurred_at }) => (
        <span className={classes.instant}>
          <RelativeTime at={occurred_at} />
        </span>
      ),
    },
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
        search={(before) => ({ ...before, [as]: id })}
        title={say(as === 'actor' ? 'only_by' : 'only_to', { id })}
      >
        {name ?? <code>{`${id.slice(0, 4)}…${id.slice(-6)}`}</code>}
      </Link>
      <CopyIcon value={id} what={say('id')} />
    </span>
  )
}

/**
 * “name: Deploy bot, scopes: teams:read”: what was written down beside it, as it stands there.
 * @param none  what an empty value is called
 */
function detailOf(detail: unknown, none: string): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.entries(detail)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueOf(value, none)}`)
    .join(', ')
    .slice(0, 300)
}

function valueOf(value: unknown, none: string): string {
  if (Array.isArray(value)) return value.map((one) => valueOf(one, none)).join(' ')
  if (typeof value !== 'object' || value === null) return value === null ? none : String(value)
  if ('from' in value && 'to' in value) return `${valueOf(value.from, none)} → ${valueOf(value.to, none)}`
  return JSON.stringify(value)
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
