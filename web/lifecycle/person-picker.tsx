/**
 * Chooses somebody who has access to the organisation: by a part of the name whom the reader sees in the directory, anybody else by their
 * whole address.
 */
// Style sheets that the picker needs in addition to those of every page.
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '../../client/client.ts'
import { inPerson } from '../api.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { read } from '../queries.ts'
import { actTexts } from './act-texts.ts'

export type Person = Pick<ReplyOf<'listSuccessors'>['people'][number], 'id' | 'name'>

type Props = {
  label: string
  /** The person who has it already. */
  except: string
  person: Person | null
  onChange: (person: Person | null) => void
  error: string | null
}

const shownMax = 20
const typingMs = 200

const peopleLike = (q: string) =>
  read(inPerson, 'listSuccessors', { query: { limit: shownMax, ...(q && { q }) } })

export function PersonPicker({ label, except, person, onChange, error }: Props) {
  const say = useMessages(actTexts)
  const { data: me } = useMe()
  const seesAll = me?.role !== 'member'
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed === person?.name ? '' : typed.trim(), typingMs)
  const { data, isPlaceholderData } = useQuery({ ...peopleLike(wanted), placeholderData: keepPreviousData })
  const people = data?.people ?? []
  const others = people.filter(({ id }) => id !== except)
  const options = person && !others.some(({ id }) => id === person.id) ? [...others, person] : others
  const isNobody =
    data !== undefined && !isPlaceholderData && options.length === 0 && (seesAll || wanted !== '')
  return (
    <>
      <Select
        label={label}
        description={say(seesAll ? 'person_hint' : 'person_hint_member')}
        searchable
        required
        // The server has searched.
        filter={({ options: all }) => all}
        // Within the dialog, whose name a screen reader has read.
        comboboxProps={{ withinPortal: false }}
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        value={person?.id ?? null}
        onChange={(id) => onChange(options.find((one) => one.id === id) ?? null)}
        searchValue={typed}
        onSearchChange={setTyped}
        error={error}
        data-autofocus
      />
      {/* A list of options has some, so what is said of none is beside it. */}
      <p role="status" className="quiet small">
        {isNobody && say(nobodyOf({ seesAll, wanted }))}
      </p>
    </>
  )
}

function nobodyOf({ seesAll, wanted }: { seesAll: boolean; wanted: string }) {
  if (!seesAll) return 'nobody_found_member'
  return wanted === '' ? 'nobody_else' : 'nobody_found'
}
