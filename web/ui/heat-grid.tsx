/**
 * Rows by columns as colour, with the value in each cell: below is orange, above is blue, and a mark says what is clearly different.
 * What confidentiality keeps back is hatched and says why. One cell takes the focus by Tab; arrows, Home, End, Ctrl+Home and Ctrl+End
 * move it, Enter opens, Space opens and closes a row that has rows below it. First row and first column stay visible.
 *
 *   <HeatGrid label="Teams by driver" corner="Team" rows={[{ id: 'eng', label: 'Engineering', depth: 0, isExpandable: true }, …]}
 *     columns={[{ id: 'workload', label: 'Workload' }, { id: 'enps', label: 'eNPS', isApart: true }]}
 *     cell={(row, column) => ({ text: '2.1', tone: -3, mark: 'below', description: 'clearly below the rest' })}
 *     expanded={expanded} onExpand={toggle} selected={open} onOpen={(row, column) => …} />
 */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { type Step, stepOf } from './grid-steps.ts'
import classes from './heat-grid.module.css'
import { Hidden } from './hidden.tsx'
import { uiTexts } from './ui-texts.ts'

/** −3 far below, 0 about the same, 3 far above; null is what all others are compared with, and has no colour. */
export type HeatTone = -3 | -2 | -1 | 0 | 1 | 2 | 3 | null

export type HeatCell =
  | {
      text: string
      tone: HeatTone
      /** Where the difference is clear. */
      mark?: 'above' | 'below'
      /** Read out after the value: “clearly below the rest, 14 answers”. */
      description?: string
    }
  | { hidden: string }
  /** Nothing is kept back: there is nothing to show, and why. */
  | { none: string }

export type HeatRow = {
  id: string
  label: string
  /** 0 for the top. Rows below an expandable one follow it, if it is expanded. */
  depth: number
  isExpandable?: boolean
  /** The whole row is kept back: why. */
  hidden?: string
  /** At the end of the row: “14 of 16”. */
  end?: ReactNode
}

export type HeatColumn = {
  id: string
  label: string
  /** Stands off from the others, as it has another scale. */
  isApart?: boolean
  sort?: { direction: 'ascending' | 'descending' | null; onSort: () => void }
}

export type HeatPlace = { row: string; column: string }

type Props = {
  label: string
  /** Over the first column. */
  corner: string
  /** Over what is at the end of the rows. */
  endLabel?: string
  rows: readonly HeatRow[]
  columns: readonly HeatColumn[]
  cell: (row: string, column: string) => HeatCell
  expanded?: ReadonlySet<string>
  onExpand?: (row: string) => void
  selected?: HeatPlace | null
  onOpen?: (place: HeatPlace) => void
}

