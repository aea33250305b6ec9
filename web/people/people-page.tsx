/** People: who signs in, as what; who has been invited. Somebody who is disabled is out at once. */
import { Button, NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../me.ts'
import { refresh } from '../queries.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import text from '../ui/text.module.css'
import { Invitations, InviteButton } from './invitations.tsx'
import { type Person, type PersonChange, usePeople, usePersonUpdate } from './people-queries.ts'
import { roleOf, roleOptions, roleWords } from './role-words.ts'

const route = getRouteApi('/shell/app/settings/people')

export const PeoplePage = () => (
  <Page
    title="People"
    description="Who may sign in and act in the organisation. Who is asked stands in the directory, and needs no account."
    api={{ operation: 'listPeople' }}
    actions={<InviteButton />}
  >
    <AdminsOnly>
      <People />
      <Invitations />
    </AdminsOnly>
  </Page>
)

const states: Record<Person['state'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'bad' },
  left: { label: 'Has left', tone: 'plain' },
}

function People() {
  const { q, state } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useMe()
  const [change, setChange] = useState<PersonChange | null>(null)
  const list = usePeople({ q, state })
  const update = usePersonUpdate({
    onDone: (after) => {
      setChange(null)
      showDone(`${after.name}: ${roleWords[after.role].label}, ${states[after.state].label.toLowerCase()}`)
    },
    onFailed: (error) => {
      if (!change) showFailure(error)
      // The role or state that was chosen is not the person's.
      void refresh('listPeople')
    },
  })
  const columns: Column<Person>[] = [
    {
      header: 'Name',
      cell: ({ id, name, email }) => (
        <span className={text.name}>
          <strong>{name}</strong>
          {id === me?.user?.id && <span className="quiet"> (you)</span>}
          <br />
          <span className="quiet small">{email}</span>
        </span>
      ),
    },
    {
      header: 'Role',
      cell: (person) => (
        <NativeSelect
          aria-label={`Role of ${person.name}`}
          size="xs"
          w={112}
          data={roleOptions}
          value={person.role}
          disabled={person.state !== 'active' || update.isPending}
          onChange={(event) => {
            const body = { role: roleOf(event.currentTarget.value) }
            if (person.id === me?.user?.id) setChange({ person, body })
            else update.mutate({ person, body })
          }}
        />
      ),
    },
    {
      header: 'State',
      cell: (person) => (
        <StatusBadge tone={states[person.state].tone}>{states[person.state].label}</StatusBadge>
      ),
    },
    { header: 'Last sign-in', cell: ({ last_signed_in_at }) => <RelativeTime at={last_signed_in_at} /> },
    {
      header: 'Access',
      cell: (person) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${person.state === 'active' ? 'Disable' : 'Let in again'} ${person.name}`}
          onClick={() =>
            person.state === 'active'
              ? setChange({ person, body: { state: 'disabled' } })
              : update.mutate({ person, body: { state: 'active' } })
          }
        >
          {person.state === 'active' ? 'Disable' : 'Let in again'}
        </Button>
      ),
    },
  ]
  return (
    <>
      <FilterBar
        search={{
          label: 'Search by name or address',
          value: q,
          onChange: (value) =>
            void navigate({ search: (before) => ({ ...before, q: value }), replace: true }),
        }}
      >
        <FilterChoice
          label="State"
          value={state}
          options={[
            { value: undefined, label: 'All' },
            { value: 'active', label: 'Active' },
            { value: 'disabled', label: 'Disabled' },
            { value: 'left', label: 'Left' },
          ]}
          onChange={(value) => void navigate({ search: (before) => ({ ...before, state: value }) })}
        />
      </FilterBar>
      <DataList
        label="People"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nouns={['person', 'people']}
        empty={
          <EmptyState
            title="Nobody is like that"
            description="Another word, or another state, may find them."
          />
        }
      />
      {change && (
        <Confirm
          {...wordsOf(change)}
          onClose={() => {
            update.reset()
            setChange(null)
          }}
          onConfirm={() => update.mutate(change)}
          isBusy={update.isPending}
          error={update.error}
        />
      )}
    </>
  )
}

function wordsOf({ person, body }: PersonChange) {
  if (body.state === 'disabled')
    return {
      title: `Disable ${person.name}`,
      effect: `Nothing that acts for ${person.name} works from now on: sessions, tokens, and what applications were allowed. Letting them in again brings none of it back.`,
      action: 'Disable',
    }
  const { label, description } = roleWords[body.role ?? person.role]
  return {
    title: `Become ${label.toLowerCase()} yourself`,
    effect: `${description} These pages are for admins: another admin would have to give the role back to you.`,
    action: `Become ${label.toLowerCase()}`,
  }
}
