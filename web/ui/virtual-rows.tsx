/**
 * Draws only the rows of a long table that are visible and a few around them; an empty row above and below holds the place of the others. Rows are
 * measured, as a card is higher than a line. The row with the focus stays, however far one
 * scrolls, with its neighbours, to which keys lead.
 */
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from './table-row.tsx'

type Props = { keys: readonly string[]; row: (index: number, place: Place) => ReactNode }

const rowPx = 53
const around = 12

export function VirtualRows({ keys, row }: Props) {
  const start = useRef<HTMLTableRowElement>(null)
  const [top, setTop] = useState(0)
  // What is above the rows can change: what is above them is measured whenever they are drawn.
  useLayoutEffect(() => {
    if (start.current) setTop(Math.round(start.current.getBoundingClientRect().top + scrollY))
  })
  const rows = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowPx,
    overscan: around,
    scrollMargin: top,
    getItemKey: (index) => keys[index],
    rangeExtractor: (range) => {
      const focused = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
      const at = focused ? keys.indexOf(focused) : -1
      const kept = at < 0 ? [] : [at - 1, at, at + 1].filter((index) => keys[index] !== undefined)
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b)
    },
  })
  const shown = rows.getVirtualItems()
  const first = shown.at(0)
  const last = shown.at(-1)
  return (
    <>
      <tr ref={start} data-space aria-hidden="true">
        <td style={{ blockSize: first ? 0 : rows.getTotalSize() }} />
      </tr>
      {shown.map(({ index, key, start }, i) => {
        const before = i === 0 ? top : shown[i - 1].end
        return (
          <Fragment key={key}>
            {start > before && (
              <tr data-space aria-hidden="true">
                <td style={{ blockSize: start - before }} />
              </tr>
            )}
            {row(index, { index, ref: rows.measureElement })}
          </Fragment>
        )
      })}
      {last && (
        <tr data-space aria-hidden="true">
          <td style={{ blockSize: rows.getTotalSize() + top - last.end }} />
        </tr>
      )}
    </>
  )
}
