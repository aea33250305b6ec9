/**
 * What a list is filtered by: a search field (`/` leads to it) and choices. The address holds it, so a filtered list can be
 * sent to somebody, and the back button undoes a choice.
 */
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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

function SearchField({ value = '', onChange, label }: Search) {
  const [draft, setDraft] = useState(value)
  /** What this field wrote to the address last. */
  const written = useRef(value)
  const write = useDebouncedCallback((text: string) => {
    written.current = text.trim()
    onChange(text.trim() || undefined)
  }, settleMs)
  // A link, or the back button, has changed the address: the field follows. What is being typed stays.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setDraft(value)
  }, [value])
  return (
    <TextInput
      id={pageSearchId}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      value={draft}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        write(currentTarget.value)
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
    onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
    options={options.map((option) => ({ value: option.value ?? '', label: option.label }))}
  />
)
