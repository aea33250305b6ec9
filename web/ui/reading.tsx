/**
 * Reads a chart point by point: by the pointer, or by arrow keys, Home and End. Underneath is the browser's own slider, which says to
 * a screen reader what is read here in a line under the chart.
 */
import type { PointerEvent } from 'react'
import classes from './reading.module.css'

type Props = {
  label: string
  count: number
  /** null: nothing is read yet. */
  at: number | null
  onAt: (index: number | null) => void
  textOf: (index: number) => string
}

export function Reading({ label, count, at, onAt, textOf }: Props) {
  const index = at ?? count - 1
  return (
    <>
      <input
        type="range"
        className={classes.slider}
        aria-label={label}
        min={0}
        max={count - 1}
        value={index}
        aria-valuetext={textOf(index)}
        onFocus={({ currentTarget }) => {
          // Not for a press of the pointer, which selects a point itself.
          if (currentTarget.matches(':focus-visible')) onAt(index)
        }}
        onBlur={() => onAt(null)}
        onChange={({ currentTarget }) => onAt(Number(currentTarget.value))}
        data-no-picture
      />
      {at !== null && (
        <p className={classes.line} aria-hidden="true" data-no-picture>
          {textOf(at)}
        </p>
      )}
    </>
  )
}

/** For the box of the drawing: the point nearest to the pointer. `places` in px from its left edge. */
export const readByPointer = (places: readonly number[], onAt: (index: number | null) => void) => ({
  onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    const distances = places.map((place) => Math.abs(place - x))
    if (distances.length > 0) onAt(distances.indexOf(Math.min(...distances)))
  },
  onPointerLeave: () => onAt(null),
})
