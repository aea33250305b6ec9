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
import { type Person, type PersonChange, type Role, usePeople, usePersonUpdate } from './people-queries.ts'
import { roleOf, useRole, useRoleOptions } from './role-words.ts'
import { SecondFactorReset } from './second-factor-reset.tsx'
import { useMessages } from '../messages.ts'
import { peopleTexts } from './people-texts.ts'

const route = getRouteApi('/shell/app/settings/people')

export const PeoplePage = () => {
  const say = useMessages(peopleTexts)
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listPeople' }}
      actions={<InviteButton />}
    >
      <AdminsOnly>
        <People />
        <Invitations />
      </AdminsOnly>
    </Page>
  )
}

const tones: Record<Person['state'], Tone> = {
  active: 'good',
  disabled: 'bad',
  left: 'plain',
}

function People() {
  const say = useMessages(peopleTexts)
  const roleOptions = useRoleOptions()
  const role = useRole()
  const roleLabel = (value: Role): string => role(value).label
  const { q, state } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useMe()
  const [change, setChange] = useState<PersonChange | null>(null)
  const list = usePeople({ q, state })
  const confirmation = useConfirmation()
  const update = usePersonUpdate({
    onDone: (after) => {
      setChange(null)
      showDone(
        say('updated', {
          name: after.name,
          role: roleLabel(after.role),
          status: say(`person_${after.state}`),
        }),
      )
    },
    onFailed: (error) => {
      if (!change) showFailure(error)
      // The role or state that was chosen is not the person's.
      void refresh('listPeople')
    },
  })
  const columns: Column<Person>[] = [
    {
      header: say('name'),
      cell: ({ id, name, email }) => (
        <span className={text.name}>
          <strong>{name}</strong>
          {id === me?.user?.id && <span className="quiet"> {say('you')}</span>}
          <br />
          <span className="quiet small">{email}</span>
        </span>
      ),
    },
    {
      header: say('role'),
      cell: (person) => (
        <NativeSelect
          aria-label={say('role_of', { name: person.name })}
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
      header: say('status'),
      cell: (person) => <StatusBadge tone={tones[person.state]}>{say(`person_${person.state}`)}</StatusBadge>,
    },
    { header: say('last_sign_in'), cell: ({ last_signed_in_at }) => <RelativeTime at={last_signed_in_at} /> },
    {
      header: say('actions'),
      cell: (person) => (
        <span className="row">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={say(person.state === 'active' ? 'disable_named' : 'enable_named', {
              name: person.name,
            })}
            onClick={() =>
              person.state === 'active'
                ? setChange({ person, body: { state: 'disabled' } })
                : update.mutate({ person, body: { state: 'active' } })
            }
          >
            {person.state === 'active' ? say('disable') : say('enable')}
          </Button>
          {person.state === 'active' && person.identities > 0 && <SecondFactorReset person={person} />}
        </span>
      ),
    },
  ]
  return (
    <>
      <FilterBar
        search={{
          label: say('search'),
          value: q,
          onChange: (value) =>
            void navigate({ search: (before) => ({ ...before, q: value }), replace: true }),
        }}
      >
        <FilterChoice
          label={say('status')}
          value={state}
          options={[
            { value: undefined, label: say('all') },
            { value: 'active', label: say('person_active') },
            { value: 'disabled', label: say('person_disabled') },
            { value: 'left', label: say('person_left') },
          ]}
          onChange={(value) => void navigate({ search: (before) => ({ ...before, state: value }) })}
        />
      </FilterBar>
      <DataList
        label={say('title')}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        countText={(count) => say('person_count', { count })}
        empty={<EmptyState title={say('empty')} description={say('empty_hint')} />}
      />
      {change && (
        <Confirm
          {...confirmation(change)}
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

/** What is confirmed, and what follows from it. */
function useConfirmation() {
  const say = useMessages(peopleTexts)
  const role = useRole()
  return ({ person, body }: PersonChange) => {
    const { name } = person
    if (body.state === 'disabled')
      return {
        title: say('disable_title', { name }),
        effect: say('disable_effect', { name }),
        action: say('disable_person'),
      }
    // Only admins see this page, so every other role has fewer permissions; members and analysts have the same ones.
    return {
      title: say('own_role_title', { role: role(body.role ?? person.role).label }),
      effect: say('own_role_effect'),
      action: say('change_role'),
    }
  }
}
