/** What is found by the words in the field of the object, as options of the browser's own list under it. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { allApplications } from '../applications/application-queries.ts'
import { inPerson } from '../api.ts'
import { asUser } from '../as-user.ts'
import { useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { auditTexts } from './audit-texts.ts'

const settleMs = 200
const foundMax = 8

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

type Props = {
  typed: string
  /** Told when the search has settled: what each word in the list stands for. */
  onFound: (found: { typed: string; idByWords: ReadonlyMap<string, string> }) => void
}

export function FoundObjects({ typed, onFound }: Props) {
  const say = useMessages(auditTexts)
  const { found, isSettled } = useFound(typed)
  const all = groups.flatMap((group) => found[group].map((one) => ({ ...one, group: say(`group_${group}`) })))
  const isAlone = ({ name }: Named): boolean => all.filter((one) => one.name === name).length === 1
  /** A choice is told by its words alone. */
  const options = all.map((one) => ({
    ...one,
    words: isAlone(one) ? one.name : `${one.name} (${one.group})`,
  }))
  useEffect(() => {
    if (isSettled) onFound({ typed, idByWords: new Map(options.map(({ words, id: of }) => [words, of])) })
  }, [isSettled, typed])
  return (
    <>
      {options.map((one) => (
        <option key={one.id} value={one.words} label={one.group} />
      ))}
    </>
  )
}
