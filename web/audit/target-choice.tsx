/** What the audit log is filtered by: a survey, a member, a team or a user, found by name; or an ID as it is pasted. */
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allApplications } from '../applications/application-queries.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { isTarget } from './audit-search.ts'
import { auditTexts } from './audit-texts.ts'
import { useNamesInLog } from './names-in-log.ts'

const settleMs = 200
const foundMax = 8

type Props = { value: string | undefined; onChange: (value: string | undefined) => void }
type Named = { id: string; name: string }

function useFound(typed: string) {
  const [q] = useDebouncedValue(typed.trim().slice(0, 200), settleMs)
  const query = { limit: foundMax, ...(q && { q }) }
  const kept = { placeholderData: keepPreviousData, retry: false } as const
  const surveys = useQuery({ ...read(asUser, 'listSurveys', { query }), ...kept }).data?.surveys ?? []
  const teams = useQuery({ ...read(asUser, 'listTeams', { query }), ...kept }).data?.teams ?? []
  const members = useQuery({ ...read(asUser, 'listMembers', { query }), ...kept }).data?.members ?? []
  const people = useQuery({ ...read(inPerson, 'listPeople', { query }), ...kept }).data?.people ?? []
  const applications: readonly Named[] = useQuery(allApplications).data?.applications ?? []
  const words = q.toLowerCase()
  return {
    surveys: surveys.map(({ id, title }) => ({ id, name: title })),
    teams,
    members,
    people,
    applications: applications.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, foundMax),
  }
}

export function TargetChoice({ value, onChange }: Props) {
  const say = useMessages(auditTexts)
  const [typed, setTyped] = useState('')
  const found = useFound(typed)
  const nameOf = useNamesInLog([], [value ?? ''])
  const pasted = typed.trim()
  const items = (all: readonly Named[]) =>
    all.filter(({ id }) => id !== value).map(({ id, name }) => ({ value: id, label: name }))
  const chosen = value === undefined ? [] : [{ value, label: nameOf(value) ?? value }]
  return (
    <Select
      label={say('target')}
      placeholder={say('find_object')}
      size="sm"
      searchable
      clearable
      // The service has searched.
      filter={({ options }) => options}
      nothingFoundMessage={say('no_object')}
      data={[
        ...chosen,
        ...(isTarget(pasted) && pasted !== value ? [{ value: pasted, label: nameOf(pasted) ?? pasted }] : []),
        { group: say('group_surveys'), items: items(found.surveys) },
        { group: say('group_teams'), items: items(found.teams) },
        { group: say('group_members'), items: items(found.members) },
        { group: say('group_people'), items: items(found.people) },
        { group: say('group_applications'), items: items(found.applications) },
      ].filter((one) => !('items' in one) || one.items.length > 0)}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