export function HeatGrid(props: Props) {
  const { label, corner, endLabel, rows, columns, selected, onOpen, onExpand } = props
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<readonly [row: number, column: number]>([0, 1])
  const current = [Math.min(at[0], rows.length - 1), Math.min(at[1], columns.length)] as const

  const focus = ([row, column]: readonly [number, number]): void => {
    setAt([row, column])
    const line = grid.current?.tBodies[0].rows[row]
    const cells = line?.querySelectorAll<HTMLElement>('[data-cell]')
    cells?.[Math.min(column, cells.length - 1)]?.focus()
  }
  const act = (key: 'Enter' | ' '): void => {
    const row = rows[current[0]]
    const column = current[1] > 0 && !row.hidden ? columns[current[1] - 1] : undefined
    if (row.isExpandable && (key === ' ' || !column)) return onExpand?.(row.id)
    if (column) onOpen?.({ row: row.id, column: column.id })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target as Element).matches('[data-cell]')) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step: Step | null = stepOf(event, isRtl)
    if (!step && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    if (step) focus(step(current, { rows: rows.length, columns: columns.length + 1 }))
    else act(event.key as 'Enter' | ' ')
  }
  return (
    <div className={classes.scroll}>
      <table ref={grid} role="treegrid" aria-label={label} className={classes.grid} onKeyDown={onKeyDown}>
        <thead>
          <tr role="row">
            <th role="columnheader" scope="col" className={classes.name}>
              {corner}
            </th>
            {columns.map((column) => (
              <Heading key={column.id} {...column} />
            ))}
            {endLabel && (
              <th role="columnheader" scope="col" className={classes.end}>
                {endLabel}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.id}
              {...props}
              row={row}
              focused={current[0] === index ? current[1] : null}
              onFocus={(column) => setAt([index, column])}
              selectedColumn={selected?.row === row.id ? selected.column : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = Props & {
  row: HeatRow
  /** 0 is the name. */
  focused: number | null
  onFocus: (column: number) => void
  selectedColumn: string | null
}

function Row({ row, columns, cell, expanded, onExpand, endLabel, ...props }: RowProps) {
  const { focused, onFocus, selectedColumn, onOpen } = props
  const say = useMessages(uiTexts)
  const isOpen = row.isExpandable ? (expanded?.has(row.id) ?? false) : undefined
  const tabIndexOf = (index: number): number => (focused === index ? 0 : -1)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <tr role="row" aria-level={row.depth + 1} aria-expanded={isOpen}>
      <th
        role="rowheader"
        scope="row"
        data-cell
        tabIndex={tabIndexOf(0)}
        onFocus={() => onFocus(0)}
        className={classes.name}
        data-expandable={row.isExpandable || undefined}
        style={{ paddingInlineStart: `calc(var(--indent) + ${row.depth} * 20px)` }}
        onClick={row.isExpandable ? () => onExpand?.(row.id) : undefined}
      >
        {row.isExpandable && <Chevron size={16} aria-hidden className={classes.chevron} />}
        {row.label}
      </th>
      {row.hidden === undefined ? (
        columns.map((column, i) => (
          <Value
            key={column.id}
            place={`${row.id}.${column.id}`}
            cell={cell(row.id, column.id)}
            isApart={column.isApart}
            isSelected={selectedColumn === column.id}
            tabIndex={tabIndexOf(i + 1)}
            onFocus={() => onFocus(i + 1)}
            onOpen={onOpen && (() => onOpen({ row: row.id, column: column.id }))}
          />
        ))
      ) : (
        <td
          role="gridcell"
          data-cell
          colSpan={columns.length}
          tabIndex={focused !== null && focused > 0 ? 0 : -1}
          onFocus={() => onFocus(1)}
          className={classes.all}
        >
          <Hidden reason={row.hidden} />
        </td>
      )}
      {endLabel && (
        <td role="gridcell" className={classes.end}>
          {row.end ?? <span className="visually-hidden">{say('not_said')}</span>}
        </td>
      )}
    </tr>
  )
}

type ValueProps = {
  /** What the address of a drawer holds; closing it returns the focus to this cell (url-drawer.tsx). */
  place: string
  cell: HeatCell
  isApart: boolean | undefined
  isSelected: boolean
  tabIndex: number
  onFocus: () => void
  onOpen: (() => void) | undefined
}

const signs = { above: '▲', below: '▼' }

function Value({ place, cell, isApart, isSelected, tabIndex, onFocus, onOpen }: ValueProps) {
  const say = useMessages(uiTexts)
  const why = 'hidden' in cell ? cell.hidden : 'none' in cell ? cell.none : null
  return (
    <td
      role="gridcell"
      data-cell
      data-row={place}
      data-apart={isApart || undefined}
      aria-selected={isSelected}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={why === null ? onOpen : undefined}
      title={why ?? undefined}
    >
      {!('text' in cell) ? (
        <span
          className={classes.box}
          data-hidden={'hidden' in cell || undefined}
          data-none={'none' in cell || undefined}
        >
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{why}</span>
        </span>
      ) : (
        <span className={classes.box} data-tone={cell.tone ?? 'none'}>
          <bdi>{cell.text}</bdi>
          {cell.mark && (
            <span className={classes.mark} aria-hidden="true">
              {signs[cell.mark]}
            </span>
          )}
          {(cell.description ?? cell.mark) && (
            <span className="visually-hidden">
              {`, ${cell.description ?? say(`clearly_${cell.mark ?? 'above'}`)}`}
            </span>
          )}
        </span>
      )}
    </td>
  )
}

const arrows = { ascending: ' ↑', descending: ' ↓' }

const Heading = ({ label, isApart, sort }: HeatColumn) => (
  <th
    role="columnheader"
    scope="col"
    data-apart={isApart || undefined}
    aria-sort={sort ? (sort.direction ?? 'none') : undefined}
  >
    {sort ? (
      <button type="button" className={classes.sort} onClick={sort.onSort}>
        {label}
        <span aria-hidden="true">{sort.direction && arrows[sort.direction]}</span>
      </button>
    ) : (
      label
    )}
  </th>
)

const tones = [-3, -2, -1, 0, 1, 2, 3] as const

type LegendProps = {
  /** Over the two ends: “Below everyone else”, “Above”. */
  low: string
  high: string
  /** What the seven colours stand for, from far below to far above: “−1.0” … “+1.0”; a line for each kind of column, with its name. */
  scales: readonly { name: string; steps: readonly string[] }[]
  /** What ▲ and ▼ say, and what is hatched. */
  markLabel: string
  hiddenLabel: string
}

export const HeatLegend = ({ low, high, scales, markLabel, hiddenLabel }: LegendProps) => (
  <div className={classes.legend}>
    <div className={classes.scales}>
      <p className={classes.ends}>
        <span>{low}</span>
        <span>{high}</span>
      </p>
      {scales.map(({ name, steps }) => (
        <ol key={name} aria-label={name}>
          <li className={classes.of} aria-hidden="true">
            {name}
          </li>
          {tones.map((tone, i) => (
            <li key={tone} data-tone={tone}>
              {steps[i]}
            </li>
          ))}
        </ol>
      ))}
    </div>
    <p className={classes.keys}>
      <span className={classes.key}>
        <span aria-hidden="true">{`${signs.above} ${signs.below}`}</span> {markLabel}
      </span>
      <span className={classes.key}>
        <span className={classes.swatch} aria-hidden="true" /> {hiddenLabel}
      </span>
    </p>
  </div>
)
