/**
 * What a list is filtered by: a search field (`/` leads to it) and choices. It holds nothing: the address does, so that a
 * filtered list can be sent to somebody and the back button undoes a choice.
 */
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Choice } from './choice.tsx'
import classes from './filter-bar.module.css'
import { pageSearchId } from './page-search.ts'

type Search = { value: string | undefined; onChange: (value: string | undefined) => void; label: string }

const settleMs = 200

export const FilterBar = ({ search, children }: { search?: Search; children?: ReactNode }) => (
  <div role="search" className={classes.bar}>
    {search && <SearchField {...search} />}
    {children}
  </div>
)

function SearchField({ value, onChange, label }: Search) {
  const [typed, setTyped] = useState(value ?? '')
  const settle = useDebouncedCallback((text: string) => onChange(text || undefined), settleMs)
  return (
    <TextInput
      id={pageSearchId}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        settle(currentTarget.value)
      }}
    />
  )
}

type FilterChoiceProps<T extends string> = {
  label: string
  value: T | undefined
  options: readonly { value: T | undefined; label: string }[]
  onChange: (value: T | undefined) => void
}

/** One of a few; undefined is “all”. */
export const FilterChoice = <T extends string>({ label, value, options, onChange }: FilterChoiceProps<T>) => (
  <Choice
    label={label}
    value={value ?? ''}
    onChange={(chosen) => onChange((chosen || undefined) as T | undefined)}
    options={options.map((option) => ({ value: option.value ?? '', label: option.label }))}
  />
)
