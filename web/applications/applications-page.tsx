/** Applications of the organisation: the newest first, found by name or client id, active ones and revoked ones. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { apiUrl } from '../place.ts'
import { useMe } from '../me.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { UrlChoice, UrlFilters, UrlSearch } from '../ui/url-filters.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { StateBadge } from './application-words.tsx'
import classes from './applications.module.css'
import { type Application, useApplications } from './application-queries.ts'
import { tokenExamples } from './snippets.ts'
import { ThreeSteps } from './three-steps.tsx'
import { RecentUse } from './recent-use.tsx'
import { type Say, useMessages } from '../messages.ts'
import { applicationTexts } from './application-texts.ts'

const route = getRouteApi('/shell/developers/applications')

const columnsWith = (say: Say<typeof applicationTexts>): Column<Application>[] => [
  {
    header: say('name'),
    cell: ({ id, name }) => (
      <Link to="/developers/applications/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    header: say('client_id'),
    cell: ({ client_id }) => (
      <span className={classes.copied}>
        <code className={classes.short}>{client_id}</code>
        <CopyIcon value={client_id} what={say('client_id')} />
      </span>
    ),
  },
  { header: say('kind'), cell: ({ kind }) => say(`kind_${kind}_short`) },
  {
    header: say('scopes'),
    cell: ({ scopes }) => <Chip>{say('scope_count', { count: scopes.length })}</Chip>,
  },
  { header: say('last_used'), cell: ({ id }) => <RecentUse id={id} /> },
  { header: say('status'), cell: (application) => <StateBadge application={application} /> },
]

export const ApplicationsPage = () => {
  const say = useMessages(applicationTexts)
  const { data: me } = useMe()
  return (
    <Page
      title={say('title')}
      description={say('description')}
      api={{ operation: 'listApplications' }}
      actions={
        me?.role === 'admin' && (
          <ButtonLink to="/developers/applications/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {say('new')}
          </ButtonLink>
        )
      }
    >
      <AdminsOnly>
        <Applications />
      </AdminsOnly>
    </Page>
  )
}

function Applications() {
  const say = useMessages(applicationTexts)
  const { q, state } = route.useSearch()
  const list = useApplications()
  const needle = q?.toLowerCase()
  const matches = list.data?.filter(
    ({ name, client_id, status }) =>
      (!state || status === state) &&
      (!needle || name.toLowerCase().includes(needle) || client_id.toLowerCase().includes(needle)),
  )
  const isFiltered = Boolean(q ?? state)
  return (
    <>
      {(isFiltered || (list.data?.length ?? 1) > 0) && (
        <UrlFilters>
          <UrlSearch label={say('search')} />
          <UrlChoice
            label={say('status')}
            param="state"
            all={say('all')}
            options={[
              { value: 'active', label: say('active') },
              { value: 'revoked', label: say('revoked') },
            ]}
          />
        </UrlFilters>
      )}
      <DataTable
        label={say('title')}
        list={{ ...list, data: matches }}
        columns={columnsWith(say)}
        keyOf={({ id }) => id}
        countText={(count) => say('row_count', { count })}
        empty={
          isFiltered ? (
            <EmptyState title={say('empty_filtered')} description={say('empty_filtered_hint')} />
          ) : (
            <FirstApplication />
          )
        }
      />
    </>
  )
}

const FirstApplication = () => {
  const say = useMessages(applicationTexts)
  return (
    <EmptyState
      picture={<ThreeSteps />}
      title={say('empty')}
      description={say('empty_hint')}
      action={<ButtonLink to="/developers/applications/new">{say('new')}</ButtonLink>}
      example={
        <CodeTabs
          title={say('get_token')}
          examples={tokenExamples(apiUrl, { clientId: 'app_…', secret: 'sonde_cs_…' })}
        />
      }
    />
  )
}
