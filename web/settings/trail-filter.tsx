/** What the trail is filtered by. It holds nothing but what is being typed: the address does. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AuditAction, auditActions } from '../../contract/audit-actions.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { type TrailFilter } from './audit-export.ts'
import { useNames } from './names.ts'
import classes from './settings.module.css'

export type TrailSearch = {
  action?: AuditAction
  actor?: string
  target?: string
  from?: string
  to?: string
}

const actorShape = /^(?:usr|app)_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const targetShape = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** The address as the API's filter; what cannot be filters nothing. Days are of the reader's own clock, `to` the last one. */
export function filterOf({ action, actor, target, from, to }: TrailSearch): TrailFilter {
  return {
    ...(action && Object.hasOwn(auditActions, action) && { action }),
    ...(actor && actorShape.test(actor) && { actor }),
    ...(target && targetShape.test(target) && { target }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}

export const sentence = (text: string): string => text[0].toUpperCase() + text.slice(1)

/** “application.created” is of applications. */
const groups: Record<string, string> = {
  application: 'Applications',
  authorization_code: 'Tokens',
  refresh_token: 'Tokens',
  credential: 'Tokens',
  grant: 'Tokens',
  directory: 'Directory',
  history: 'Directory',
  member: 'Directory',
  person: 'People',
  identity: 'People',
  invitation: 'People',
  identity_provider: 'Identity providers',
  organisation: 'Organisation',
  alert: 'Reading',
  figures: 'Reading',
  responses: 'Reading',
  audit: 'Reading',
}

const actionsByGroup = [
  ...Map.groupBy(Object.entries(auditActions), ([action]) => groups[action.split('.', 1)[0]] ?? 'Others'),
].map(([group, actions]) => ({
  group,
  items: actions.map(([value, says]) => ({ value, label: sentence(says) })),
}))

export function TrailFilterBar() {
  const search = useSearch({ from: '/shell/app/settings/audit' })
  const navigate = useNavigate({ from: '/app/settings/audit' })
  const change = (part: Partial<TrailSearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <FilterBar>
      <NativeSelect
        label="What"
        className={classes.filter}
        data={[{ value: '', label: 'Whatever happened' }, ...actionsByGroup]}
        value={search.action ?? ''}
        onChange={(event) =>
          change({ action: (event.currentTarget.value || undefined) as AuditAction | undefined })
        }
      />
      <Actor value={search.actor} onChange={(actor) => change({ actor })} />
      <Target value={search.target} onChange={(target) => change({ target })} />
      <Day label="From" value={search.from} max={search.to} onChange={(from) => change({ from })} />
      <Day label="To" value={search.to} min={search.from} onChange={(to) => change({ to })} />
      {isFiltered && (
        <Button
          variant="subtle"
          className={classes.clear}
          onClick={() => void navigate({ search: {}, replace: true })}
        >
          Clear
        </Button>
      )}
    </FilterBar>
  )
}

type Of<T> = { value: T | undefined; onChange: (value: T | undefined) => void }

function Actor({ value, onChange }: Of<string>) {
  const names = useNames()
  const isNamed = value === undefined || names.of(value) !== null
  const options = (named: readonly { id: string; name: string }[]) =>
    named.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <NativeSelect
      label="By whom"
      className={classes.filter}
      data={[
        { value: '', label: 'Whoever it was' },
        ...(isNamed ? [] : [{ value, label: value }]),
        { group: 'People', items: options(names.people) },
        { group: 'Applications', items: options(names.applications) },
      ]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

/** An id as it is pasted; one that cannot be filters nothing and says so. */
function Target({ value, onChange }: Of<string>) {
  const [typed, setTyped] = useState(value ?? '')
  // A click in the list, or the way back, changes the address alone.
  useEffect(() => setTyped(value ?? ''), [value])
  const isWrong = typed !== '' && !targetShape.test(typed)
  return (
    <TextInput
      label="To what"
      placeholder="Its id"
      className={classes.filter}
      value={typed}
      error={isWrong ? 'No id looks like this' : undefined}
      spellCheck={false}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value.trim()
        setTyped(id)
        if (id === '' || targetShape.test(id)) onChange(id || undefined)
      }}
    />
  )
}

type DayProps = Of<string> & { label: string; min?: string; max?: string }

const Day = ({ label, value, min, max, onChange }: DayProps) => (
  <TextInput
    type="date"
    label={label}
    value={value ?? ''}
    min={min}
    max={max}
    onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
  />
)
