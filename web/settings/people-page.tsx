/** People: who signs in, as what; who has been invited. Somebody who is disabled is out at once. */
import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type BodyOf, type ReplyOf } from '../../client/client.ts'
import { inPerson, queries } from '../api.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../ui/admins-only.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { Page } from '../ui/page.tsx'
import { usePagesOf } from '../ui/pages-of.ts'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { done, failed } from '../ui/toast.ts'
import { Ask } from './ask.tsx'
import { Invitations, InviteButton } from './invitations.tsx'
import { type Role, roleWords } from './role-words.ts'
import classes from './settings.module.css'

type Person = ReplyOf<'listPeople'>['people'][number]

/** What is asked about before it is done. */
type Asked = { person: Person; body: BodyOf<'updatePerson'> }

const key = ['people']

export const PeoplePage = () => (
  <Page
    title="People"
    says="Who may sign in and act in the organisation. Who is asked stands in the directory, and needs no account."
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
  const { q, state } = useSearch({ from: '/shell/app/settings/people' })
  const navigate = useNavigate({ from: '/app/settings/people' })
  const { data: me } = useMe()
  const [asked, setAsked] = useState<Asked | null>(null)
  const list = usePagesOf([...key, 'pages', q, state], 'people', (cursor, signal) =>
    inPerson.call('listPeople', {
      query: { ...(q && { q }), ...(state && { state }), ...(cursor && { cursor }) },
      signal,
    }),
  )
  const change = useMutation({
    mutationFn: ({ person, body }: { person: Person; body: BodyOf<'updatePerson'> }) =>
      inPerson.call('updatePerson', { params: { id: person.id }, body, ifMatch: person.version }),
    onSuccess: async (after) => {
      setAsked(null)
      await queries.invalidateQueries({ queryKey: key })
      if (after.id === me?.user?.id) await queries.invalidateQueries({ queryKey: ['me'] })
      done(`${after.name}: ${roleWords[after.role].label}, ${states[after.state].label.toLowerCase()}`)
    },
    onError: (error) => {
      if (!asked) failed(error)
      void queries.invalidateQueries({ queryKey: key })
    },
  })
  const columns: Column<Person>[] = [
    {
      header: 'Name',
      cell: ({ id, name, email }) => (
        <span className={classes.who}>
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
          data={Object.entries(roleWords).map(([value, { label }]) => ({ value, label }))}
          value={person.role}
          disabled={person.state !== 'active' || change.isPending}
          onChange={(event) => {
            const body = { role: event.currentTarget.value as Role }
            if (person.id === me?.user?.id) setAsked({ person, body })
            else change.mutate({ person, body })
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
              ? setAsked({ person, body: { state: 'disabled' } })
              : change.mutate({ person, body: { state: 'active' } })
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
          <EmptyState title="Nobody is like that" says="Another word, or another state, may find them." />
        }
      />
      {asked && (
        <Ask
          {...wordsOf(asked)}
          onClose={() => {
            change.reset()
            setAsked(null)
          }}
          onConfirm={() => change.mutate(asked)}
          busy={change.isPending}
          error={change.error}
        />
      )}
    </>
  )
}

function wordsOf({ person, body }: Asked) {
  if (body.state === 'disabled')
    return {
      title: `Disable ${person.name}`,
      says: `Nothing that acts for ${person.name} works from now on: sessions, tokens, and what applications were allowed. Letting them in again brings none of it back.`,
      action: 'Disable',
    }
  const { label, says } = roleWords[body.role!]
  return {
    title: `Become ${label.toLowerCase()} yourself`,
    says: `${says} These pages are for admins: another admin would have to give the role back to you.`,
    action: `Become ${label.toLowerCase()}`,
  }
}
