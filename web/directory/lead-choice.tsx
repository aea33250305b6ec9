/** Who leads a team: several members, found by name among everybody. */
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { foundAs, possibleManagers } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

const settleMs = 200

/** @property member_id  as the tree of teams names its leads */
export type Lead = { member_id: string; name: string }

type Props = { value: readonly Lead[]; onChange: (leads: readonly Lead[]) => void; isFirst: boolean }

export function LeadChoice({ value, onChange, isFirst }: Props) {
  const say = useMessages(memberTexts)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), settleMs)
  const found = useQuery({ ...possibleManagers(q), placeholderData: keepPreviousData }).data?.members ?? []
  const chosen = new Set(value.map(({ member_id: id }) => id))
  const names = new Map([
    ...found.map(({ id, name }) => [id, name] as const),
    ...value.map(({ member_id, name }) => [member_id, name] as const),
  ])
  return (
    <MultiSelect
      label={say('leads')}
      description={say('leads_hint')}
      placeholder={say('find_lead')}
      data-autofocus={isFirst || undefined}
      searchable
      // The server has searched.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={say('nobody_found')}
      data={[
        ...value.map(({ member_id: id, name }) => ({ value: id, label: name })),
        ...found.filter(({ id }) => !chosen.has(id)).map(foundAs),
      ]}
      value={[...chosen]}
      onChange={(ids) => onChange(ids.map((id) => ({ member_id: id, name: names.get(id) ?? id })))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  )
}
