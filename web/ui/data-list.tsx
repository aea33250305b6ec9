/**
 * A list of things: a table from 768 px on, cards below. Shows skeleton rows while it is read, an empty state, a failure with
 * its request id, and more by cursor. The first column is the row's name: its link stretches over the row.
 *
 *   <DataList label="Applications" list={list} columns={columns} keyOf={({ id }) => id} empty={<EmptyState … />} />
 */
import { Button, Skeleton } from '@mantine/core'
import { type ReactNode } from 'react'
import { Failure } from './states.tsx'
import classes from './data-list.module.css'

export type Column<T> = {
  header: string
  cell: (item: T) => ReactNode
  /** Figures stand right, in tabular numerals. */
  figures?: boolean
  /** Sorts what is shown; null: descending is shown next. */
  sort?: { direction: 'ascending' | 'descending' | null; onSort: () => void }
}

/** What useInfiniteQuery of a list gives, led to what is needed here (web/ui/pages-of.ts). */
export type Listed<T> = {
  items: readonly T[] | undefined
  error: unknown
  retry: () => void
  more: (() => void) | null
  isReading: boolean
}

type Props<T> = {
  label: string
  list: Listed<T>
  columns: readonly Column<T>[]
  keyOf: (item: T) => string
  empty: ReactNode
  /** Singular and plural of what is counted. */
  nouns?: readonly [string, string]
  onOpen?: (item: T) => void
}

const skeletonRows = 5

export function DataList<T>({ label, list, columns, keyOf, empty, nouns, onOpen }: Props<T>) {
  const { items, error, retry, more, isReading } = list
  if (error && !items) return <div className="card">{<Failure error={error} onRetry={retry} />}</div>
  if (items?.length === 0) return <div className="card">{empty}</div>
  return (
    <div className="stack-tight">
      <div className={`card ${classes.frame}`}>
        <table className={classes.table} aria-label={label} aria-busy={!items}>
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
                  <tr key={keyOf(item)} data-opens={onOpen ? true : undefined} onClick={() => onOpen?.(item)}>
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
            {counted(items.length, more !== null, nouns)}
          </p>
          {more && (
            <Button variant="default" size="xs" onClick={more} loading={isReading}>
              Show more
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const counted = (count: number, more: boolean, [one, many]: readonly [string, string] = ['row', 'rows']) =>
  `${count} ${count === 1 && !more ? one : many}${more ? ' shown, there are more' : ''}`

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
