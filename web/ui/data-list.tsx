/**
 * A list of things: a table from 768 px on, cards below. Shows skeleton rows while it is read, an empty state, a failure with
 * its request id, and more by cursor; rows of the filter before are dimmed. The first column is the row's name: its link stretches over the row.
 *
 *   <DataList label="Applications" list={list} columns={columns} keyOf={({ id }) => id} empty={<EmptyState … />} />
 */
import { Skeleton } from '@mantine/core'
import { type ReactNode } from 'react'
import { type List } from './list.ts'
import { LoadMore } from './load-more.tsx'
import { Failure } from './states.tsx'
import classes from './data-list.module.css'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

export type Column<T> = {
  header: string
  cell: (item: T) => ReactNode
  /** Figures stand right, in tabular numerals. */
  figures?: boolean
  /** Sorts what is shown; null: descending is shown next. */
  sort?: { direction: 'ascending' | 'descending' | null; onSort: () => void }
}

type Props<T> = {
  label: string
  list: List<T>
  columns: readonly Column<T>[]
  keyOf: (item: T) => string
  empty: ReactNode
  /** How many of them are shown: “3 applications”. */
  countText?: (count: number) => string
}

const skeletonRows = 5

export function DataList<T>({ label, list, columns, keyOf, empty, countText }: Props<T>) {
  const say = useMessages(uiTexts)
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
  return (
    <div className="stack-tight">
      <div className={`card ${classes.frame}`} data-stale={isStale || undefined}>
        <table className={classes.table} aria-label={label} aria-busy={!items || isStale}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.header} {...column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {items
              ? items.map((item) => (
                  <tr key={keyOf(item)}>
                    {columns.map(({ header, cell, figures }) => (
                      <td key={header} data-label={header} data-figures={figures || undefined}>
                        {cell(item)}
                      </td>
                    ))}
                  </tr>
                ))
              : Array.from({ length: skeletonRows }, (_none, i) => (
                  <tr key={i}>
                    {columns.map(({ header }, column) => (
                      <td key={header} data-label={header}>
                        <Skeleton height={12} width={`${80 - ((i * 7 + column * 13) % 40)}%`} />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {items && (
        <div className="row-between">
          <p className="quiet small figures" role="status">
            {loadMore ? say('more_rows', { rows: count(items.length) }) : count(items.length)}
          </p>
          <LoadMore list={list} size="xs" />
        </div>
      )}
    </div>
  )
}

function Heading<T>({ header, figures, sort }: Column<T>) {
  return (
    <th scope="col" data-figures={figures || undefined} aria-sort={sort?.direction ?? undefined}>
      {sort ? (
        <button type="button" className={classes.sort} onClick={sort.onSort}>
          {header}
          <span aria-hidden="true">{sort.direction === 'ascending' ? ' ↑' : sort.direction ? ' ↓' : ''}</span>
        </button>
      ) : (
        header
      )}
    </th>
  )
}
