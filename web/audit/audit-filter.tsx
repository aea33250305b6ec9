/** What the audit log is filtered by. It holds nothing but what is being typed: the address does. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { auditActions } from '../../contract/audit-actions.ts'
import { type NameById, useNames } from '../people/people-queries.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import classes from './audit.module.css'
import { type AuditSearch, auditSearch, isTarget } from './audit-queries.ts'

const route = getRouteApi('/shell/app/settings/audit')

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
  items: actions.map(([value, text]) => ({ value, label: sentence(text) })),
}))

export function AuditFilterBar() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: AuditSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <FilterBar>
      <NativeSelect
        label="What"
        className={classes.filter}
        data={[{ value: '', label: 'Whatever happened' }, ...actionsByGroup]}
        value={search.action ?? ''}
        onChange={({ currentTarget }) =>
          change({ action: auditSearch({ action: currentTarget.value }).action })
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

type FieldProps = { value: string | undefined; onChange: (value: string | undefined) => void }

function Actor({ value, onChange }: FieldProps) {
  const names = useNames()
  const isNamed = value === undefined || names.of(value) !== null
  const options = (all: readonly NameById[]) => all.map(({ id, name }) => ({ value: id, label: name }))
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
function Target({ value, onChange }: FieldProps) {
  const [draft, setDraft] = useState(value ?? '')
  // A click in the list, or the way back, changes the address alone.
  useEffect(() => setDraft(value ?? ''), [value])
  const isWrong = draft !== '' && !isTarget(draft)
  return (
    <TextInput
      label="To what"
      placeholder="Its id"
      className={classes.filter}
      value={draft}
      error={isWrong ? 'No id looks like this' : undefined}
      spellCheck={false}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value.trim()
        setDraft(id)
        if (id === '' || isTarget(id)) onChange(id || undefined)
      }}
    />
  )
}

type DayProps = FieldProps & { label: string; min?: string; max?: string }

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
