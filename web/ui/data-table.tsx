/**
 * Rows of a list: a table where there is room for one, cards where its own place is narrower than 720 px. The first column names the
 * row, and its link covers the row. Skeletons while it is read, dimmed while another filter is read, empty, failed, and more by cursor;
 * above 200 rows only those in sight are drawn. `j` and `k`, or arrows on a row's link, go from row to row.
 *
 *   <DataTable label={say('title')} list={usePeople({ q })} columns={columns} keyOf={({ id }) => id}
 *     empty={q ? <NoMatch title={say('no_match')} params={['q']} /> : <EmptyState … />} />
 *
 * Roles are written out, because a table that is laid out as blocks loses them in some browsers.
 */
import { Button, Skeleton } from '@mantine/core'
import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import classes from './data-table.module.css'
import type { List } from './list.ts'
import { LoadMore } from './load-more.tsx'
import { usePageKeys } from './page-keys.ts'
import { Failure } from './states.tsx'
import { type Column, Row, Selecting, type Selection } from './table-row.tsx'
import { uiTexts } from './ui-texts.ts'

export { type Column }

type Props<T> = {
  label: string
  list: List<T>
  columns: readonly Column<T>[]
  keyOf: (item: T) => string
  /** In place of the rows: nothing yet, or no match. */
  empty: ReactNode
  /** How many of them are shown: “3 applications”. */
  countText?: (count: number) => string
  selection?: Selection<T>
  /** The key of the row that somebody looks for. */
  marked?: string | undefined
  /** If the whole list is there, so many rows are shown until somebody asks for all. */
  firstRows?: number
  /** Has more columns than a page is wide: they scroll sideways, and the name stays visible. */
  scrolls?: boolean
}

const VirtualRows = lazy(() =>
  import('./virtual-rows.tsx').then(({ VirtualRows }) => ({ default: VirtualRows })),
)

const skeletonRows = 5
const plainRowsMax = 200
const rowSelector = '[data-row]'

