/** Chooses one of the people who have access to the organisation, by name or address. For admins, who alone may list them. */
// Sheets that the choice needs beside those of every page.
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { actTexts } from './act-texts.ts'

export type Person = Pick<ReplyOf<'listPeople'>['people'][number], 'id' | 'name'>

type Props = {
  label: string
  description: string
  /** Whoever has it already. */
  except: string
  person: Person | null
  onChange: (person: Person | null) => void
  error: string | null
}

const shownMax = 20
const typingMs = 200

const peopleLike = (q: string) =>
  read(inPerson, 'listPeople', { query: { state: 'active', limit: shownMax, ...(q && { q }) } })

export function PersonPicker({ label, description, except, person, onChange, error }: Props) {
  const say = useMessages(actTexts)
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed === person?.name ? '' : typed.trim(), typingMs)
  const people = useQuery({ ...peopleLike(wanted), placeholderData: keepPreviousData }).data?.people ?? []
  const others = people.filter(({ id }) => id !== except)
  const options = person && !others.some(({ id }) => id === person.id) ? [...others, person] : others
  return (
    <Select
      label={label}
      description={description}
      searchable
      required
      // The server has searched.
      filter={({ options: all }) => all}
      nothingFoundMessage={say(wanted === '' ? 'nobody_else' : 'nobody_found')}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={person?.id ?? null}
      onChange={(id) => onChange(options.find((one) => one.id === id) ?? null)}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      data-autofocus
    />
  )
}
