/** A list in its states, by address: `state` is loading, stale, failed, empty or many. */
import { useState } from 'react'
import { useAddress } from '../../web/ui/address.ts'
import { type Column, DataTable } from '../../web/ui/data-table.tsx'
import { type List, wholeList } from '../../web/ui/list.ts'
import { formatNumber } from '../../web/ui/number-format.ts'
import { Page } from '../../web/ui/page.tsx'
import { usePageKeys } from '../../web/ui/page-keys.ts'
import { ResponseBar } from '../../web/ui/response-bar.tsx'
import { EmptyState } from '../../web/ui/states.tsx'
import { StatusBadge } from '../../web/ui/status-badge.tsx'
import { NoMatch, UrlChoice, UrlFilters, UrlSearch, UrlSelect, UrlTabs } from '../../web/ui/url-filters.tsx'

type Survey = { id: string; title: string; team: string; answered: number; isOpen: boolean }

const teams = ['Platform', 'Product', 'Support']

const surveys = (count: number): readonly Survey[] =>
  Array.from({ length: count }, (_none, i) => ({
    id: `survey_${i}`,
    title: `Survey ${i + 1}${i % 7 === 3 ? ' about how the first months went for everybody who joined this year' : ''}`,
    team: teams[i % teams.length],
    answered: (i * 7) % 40,
    isOpen: i % 2 === 0,
  }))

const few = surveys(6)
const many = surveys(5000)

const failure = new Error('unreachable')

const listOf = (state: string | undefined, matches: readonly Survey[], more: () => void): List<Survey> => ({
  ...wholeList(matches),
  ...(state === 'loading' && { data: undefined }),
  ...(state === 'stale' && { isStale: true }),
  ...(state === 'failed' && { data: undefined, error: failure }),
  ...(state === 'empty' && { data: [] }),
  ...(state === 'more' && { loadMore: more }),
})

export function Tables() {
  const { values, change } = useAddress()
  const { state, q, tab, team, open, sort } = values
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState('')
  usePageKeys([{ key: 'c', label: 'Create a survey', run: () => setLast('created') }])
  const matches = (state === 'many' ? many : few)
    .filter(({ title }) => !q || title.toLowerCase().includes(q.toLowerCase()))
    .filter((one) => (!team || one.team === team) && (!open || one.isOpen === (open === 'yes')))
    .filter((_one, i) => tab !== 'mine' || i < 2)
    .toSorted((a, b) => (sort === 'down' ? b.answered - a.answered : 0))
  const columns: Column<Survey>[] = [
    { header: 'Title', cell: ({ id, title }) => <a href={`#${id}`}>{title}</a> },
    { header: 'Team', cell: ({ team }) => team },
    {
      header: 'State',
      cell: ({ isOpen }) => (
        <StatusBadge tone={isOpen ? 'good' : undefined}>{isOpen ? 'Open' : 'Closed'}</StatusBadge>
      ),
    },
    {
      header: 'Answers',
      hideInCard: ({ isOpen }) => !isOpen,
      cell: ({ answered }) => (
        <ResponseBar label={`${answered} of 40 answered`} answered={answered} asked={40} />
      ),
    },
    {
      header: 'Score',
      numeric: true,
      sort: {
        direction: sort === 'down' ? 'descending' : null,
        onSort: () => change({ sort: sort === 'down' ? undefined : 'down' }),
      },
      cell: ({ answered }) => formatNumber(answered),
    },
    {
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ title }) => (
        <button type="button" aria-label={`Remind ${title}`} onClick={() => setLast(`reminded ${title}`)}>
          Remind
        </button>
      ),
    },
  ]
  return (
    <Page title="Tables">
      <UrlFilters>
        <UrlTabs
          label="State"
          param="tab"
          tabs={[
            { id: 'open', label: 'Open', count: 6 },
            { id: 'mine', label: 'Mine', count: 2 },
          ]}
        />
        <UrlSearch label="Search surveys" />
        <UrlSelect
          label="Team"
          param="team"
          all="All teams"
          options={teams.map((value) => ({ value, label: value }))}
        />
        <UrlChoice
          label="Open"
          param="open"
          all="All"
          options={[
            { value: 'yes', label: 'Open' },
            { value: 'no', label: 'Closed' },
          ]}
        />
      </UrlFilters>
      <DataTable
        label="Surveys"
        list={listOf(state, matches, () => setLast('loaded'))}
        columns={columns}
        keyOf={({ id }) => id}
        selection={{ selected, onChange: setSelected, nameOf: ({ title }) => title }}
        empty={
          q || team || open ? (
            <NoMatch title="No surveys match" params={['q', 'team', 'open']} />
          ) : (
            <EmptyState title="No surveys yet" description="Start with a template." />
          )
        }
      />
      <p role="status">{last}</p>
    </Page>
  )
}
