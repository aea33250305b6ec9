/** People: who signs in, as what; who has been invited. Somebody who is disabled is out at once. */
import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Chip, StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { UrlChoice, UrlFilters, UrlSearch, UrlSelect } from '../ui/url-filters.tsx'
import text from '../ui/text.module.css'
import { Invitations, InviteButton } from './invitations.tsx'
import { useLeads } from './leads.ts'
import { type Person, usePeople } from './people-queries.ts'
import { PersonMenu } from './person-menu.tsx'
import { RoleChoice } from './role-choice.tsx'
import { useMessages } from '../messages.ts'
import { peopleTexts } from './people-texts.ts'
import classes from './people.module.css'

const route = getRouteApi('/shell/app/settings/people')

export const PeoplePage = () => {
  const say = useMessages(peopleTexts)
  return (
    <Page
      title={say('title')}
      description={
        <>
          {say('description')} <a href="/docs/people-and-roles">{say('roles_guide')}</a>
        </>
      }
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
  const { q, state, second_factor } = route.useSearch()
  const { data: me } = useMe()
  const list = usePeople({ q, state, second_factor })
  const leadsOf = useLeads()
  const columns: Column<Person>[] = [
    {
      header: say('name'),
      cell: (person) => {
        const { id, name, email, pending_email } = person
        const leads = leadsOf(person)
        return (
          <span className={text.name}>
            <strong>{name}</strong>
            {id === me?.user?.id && <span className="quiet"> {say('you')}</span>}
            <br />
            <span className="quiet small">{email}</span>
            {pending_email && (
              <>
                <br />
                <span className="quiet small">{say('pending_address', { email: pending_email })}</span>
              </>
            )}
            {leads.length > 0 && (
              <span className={`row ${classes.leads}`}>
                {leads.map((label) => (
                  <Chip key={label}>{label}</Chip>
                ))}
              </span>
            )}
          </span>
        )
      },
    },
    {
      header: say('role'),
      cell: (person) => <RoleChoice person={person} isOwn={person.id === me?.user?.id} />,
    },
    {
      header: say('status'),
      cell: (person) => <StatusBadge tone={tones[person.state]}>{say(`person_${person.state}`)}</StatusBadge>,
    },
    {
      header: say('second_factor'),
      cell: ({ second_factor: factor, identities }) =>
        factor === null ? (
          <span className="quiet">{identities === 0 ? '–' : say('factor_elsewhere')}</span>
        ) : (
          <StatusBadge tone={factor === 'active' ? 'good' : 'plain'}>{say(`factor_${factor}`)}</StatusBadge>
        ),
    },
    { header: say('last_sign_in'), cell: ({ last_signed_in_at }) => <RelativeTime at={last_signed_in_at} /> },
    {
      header: say('actions'),
      isHeaderHidden: true,
      // Anyone who leaves, or lost their app, asks another admin: here it would only lock somebody out by mistake.
      hideInCard: ({ id }) => id === me?.user?.id,
      cell: (person) => person.id !== me?.user?.id && <PersonMenu person={person} />,
    },
  ]
  return (
    <>
      <UrlFilters>
        <UrlSearch label={say('search')} />
        <UrlChoice
          label={say('status')}
          param="state"
          all={say('all')}
          options={[
            { value: 'active', label: say('person_active') },
            { value: 'disabled', label: say('person_disabled') },
            { value: 'left', label: say('person_left') },
          ]}
        />
        <UrlSelect
          label={say('second_factor')}
          param="second_factor"
          all={say('factor_any')}
          options={[
            { value: 'active', label: say('factor_only_active') },
            { value: 'none', label: say('factor_only_none') },
          ]}
          isLabelHidden
        />
      </UrlFilters>
      <div className={classes.list}>
        <DataTable
          label={say('title')}
          list={list}
          columns={columns}
          keyOf={({ id }) => id}
          countText={(count) => say('person_count', { count })}
          empty={<EmptyState title={say('empty')} description={say('empty_hint')} />}
        />
      </div>
    </>
  )
}
