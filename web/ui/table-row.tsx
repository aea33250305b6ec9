/** A row of a DataTable, and the boxes by which rows are chosen. */
import type { ReactNode, Ref } from 'react'
import { useMessages } from '../messages.ts'
import classes from './data-table.module.css'
import { uiTexts } from './ui-texts.ts'

type Sort = {
  direction: 'ascending' | 'descending' | null
  onSort: () => void
  /** Over cards it is not offered, as there would be too many. */
  isWideOnly?: boolean
}

export type Column<T> = {
  header: string
  /** Read out, but not shown, as over a column of buttons. */
  isHeaderHidden?: boolean
  cell: (item: T) => ReactNode
  /** Figures stand at the end, in tabular numerals. */
  numeric?: boolean
  /** Takes what the other columns leave, and cuts what is longer. */
  grows?: boolean
  /** Anyone who sorts writes it to the address. */
  sort?: Sort
  /** Is left out of a table narrower than 900 px; a card has it. */
  needsRoom?: boolean
  /** Its header is long: it wraps over the column, and in a card it is above what it names. */
  isLong?: boolean
  /** Says by itself what it is: in a card it has no label. */
  isBare?: boolean
  /** In a card, what says nothing is left out. */
  hideInCard?: (item: T) => boolean
}

export type Selection<T> = {
  /** Keys of rows. */
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** What a row is called, to be read out beside its box. */
  nameOf: (item: T) => string
}

/** Where a row is among many of which only some are drawn. */
export type Place = { index: number; ref: Ref<HTMLTableRowElement> }

type RowProps<T> = {
  id: string
  item: T
  columns: readonly Column<T>[]
  selection: Selection<T> | undefined
  place?: Place
  isMarked?: boolean
}

export function Row<T>({ id, item, columns, selection, place, isMarked }: RowProps<T>) {
  const say = useMessages(uiTexts)
  const isSelected = selection?.selected.has(id)
  return (
    <tr
      ref={place?.ref}
      role="row"
      data-row={id}
      tabIndex={-1}
      data-index={place?.index}
      // The heading is the first row.
      aria-rowindex={place && place.index + 2}
      aria-current={isMarked || undefined}
      data-selected={isSelected || isMarked || undefined}
    >
      {selection && (
        <td role="cell" className={classes.box}>
          <input
            type="checkbox"
            aria-label={say('select_row', { name: selection.nameOf(item) })}
            checked={isSelected}
            onChange={() => {
              const next = new Set(selection.selected)
              if (!next.delete(id)) next.add(id)
              selection.onChange(next)
            }}
          />
        </td>
      )}
      {columns.map((column, i) => {
        const { header, isHeaderHidden, numeric, grows, needsRoom, isLong, isBare, cell, hideInCard } = column
        const Tag = i === 0 ? 'th' : 'td'
        return (
          <Tag
            key={header}
            role={i === 0 ? 'rowheader' : 'cell'}
            scope={i === 0 ? 'row' : undefined}
            data-label={isHeaderHidden || isBare ? undefined : header}
            data-numeric={numeric || undefined}
            data-grows={grows || undefined}
            data-needs-room={needsRoom || undefined}
            data-long={isLong || undefined}
            data-card-hidden={hideInCard?.(item) || undefined}
          >
            {cell(item)}
          </Tag>
        )
      })}
    </tr>
  )
}

type SelectingProps<T> = { items: readonly T[]; keyOf: (item: T) => string; selection: Selection<T> }

/** Over the boxes: all that is shown, or none. */
export function Selecting<T>({ items, keyOf, selection: { selected, onChange } }: SelectingProps<T>) {
  const say = useMessages(uiTexts)
  const keys = items.map(keyOf)
  const chosen = keys.filter((key) => selected.has(key)).length
  return (
    <th role="columnheader" scope="col" className={classes.box}>
      <input
        type="checkbox"
        aria-label={say('select_all')}
        checked={chosen === keys.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < keys.length
        }}
        // Others stay selected, as those of an earlier search.
        onChange={() =>
          onChange(
            chosen === keys.length ? selected.difference(new Set(keys)) : selected.union(new Set(keys)),
          )
        }
      />
    </th>
  )
}