export function DataTable<T>(props: Props<T>) {
  const {
    label,
    list,
    columns,
    keyOf,
    empty,
    countText,
    selection,
    marked,
    scrolls = false,
    firstRows,
  } = props
  const say = useMessages(uiTexts)
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table)
  const [showsAll, setShowAll] = useState(false)
  const { data: items, error, refetch, loadMore, isStale } = list
  const count = countText ?? ((count: number) => say('row_count', { count }))
  if (error && !items) {
    return (
      <div className="card">
        <Failure error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (items?.length === 0 && !isStale) return <div className="card">{empty}</div>
  const isVirtual = items !== undefined && items.length > plainRowsMax
  const isCut = !showsAll && !isVirtual && !loadMore && (items?.length ?? 0) > (firstRows ?? plainRowsMax)
  const plain = (shown: readonly T[]): ReactNode =>
    shown.map((item) => (
      <Row
        key={keyOf(item)}
        id={keyOf(item)}
        item={item}
        columns={columns}
        selection={selection}
        isMarked={keyOf(item) === marked}
      />
    ))
  return (
    <div className={`stack-tight ${classes.container}`} data-waiting={!items || undefined}>
      <div
        className={`card ${classes.frame}`}
        data-stale={isStale || undefined}
        data-scrolls={scrolls || undefined}
      >
        <table
          ref={table}
          role="table"
          className={classes.table}
          aria-label={label}
          aria-busy={!items || isStale}
          aria-rowcount={isVirtual ? items.length + 1 : undefined}
          data-virtual={isVirtual || undefined}
          onKeyDown={onRowKey}
          onClick={scrolls ? openRow : undefined}
        >
          <thead role="rowgroup">
            <tr role="row">
              {selection && items && (
                <Selecting
                  items={isCut ? items.slice(0, firstRows) : items}
                  keyOf={keyOf}
                  selection={selection}
                />
              )}
              {columns.map((column) => (
                <Heading key={column.header} {...column} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {!items ? (
              <SkeletonRows columns={columns} />
            ) : isVirtual ? (
              <Suspense fallback={plain(items.slice(0, plainRowsMax))}>
                <VirtualRows
                  keys={items.map(keyOf)}
                  row={(index, place) => (
                    <Row
                      id={keyOf(items[index])}
                      item={items[index]}
                      columns={columns}
                      selection={selection}
                      place={place}
                    />
                  )}
                />
              </Suspense>
            ) : (
              plain(isCut ? items.slice(0, firstRows) : items)
            )}
          </tbody>
        </table>
      </div>
      {items && (
        <div className="row-between">
          <p className="quiet small figures" role="status">
            {loadMore
              ? say('more_rows', { rows: count(items.length) })
              : isCut && firstRows
                ? say('first_rows', { rows: count(items.length), first: firstRows })
                : count(items.length)}
            {selection &&
              selection.selected.size > 0 &&
              ` ·\u00a0${say('selected', { count: selection.selected.size })}`}
          </p>
          <LoadMore list={list} size="xs" />
          {isCut && (
            <Button variant="default" size="xs" onClick={() => setShowAll(true)}>
              {say('show_all')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** What takes the focus in a row: the link that names it, or the row. */
const targetOf = (row: Element): HTMLElement =>
  row.querySelector<HTMLElement>('[role=rowheader] :is(a, button)') ?? (row as HTMLElement)

function step(table: HTMLElement, by: 1 | -1): void {
  const rows = [...table.querySelectorAll(rowSelector)]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)
  if (rows[next]) targetOf(rows[next]).focus()
}

function useRowKeys(table: { readonly current: HTMLTableElement | null }): void {
  const say = useMessages(uiTexts)
  const go = (by: 1 | -1) => () => table.current && step(table.current, by)
  usePageKeys([
    { key: 'j', label: say('next_row'), run: go(1) },
    { key: 'k', label: say('previous_row'), run: go(-1) },
  ])
}

function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = (event.target as Element).closest(rowSelector)
  if (!row || targetOf(row) !== event.target) return
  event.preventDefault()
  step(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
}

const pressables = ['a', 'button', 'input', 'label', 'select']

/** A name that stays visible holds its link inside its own cell, so the rest of the row is pressed here. */
function openRow(event: MouseEvent<HTMLElement>): void {
  const pressed = event.target as Element
  const row = pressed.closest(rowSelector)
  if (!row || pressables.some((tag) => pressed.closest(tag))) return
  if (getSelection()?.isCollapsed !== false) targetOf(row).click()
}

const widths = { most: 80, by: 7, byColumn: 13, range: 40 }

const SkeletonRows = <T,>({ columns }: { columns: readonly Column<T>[] }) =>
  Array.from({ length: skeletonRows }, (_none, row) => (
    <tr key={row} role="row">
      {columns.map(({ header }, i) => (
        <td key={header} role="cell" data-label={header}>
          <Skeleton
            height={12}
            width={`${widths.most - ((row * widths.by + i * widths.byColumn) % widths.range)}%`}
          />
        </td>
      ))}
    </tr>
  ))

const arrows = { ascending: ' ↑', descending: ' ↓' }

function Heading<T>({ header, isHeaderHidden, numeric, needsRoom, isLong, sort }: Column<T>) {
  const say = useMessages(uiTexts)
  return (
    <th
      role="columnheader"
      scope="col"
      data-numeric={numeric || undefined}
      data-needs-room={needsRoom || undefined}
      data-long={isLong || undefined}
      data-sorts={(sort && !sort.isWideOnly) || undefined}
      aria-sort={sort ? (sort.direction ?? 'none') : undefined}
    >
      {sort ? (
        <>
          <span className={classes.sortBy} aria-hidden="true">
            {say('sort_by')}
          </span>
          <button type="button" className={classes.sort} onClick={sort.onSort}>
            {header}
            <span aria-hidden="true">{sort.direction && arrows[sort.direction]}</span>
          </button>
        </>
      ) : (
        <span className={isHeaderHidden ? 'visually-hidden' : undefined}>{header}</span>
      )}
    </th>
  )
}
