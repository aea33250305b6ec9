/**
 * A month as a grid of days, Monday first; a list of days where there is little room. One day takes the focus by Tab; arrows, Home, End and
 * the page keys move it, Enter opens the day. What may be moved is dragged to another day, or lifted with M (the next of that day with M again),
 * carried by the arrows and put down with Enter. Dragging is the browser's own.
 */
import { IconCalendarOff, IconClock } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { locale, useMessages } from '../messages.ts'
import { stepOf } from '../ui/grid-steps.ts'
import { clockChangeOn, type Entry, monthOf, stateOf } from './days.ts'
import { dayName, dayNumber, entryTime, longDay, monthOnly, weekdayNames } from './schedule-words.ts'
import { scheduleTexts } from './schedule-texts.ts'
import classes from './schedule.module.css'

type Props = {
  label: string
  month: string
  weeks: readonly (readonly string[])[]
  entries: ReadonlyMap<string, readonly Entry[]>
  holidays: ReadonlyMap<string, readonly string[]>
  today: string
  isStale: boolean
  canMove: (entry: Entry) => boolean
  onOpen: (day: string) => void
  onMove: (entry: Entry, to: string) => void
}

/** More of a day are counted, where days stand side by side. */
const entriesShown = 3

export function MonthGrid(props: Props) {
  const { label, month, weeks, entries, today, isStale, canMove, onOpen, onMove } = props
  const say = useMessages(scheduleTexts)
  const table = useRef<HTMLTableElement>(null)
  const days = weeks.flat()
  const [focused, setFocused] = useState(today)
  const [carried, setCarried] = useState<Entry | null>(null)
  /** By keys, and not by a pointer, under which nothing may move. */
  const [isByKeys, setByKeys] = useState(false)
  const [over, setOver] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  // Another month begins where it can be entered: today, or its first day.
  const current = days.includes(focused) ? focused : days.includes(today) ? today : `${month}-01`

  const focus = (day: string): void => {
    setFocused(day)
    table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  /** As a list, days with nothing on them are left out, unless keys carry something to one. */
  const nearestShown = (from: number, by: 1 | -1): string => {
    const isShown = (day: string): boolean =>
      table.current?.querySelector(`[data-day="${day}"]`)?.checkVisibility() ?? false
    for (let at = from; at in days; at += by) if (isShown(days[at])) return days[at]
    return current
  }
  const drop = (entry: Entry, to: string): void => {
    setCarried(null)
    setOver(null)
    setSaid('')
    onMove(entry, to)
  }
  const lift = (): void => {
    const movable = entries.get(current)?.filter(canMove) ?? []
    const next = movable.findIndex(({ key }) => key === carried?.key) + 1
    const entry = movable[next] ?? movable[0]
    setCarried(entry ?? null)
    setByKeys(true)
    setSaid(
      entry ? say('lifted', { title: entry.survey.title, day: longDay(current) }) : say('nothing_to_move'),
    )
  }
  const putBack = (entry: Entry): void => {
    setCarried(null)
    setSaid(say('put_back', { title: entry.survey.title, day: longDay(entry.day) }))
    focus(entry.day)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target as Element).matches('[data-day]')) return
    const at = days.indexOf(current)
    const step = stepOf(event, getComputedStyle(event.currentTarget).direction === 'rtl')
    const key = event.key.toLowerCase()
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (step) {
      const [week, day] = step([Math.floor(at / 7), at % 7], { rows: weeks.length, columns: 7 })
      const isAfterEnd = event.key === 'ArrowRight' && at % 7 === 6
      const isBeforeStart = event.key === 'ArrowLeft' && at % 7 === 0
      // Days go on in the next row.
      const next = isAfterEnd ? at + 1 : isBeforeStart ? at - 1 : week * 7 + day
      const to = nearestShown(Math.max(0, Math.min(days.length - 1, next)), next < at ? -1 : 1)
      if (carried) setSaid(say('over_day', { title: carried.survey.title, day: longDay(to) }))
      focus(to)
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (carried) drop(carried, current)
      else onOpen(current)
    } else if (key === 'm' && isPlain) {
      lift()
    } else if (event.key === 'Escape' && carried) {
      putBack(carried)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const draggedOver = (event: DragEvent, day: string): void => {
    if (!carried) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(day)
  }
  return (
    <div className={classes.room}>
      <table
        ref={table}
        role="grid"
        aria-label={label}
        aria-busy={isStale || undefined}
        aria-describedby="schedule-keys"
        className={classes.month}
        data-stale={isStale || undefined}
        data-carrying={(carried !== null && isByKeys) || undefined}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr role="row">
            {weekdayNames.map(({ short, long }) => (
              <th key={long} role="columnheader" scope="col">
                <span aria-hidden="true">{short}</span>
                <span className="visually-hidden">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]} role="row">
              {week.map((day) => (
                <Day
                  key={day}
                  {...props}
                  day={day}
                  isFocused={day === current}
                  isTarget={carried !== null && (over ?? current) === day && day !== carried.day}
                  carried={carried}
                  onFocus={() => setFocused(day)}
                  onLift={(entry) => {
                    setCarried(entry)
                    setByKeys(false)
                  }}
                  onDragEnd={() => {
                    setCarried(null)
                    setOver(null)
                  }}
                  onDragOver={(event) => draggedOver(event, day)}
                  onDrop={(event) => {
                    event.preventDefault()
                    if (carried) drop(carried, day)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id="schedule-keys" className={`quiet small ${classes.keys}`}>
        {say('grid_hint')}
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}

type DayProps = Props & {
  day: string
  isFocused: boolean
  isTarget: boolean
  carried: Entry | null
  onFocus: () => void
  onLift: (entry: Entry) => void
  onDragEnd: () => void
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
}

function Day({ day, month, entries, holidays, today, isFocused, isTarget, ...rest }: DayProps) {
  const { carried, canMove, onOpen, onFocus, onLift, onDragEnd, onDragOver, onDrop } = rest
  const say = useMessages(scheduleTexts)
  const all = entries.get(day) ?? []
  const names = holidays.get(day) ?? []
  const change = clockChangeOn(day)
  const isEmpty = all.length === 0 && names.length === 0 && change === 0 && day !== today
  return (
    <td
      role="gridcell"
      data-day={day}
      data-row={day}
      data-outside={monthOf(day) !== month || undefined}
      data-today={day === today || undefined}
      data-empty={isEmpty || undefined}
      data-target={isTarget || undefined}
      aria-current={day === today ? 'date' : undefined}
      tabIndex={isFocused ? 0 : -1}
      className={classes.day}
      onFocus={onFocus}
      onClick={() => onOpen(day)}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <span className={classes.date}>
        <span aria-hidden="true" className={classes.number}>
          {dayNumber(day)}
        </span>
        <span aria-hidden="true" className={classes.name}>
          {monthOf(day) === month ? dayName(day) : `${dayName(day)}, ${monthOnly(day)}`}
        </span>
        <span className="visually-hidden">
          {[longDay(day), day === today && say('is_today'), say('day_count', { count: all.length })]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {names.map((name) => (
        <span key={name} className={classes.note} title={name}>
          <IconCalendarOff size={13} aria-hidden />
          <span lang={locale}>{name}</span>
        </span>
      ))}
      {change !== 0 && (
        <span className={classes.note}>
          <IconClock size={13} aria-hidden />
          {say(change > 0 ? 'clocks_forward' : 'clocks_back')}
        </span>
      )}
      {all.length > 0 && (
        <ul className={classes.entries}>
          {all.map((entry) => (
            <Line
              key={entry.key}
              entry={entry}
              isMovable={canMove(entry)}
              isCarried={carried?.key === entry.key}
              onLift={onLift}
              onDragEnd={onDragEnd}
            />
          ))}
        </ul>
      )}
      {all.length > entriesShown && (
        <span className={classes.more}>{say('more', { count: all.length - entriesShown })}</span>
      )}
    </td>
  )
}

type LineProps = {
  entry: Entry
  isMovable: boolean
  isCarried: boolean
  onLift: (entry: Entry) => void
  onDragEnd: () => void
}

function Line({ entry, isMovable, isCarried, onLift, onDragEnd }: LineProps) {
  const say = useMessages(scheduleTexts)
  const { survey, occurrence, isClosing } = entry
  const state = stateOf(survey, occurrence)
  return (
    <li
      className={classes.entry}
      data-state={state}
      data-closing={isClosing || undefined}
      data-carried={isCarried || undefined}
      title={`${survey.title}: ${say(`state_${state}`)}`}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', survey.title)
        // Some browsers end the drag of an element that changes as it begins.
        setTimeout(() => onLift(entry))
      }}
      onDragEnd={onDragEnd}
    >
      <span className={classes.time}>{entryTime(say, entry)}</span>
      <span className={classes.survey}>
        {isClosing ? say('closes', { title: survey.title }) : survey.title}
      </span>
      <span className="visually-hidden">{`, ${say(`state_${state}`)}`}</span>
    </li>
  )
}
