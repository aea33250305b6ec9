/** What a file changes of whom, as far as the service lists it. */
import { attributePrefix } from '../../contract/import-columns.ts'
import { type Say, useMessages } from '../messages.ts'
import { DataTable } from '../ui/data-table.tsx'
import { wholeList } from '../ui/list.ts'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import classes from './import.module.css'
import { importTexts } from './import-texts.ts'
import type { Outcome } from './import-queries.ts'
import { targets } from './targets.ts'

type Change = Outcome['changes'][number]

const tones: Record<Change['action'], Tone> = { create: 'good', update: 'accent', deactivate: 'warn' }

const fields = [...targets, 'pending_email'] as const

/** A column of a file, as people call it. */
export function fieldName(column: string, say: Say<typeof importTexts>): string {
  const known = fields.find((field) => field === column)
  if (known) return say(`field_${known}`)
  return column.startsWith(attributePrefix)
    ? say('attribute', { name: column.slice(attributePrefix.length) })
    : column
}

const statuses = ['active', 'suspended', 'deactivated'] as const

function valueText(column: string, value: string, say: Say<typeof importTexts>): string {
  const status = column === 'status' && statuses.find((one) => one === value)
  return status ? say(`status_${status}`) : value
}

export function Changes({ outcome: { changes, changes_truncated: isCut } }: { outcome: Outcome }) {
  const say = useMessages(importTexts)
  return (
    <DataTable
      label={say('changes')}
      list={wholeList(changes.map((change, at) => ({ ...change, at })))}
      keyOf={({ at }) => String(at)}
      countText={(count) => say(isCut ? 'changes_first' : 'changes_count', { count })}
      empty={<EmptyState title={say('no_changes')} description={say('no_changes_hint')} />}
      columns={[
        {
          header: say('member'),
          cell: ({ name, line }) => (
            <span className="stack-tight">
              <strong>{name}</strong>
              <span className="quiet small">
                {line === null ? say('not_in_file') : say('line_number', { line })}
              </span>
            </span>
          ),
        },
        {
          header: say('action'),
          cell: ({ action }) => <StatusBadge tone={tones[action]}>{say(`action_${action}`)}</StatusBadge>,
        },
        { header: say('what_changes'), cell: (change) => <Differences change={change} /> },
      ]}
    />
  )
}

function Differences({ change: { action, fields: changed } }: { change: Change }) {
  const say = useMessages(importTexts)
  return (
    <dl className={classes.differences}>
      {Object.entries(changed)
        // Anyone who is new has the name beside it, and is active unless the file says otherwise.
        .filter(
          ([name, { to }]) =>
            action !== 'create' || (name !== 'name' && !(name === 'status' && to === 'active')),
        )
        .map(([name, { from, to }]) => (
          <div key={name}>
            <dt>{fieldName(name, say)}</dt>
            <dd>
              {from !== null && <del>{valueText(name, from, say)}</del>}{' '}
              {to !== null ? (
                <ins>{valueText(name, to, say)}</ins>
              ) : (
                <span className="quiet">{say('removed')}</span>
              )}
            </dd>
          </div>
        ))}
    </dl>
  )
}
