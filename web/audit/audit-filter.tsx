/** What the audit log is filtered by. It holds nothing but what is being typed: the address does. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { auditActions } from '../../contract/audit-actions.ts'
import { allApplications } from '../applications/application-queries.ts'
import { type NameById, useNamesById } from '../people/names-by-id.ts'
import { PlainField } from '../ui/plain-field.tsx'
import { FoldedFilters, UrlChoice, UrlFilters } from '../ui/url-filters.tsx'
import classes from './audit.module.css'
import { firstPeople } from './audit-queries.ts'
import { type AuditSearch, auditSearch } from './audit-search.ts'
import { useMessages } from '../messages.ts'
import { byGroup } from './audit-groups.ts'
import { auditTexts } from './audit-texts.ts'
import { TargetChoice } from './target-choice.tsx'
import { eventTexts } from './event-texts.ts'

const route = getRouteApi('/shell/app/settings/audit')

export function AuditFilterBar() {
  const say = useMessages(auditTexts)
  const event = useMessages(eventTexts)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: AuditSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'event' && Boolean(value))
  return (
    <UrlFilters>
      <UrlChoice
        label={say('shown')}
        param="readings"
        all={say('without_readings')}
        options={[{ value: 'shown', label: say('with_readings') }]}
      />
      <FoldedFilters params={['action', 'actor', 'target', 'from', 'to']}>
        <PlainField label={say('event')} className={classes.filter}>
          {(field) => (
            <select
              {...field}
              value={search.action ?? ''}
              onChange={({ currentTarget }) =>
                change({ action: auditSearch({ action: currentTarget.value }).action })
              }
            >
              <option value="">{say('all_events')}</option>
              {byGroup(auditActions).map(([group, actions]) => (
                <optgroup key={group} label={say(group)}>
                  {actions.map((value) => (
                    <option key={value} value={value}>
                      {event(value)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </PlainField>
        <Actor value={search.actor} onChange={(actor) => change({ actor })} />
        <div className={classes.filter}>
          <TargetChoice value={search.target} onChange={(target) => change({ target })} />
        </div>
        <div role="group" aria-label={say('period')} className={classes.period}>
          <Day
            label={say('from')}
            value={search.from}
            max={search.to}
            onChange={(from) => change({ from })}
          />
          <Day label={say('to')} value={search.to} min={search.from} onChange={(to) => change({ to })} />
        </div>
        {isFiltered && (
          <Button
            variant="subtle"
            className={classes.clear}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            {say('clear')}
          </Button>
        )}
      </FoldedFilters>
    </UrlFilters>
  )
}

type FieldProps = { value: string | undefined; onChange: (value: string | undefined) => void }

function Actor({ value, onChange }: FieldProps) {
  const say = useMessages(auditTexts)
  const people: readonly NameById[] = useQuery(firstPeople).data?.people ?? []
  const applications: readonly NameById[] = useQuery(allApplications).data?.applications ?? []
  const nameOf = useNamesById(value === undefined ? [] : [value])
  const isListed = value === undefined || [...people, ...applications].some(({ id }) => id === value)
  const options = (all: readonly NameById[]) =>
    all.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
  return (
    <PlainField label={say('actor')} className={classes.filter}>
      {(field) => (
        <select
          {...field}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        >
          <option value="">{say('anyone')}</option>
          {!isListed && <option value={value}>{nameOf(value) ?? value}</option>}
          <optgroup label={say('group_people')}>{options(people)}</optgroup>
          <optgroup label={say('group_applications')}>{options(applications)}</optgroup>
        </select>
      )}
    </PlainField>
  )
}

type DayProps = FieldProps & { label: string; min?: string; max?: string }

const Day = ({ label, value, min, max, onChange }: DayProps) => (
  <PlainField label={label}>
    {(field) => (
      <input
        {...field}
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    )}
  </PlainField>
)
