/** Applications of the organisation: the newest first, found by name or client id, active ones and revoked ones. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { inPerson } from '../api.ts'
import { apiUrl } from '../place.ts'
import { AdminsOnly } from '../ui/admins-only.tsx'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Column, DataList } from '../ui/data-list.tsx'
import { FilterBar, FilterChoice } from '../ui/filter-bar.tsx'
import { ButtonLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { usePagesOf } from '../ui/pages-of.ts'
import { EmptyState } from '../ui/states.tsx'
import { Chip } from '../ui/status-badge.tsx'
import { CodeTabs } from '../ui/code-tabs.tsx'
import { kindWords, StateBadge } from './application-words.tsx'
import classes from './developers.module.css'
import { type Application } from './reading.ts'
import { tokenExamples } from './snippets.ts'
import { ThreeSteps } from './three-steps.tsx'
import { UseOfLate } from './use-of-late.tsx'

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
  { header: 'Last used', cell: ({ id }) => <UseOfLate id={id} /> },
  { header: 'State', cell: (application) => <StateBadge application={application} /> },
]

export const ApplicationsPage = () => (
  <Page
    title="Applications"
    says="Programs that ask people through this organisation, each with credentials of its own."
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
  const { q, state } = useSearch({ from: '/shell/developers/applications' })
  const navigate = useNavigate({ from: '/developers/applications' })
  const list = usePagesOf(['applications', 'pages'], 'applications', (cursor, signal) =>
    inPerson.call('listApplications', { query: { limit: 100, ...(cursor && { cursor }) }, signal }),
  )
  const wanted = q?.toLowerCase()
  const shown = list.items?.filter(
    ({ name, client_id, status }) =>
      (!state || status === state) &&
      (!wanted || name.toLowerCase().includes(wanted) || client_id.toLowerCase().includes(wanted)),
  )
  const isFiltered = Boolean(q ?? state)
  return (
    <>
      {(isFiltered || (list.items?.length ?? 1) > 0) && (
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
        list={{ ...list, items: shown }}
        columns={columns}
        keyOf={({ id }) => id}
        nouns={['application', 'applications']}
        empty={
          isFiltered ? (
            <EmptyState
              title="No application is like that"
              says="Another word, or another state, may find it."
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
    says="Name it, say what it may do, and call the API with its token: a minute from here."
    action={<ButtonLink to="/developers/applications/new">New application</ButtonLink>}
    example={
      <CodeTabs
        title="Get a token"
        examples={tokenExamples(apiUrl, { clientId: 'app_…', secret: 'sonde_cs_…' })}
      />
    }
  />
)
