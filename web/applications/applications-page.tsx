/** Applications of the organisation: the newest first, found by name or client id, active ones and revoked ones. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { apiUrl } from '../place.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { kindWords, StateBadge } from './application-words.tsx'
import classes from './applications.module.css'
import { type Application, useApplications } from './application-queries.ts'
import { tokenExamples } from './snippets.ts'
import { ThreeSteps } from './three-steps.tsx'
import { RecentUse } from './recent-use.tsx'

const route = getRouteApi('/shell/developers/applications')

const columns: Column<Application>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/developers/applications/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    header: 'Client id',
    cell: ({ client_id }) => (
      <span className={classes.copied}>
        <code className={classes.short}>{client_id}</code>
        <CopyIcon value={client_id} what="Client id" />
      </span>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => kindWords[kind].short },
  {
    header: 'Scopes',
    cell: ({ scopes }) => <Chip>{`${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'}`}</Chip>,
  },
  { header: 'Last used', cell: ({ id }) => <RecentUse id={id} /> },
  { header: 'State', cell: (application) => <StateBadge application={application} /> },
]

export const ApplicationsPage = () => (
  <Page
    title="Applications"
    description="Programs that ask people through this organisation, each with credentials of its own."
    api={{ operation: 'listApplications' }}
    actions={
      <ButtonLink to="/developers/applications/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New application
      </ButtonLink>
    }
  >
    <AdminsOnly>
      <Applications />
    </AdminsOnly>
  </Page>
)

function Applications() {
  const { q, state } = route.useSearch()
  const navigate = route.useNavigate()
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
        <FilterBar
          search={{
            label: 'Search by name or client id',
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
              { value: 'revoked', label: 'Revoked' },
            ]}
            onChange={(value) => void navigate({ search: (before) => ({ ...before, state: value }) })}
          />
        </FilterBar>
      )}
      <DataList
        label="Applications"
        list={{ ...list, data: matches }}
        columns={columns}
        keyOf={({ id }) => id}
        nouns={['application', 'applications']}
        empty={
          isFiltered ? (
            <EmptyState
              title="No application is like that"
              description="Another word, or another state, may find it."
            />
          ) : (
            <FirstApplication />
          )
        }
      />
    </>
  )
}

const FirstApplication = () => (
  <EmptyState
    picture={<ThreeSteps />}
    title="Create your first application"
    description="Name it, say what it may do, and call the API with its token: a minute from here."
    action={<ButtonLink to="/developers/applications/new">New application</ButtonLink>}
    example={
      <CodeTabs
        title="Get a token"
        examples={tokenExamples(apiUrl, { clientId: 'app_…', secret: 'sonde_cs_…' })}
      />
    }
  />
)
