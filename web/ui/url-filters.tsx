/**
 * Filters that live in the address, so that a filtered list can be sent to somebody, and back undoes a choice. Each reads and writes its
 * own `param`, which the route names in its searchSchema.
 *
 *   <UrlFilters>
 *     <UrlTabs label={say('state')} param="tab" tabs={[{ id: 'open', label: say('open'), count: 4 }, { id: 'closed', label: say('closed') }]} />
 *     <UrlSearch label={say('search')} />
 *     <UrlSelect label={say('team')} param="team" all={say('all_teams')} options={[{ value: 'team_1', label: 'Platform' }]} />
 *   </UrlFilters>
 *
 * Fields are the browser's own: a library's cost eight kilobytes on the first load of every list.
 */
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { searchWith, useAddress } from './address.ts'
import { Choice } from './choice.tsx'
import { formatNumber } from './number-format.ts'
import { pageSearchId } from './page-search.ts'
import { EmptyState } from './states.tsx'
import { uiTexts } from './ui-texts.ts'
import classes from './url-filters.module.css'

const settleMs = 200

export const UrlFilters = ({ children }: { children: ReactNode }) => (
  <div role="search" className={classes.bar}>
    {children}
  </div>
)

type SearchProps = { label: string; param?: string; placeholder?: string }

/** The key `/` leads to it. What is typed settles for a moment. @param placeholder  where the label is too long for it */
export function UrlSearch({ label, param = 'q', placeholder = label }: SearchProps) {
  const { values, change } = useAddress()
  const value = values[param] ?? ''
  const [draft, setDraft] = useState(value)
  /** What this field wrote to the address last. */
  const written = useRef(value)
  const write = useDebouncedCallback((text: string) => {
    written.current = text.trim()
    change({ [param]: text.trim() || undefined })
  }, settleMs)
  // A link, or the back button, has changed the address: the field follows. What is being typed stays.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setDraft(value)
  }, [value])
  return (
    <span className={classes.search}>
      <IconSearch size={16} aria-hidden />
      <input
        id={pageSearchId}
        className={classes.field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={draft}
        onChange={({ currentTarget }) => {
          setDraft(currentTarget.value)
          write(currentTarget.value)
        }}
      />
    </span>
  )
}

/** On a phone behind one button, so that the first row is visible. */
export function FoldedFilters({ params, children }: { params: readonly string[]; children: ReactNode }) {
  const say = useMessages(uiTexts)
  const { values } = useAddress()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const count = params.filter((param) => values[param]).length
  return (
    <>
      <button
        type="button"
        className={`${classes.field} ${classes.unfold}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        {count > 0 ? say('filters_set', { count }) : say('filters')}
      </button>
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

type Option = { value: string; label: string }

type ChoiceProps = {
  label: string
  param: string
  /** What stands for none of them: “All”. */
  all: string
  options: readonly Option[]
}

/** One of a few, side by side. */
export function UrlChoice({ label, param, all, options }: ChoiceProps) {
  const { values, change } = useAddress()
  return (
    <Choice
      label={label}
      value={values[param] ?? ''}
      onChange={(value) => change({ [param]: value || undefined }, { isEntry: true })}
      options={[{ value: '', label: all }, ...options]}
    />
  )
}

/** One of many. @param isLabelHidden  where what is chosen says enough, so that it stands level with a search */
export function UrlSelect({
  label,
  param,
  all,
  options,
  isLabelHidden = false,
}: ChoiceProps & { isLabelHidden?: boolean }) {
  const { values, change } = useAddress()
  const id = useId()
  return (
    <div className={classes.select}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        className={classes.field}
        value={values[param] ?? ''}
        onChange={({ currentTarget }) =>
          change({ [param]: currentTarget.value || undefined }, { isEntry: true })
        }
      >
        {[{ value: '', label: all }, ...options].map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

type TabsProps = {
  label: string
  param: string
  /** The first is shown when the address names none. */
  tabs: readonly { id: string; label: string; count?: number }[]
}

/** Links, so each can be opened beside, and the back button leaves it. */
export function UrlTabs({ label, param, tabs }: TabsProps) {
  const { values } = useAddress()
  const shown = values[param] ?? tabs[0].id
  const place = useRef<HTMLElement>(null)
  const isCounted = tabs.some(({ count }) => count !== undefined)
  // If a phone has no room for all tabs, the chosen one is visible, also once their numbers have made them wider.
  // A phone that is turned, or a window made narrower, has room for others.
  useEffect(() => {
    const list = place.current?.querySelector('ul')
    if (!list) return
    const centre = (): void => {
      const tab = list.querySelector<HTMLElement>('[data-current]')
      if (!tab) return
      const [around, box] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
      list.scrollLeft += box.left + box.width / 2 - (around.left + around.width / 2)
    }
    centre()
    const sized = new ResizeObserver(centre)
    sized.observe(list)
    return () => sized.disconnect()
  }, [shown, tabs.length, isCounted])
  return (
    <nav ref={place} aria-label={label} className={classes.place}>
      <ul className={`beyond ${classes.tabs}`}>
        {tabs.map(({ id, label, count }, i) => (
          <li key={id}>
            <Link
              to="."
              search={searchWith({ [param]: i === 0 ? undefined : id })}
              resetScroll={false}
              // Else an address without a tab would be a part of each.
              activeOptions={{ exact: true }}
              aria-current={id === shown ? 'page' : undefined}
              data-current={id === shown || undefined}
              className={classes.tab}
            >
              {label}
              {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type NoMatchProps = {
  title: string
  params: readonly string[]
  /** Where there is a match. */
  children?: ReactNode
}

/** In place of the rows where a filter leaves none, with the way out of it. */
export function NoMatch({ title, params, children }: NoMatchProps) {
  const say = useMessages(uiTexts)
  return (
    <EmptyState
      title={title}
      description={say('no_match_hint')}
      action={
        <>
          {children}
          <Link to="." search={searchWith(Object.fromEntries(params.map((param) => [param, undefined])))}>
            {say('clear_filters')}
          </Link>
        </>
      }
    />
  )
}
