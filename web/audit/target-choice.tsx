/** What the audit log is filtered by: a survey, a member, a team or a user, found by name; or an ID as it is pasted. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { allApplications } from '../applications/application-queries.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { PlainField } from '../ui/plain-field.tsx'
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
  // Nothing is asked before somebody types.
  const kept = { placeholderData: keepPreviousData, retry: false, enabled: q !== '' } as const
  const surveys = useQuery({ ...read(asUser, 'listSurveys', { query }), ...kept })
  const teams = useQuery({ ...read(asUser, 'listTeams', { query }), ...kept })
  const members = useQuery({ ...read(asUser, 'listMembers', { query }), ...kept })
  const people = useQuery({ ...read(inPerson, 'listPeople', { query }), ...kept })
  const applications: readonly Named[] = useQuery(allApplications).data?.applications ?? []
  const words = q.toLowerCase()
  const found = {
    surveys: surveys.data?.surveys.map(({ id, title }) => ({ id, name: title })) ?? [],
    teams: teams.data?.teams ?? [],
    members: members.data?.members ?? [],
    people: people.data?.people ?? [],
    applications: applications.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, foundMax),
  } satisfies Record<string, readonly Named[]>
  const isSettled =
    q === typed.trim() && [surveys, teams, members, people].every(({ isFetching }) => !isFetching)
  return { found, isSettled }
}

const groups = ['surveys', 'teams', 'members', 'people', 'applications'] as const

/** The browser's own list: one of the library's would be a quarter of what the page loads. */
export function TargetChoice({ value, onChange }: Props) {
  const say = useMessages(auditTexts)
  const listId = useId()
  /** Null: what is chosen is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const { found, isSettled } = useFound(typed ?? '')
  const nameOf = useNamesInLog([], [value ?? ''])
  const options = groups.flatMap((group) =>
    found[group].map(({ id, name }) => ({ id, name, group: say(`group_${group}`) })),
  )
  const isAlone = ({ name }: Named): boolean => options.filter((one) => one.name === name).length === 1
  /** A choice is told by its words alone. */
  const wordsOf = (one: Named & { group: string }): string =>
    isAlone(one) ? one.name : `${one.name} (${one.group})`
  const write = (words: string): void => {
    setTyped(words)
    const pasted = words.trim()
    const id = isTarget(pasted) ? pasted : options.find((one) => wordsOf(one) === words)?.id
    if (id === undefined) return pasted === '' ? onChange(undefined) : undefined
    onChange(id)
    setTyped(null)
  }
  // What was typed before anything was found.
  useEffect(() => {
    if (typed !== null && isSettled) write(typed)
  }, [isSettled])
  const isNothing = typed !== null && typed.trim() !== '' && isSettled && options.length === 0
  return (
    <PlainField label={say('target')} error={isNothing ? say('no_object') : undefined}>
      {(field) => (
        <>
          <input
            {...field}
            type="text"
            list={listId}
            placeholder={say('find_object')}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? (value === undefined ? '' : (nameOf(value) ?? value))}
            onChange={({ currentTarget }) => write(currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
          <datalist id={listId}>
            {options.map((one) => (
              <option key={one.id} value={wordsOf(one)} label={one.group} />
            ))}
          </datalist>
        </>
      )}
    </PlainField>
  )
}
