/** Who a member reports to, found by name among everybody. */
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import type { Member } from './directory-queries.ts'
import { foundAs, oneMember, possibleManagers } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'

const settleMs = 200

type Props = {
  member: Member
  value: string | null
  isManaged: boolean
  error: string | undefined
  onChange: (id: string | null) => void
}

export function ManagerChoice({ member, value, isManaged, error, onChange }: Props) {
  const say = useMessages(memberTexts)
  const chosen = useQuery({ ...oneMember(value ?? ''), enabled: value !== null }).data
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), settleMs)
  const found = useQuery({ ...possibleManagers(q), placeholderData: keepPreviousData }).data?.members ?? []
  const others = found.filter(({ id }) => id !== value && id !== member.id)
  const options = [
    ...(value === null ? [] : [{ value, label: chosen?.name ?? value }]),
    ...others.map(foundAs),
  ]
  return (
    <Select
      label={say('manager')}
      description={isManaged ? say('managed_field') : undefined}
      disabled={isManaged}
      placeholder={say('no_manager')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': say('clear') }}
      // The server has searched.
      filter={({ options: all }) => all}
      nothingFoundMessage={say('nobody_found')}
      data={options}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
    />
  )
}
