/** What the provider has sent and the directory does not have yet, person by person and team by team. */
import { getRouteApi } from '@tanstack/react-router'
import { type Say, useMessages } from '../messages.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { NoMatch, UrlChoice, UrlFilters, UrlSelect } from '../ui/url-filters.tsx'
import classes from './directory-sync.module.css'
import { type DirectorySync, type SyncChange, useChanges } from './directory-sync-queries.ts'
import { changeKinds, subjects } from './directory-sync-search.ts'
import { directorySyncTexts } from './directory-sync-texts.ts'

const route = getRouteApi('/shell/app/settings/directory-sync')

const filters = ['subject', 'kind', 'written'] as const

export function PlannedChanges({ sync: { state } }: { sync: DirectorySync }) {
  const say = useMessages(directorySyncTexts)
  const { subject, kind, written } = route.useSearch()
  const list = useChanges({ subject, kind, faulty: written === 'failed' || undefined })
  const isFiltered = subject !== undefined || kind !== undefined || written !== undefined
  return (
    <>
      {(isFiltered || (list.data?.length ?? 0) > 1) && (
        <UrlFilters>
          <UrlChoice
            label={say('subject')}
            param="subject"
            all={say('all')}
            options={subjects.map((value) => ({ value, label: say(`subject_${value}`) }))}
          />
          <UrlSelect
            label={say('change')}
            param="kind"
            all={say('all')}
            options={changeKinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
          />
          <UrlSelect
            label={say('writing')}
            param="written"
            all={say('all')}
            options={[{ value: 'failed', label: say('writing_failed') }]}
          />
        </UrlFilters>
      )}
      <DataTable
        label={say('tab_changes')}
        list={list}
        columns={columnsWith(say)}
        keyOf={({ id }) => id}
        countText={(count) => say('change_count', { count })}
        empty={
          isFiltered ? (
            <NoMatch title={say('no_change_match')} params={filters} />
          ) : (
            <EmptyState
              title={say('no_changes')}
              description={say(state === 'on' ? 'no_changes_on' : 'no_changes_trial')}
            />
          )
        }
      />
    </>
  )
}

const tones: Record<SyncChange['kind'], Tone> = {
  create: 'good',
  update: 'accent',
  deactivate: 'bad',
  archive: 'bad',
  reactivate: 'good',
  members: 'accent',
}

const columnsWith = (say: Say<typeof directorySyncTexts>): Column<SyncChange>[] => [
  {
    header: say('name'),
    cell: ({ name, subject }) => (
      <>
        {name}
        <div className="quiet small">{say(`one_${subject}`)}</div>
      </>
    ),
  },
  {
    header: say('change'),
    cell: ({ kind, fault }) => (
      <>
        <StatusBadge tone={tones[kind]}>{say(`kind_${kind}`)}</StatusBadge>
        {fault !== null && <div className="small">{faultText(say, fault)}</div>}
      </>
    ),
  },
  { header: say('details'), cell: (change) => <Details change={change} />, hideInCard: hasNoDetails },
]

const faults = ['conflict', 'last_admin', 'team_cycle', 'unprocessable'] as const

const faultText = (say: Say<typeof directorySyncTexts>, fault: string): string => {
  const known = faults.find((one) => one === fault)
  return known ? say(`fault_${known}`) : say('fault_other', { code: fault })
}

const named = [
  'name',
  'email',
  'locale',
  'time_zone',
  'external_id',
  'title',
  'employee_number',
  'department',
] as const
/** Their values are ids of ours, which say nothing to people. */
const references = ['manager_member_id', 'parent_team_id'] as const
/** Says what the kind of change says already. */
const unsaid: ReadonlySet<string> = new Set(['status'])

const shownFields = ({ kind, fields }: SyncChange) =>
  Object.entries(fields).filter(
    ([field]) => !unsaid.has(field) && !(kind === 'create' && references.some((one) => one === field)),
  )

const hasNoDetails = (change: SyncChange): boolean =>
  shownFields(change).length === 0 && change.joining === 0 && change.leaving === 0

/** Other attributes are called as the organisation calls them. */
const attribute = 'attributes.'

function fieldName(say: Say<typeof directorySyncTexts>, field: string): string {
  const name = field.startsWith(attribute) ? field.slice(attribute.length) : field
  const known = named.find((one) => one === name)
  return known ? say(`field_${known}`) : name
}

function Details({ change }: { change: SyncChange }) {
  const say = useMessages(directorySyncTexts)
  const { joining, leaving } = change
  return (
    <ul className={`small ${classes.list}`}>
      {shownFields(change).map(([field, { from, to }]) => {
        const reference = references.find((one) => one === field)
        if (reference) return <li key={field}>{say(`field_${reference}`)}</li>
        const name = fieldName(say, field)
        return (
          <li key={field} className={classes.field}>
            {from === null
              ? say('field_set', { name, to: to ?? '–' })
              : say('field_changed', { name, from, to: to ?? '–' })}
          </li>
        )
      })}
      {joining > 0 && <li>{say('joining', { count: joining })}</li>}
      {leaving > 0 && <li>{say('leaving', { count: leaving })}</li>}
    </ul>
  )
}
