/**
 * Weeks as a grid of days, Monday first, in which a survey is one bar across the days on which it is open; a list of days where there is little
 * room. One day takes the focus by Tab; arrows, Home, End and
 * the page keys move it, Enter opens the day. What may be moved is dragged to another day, or lifted with M (the next of that day with M again),
 * carried by the arrows and put down with Enter. Dragging is the browser's own.
 */
import { IconCalendarOff, IconClock } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { locale, useMessages } from '../messages.ts'
import { stepOf } from '../ui/grid-steps.ts'
import { clockChangeOn, type Entry, monthOf, stateOf } from './days.ts'
import { type DayLanes, type Lane, lanesOf } from './lanes.ts'
import {
  dayBriefly,
  dayName,
  dayNumber,
  monthBriefly,
  entryTime,
  longDay,
  monthOnly,
  weekdayNames,
} from './schedule-words.ts'
import { scheduleTexts } from './schedule-texts.ts'
import classes from './schedule.module.css'

type Props = {
  label: string
  /** undefined: weeks from this one on. */
  month: string | undefined
  weeks: readonly (readonly string[])[]
  entries: ReadonlyMap<string, readonly Entry[]>
  holidays: ReadonlyMap<string, readonly string[]>
  today: string
  isStale: boolean
  canMove: (entry: Entry) => boolean
  audienceOf: (entry: Entry) => string | null
  onOpen: (day: string) => void
  onMove: (entry: Entry, to: string) => void
}

/** More of a day are counted, where days stand side by side. */
const entriesShown = 4

export function MonthGrid(props: Props) {
  const { label, month, weeks, entries, today, isStale, canMove, onOpen, onMove } = props
  const say = useMessages(scheduleTexts)
  const table = useRef<HTMLTableElement>(null)
  const all = [...entries.values()].flat()
  const days = weeks.flat()
  const [focused, setFocused] = useState(today)
  const [carried, setCarried] = useState<Entry | null>(null)
  /** By keys, and not by a pointer, under which nothing may move. */
  const [isByKeys, setByKeys] = useState(false)
  const [over, setOver] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  // Another month begins where it can be entered: today, or its first day.
  const current = days.includes(focused)
    ? focused
    : days.includes(today)
      ? today
      : `${month ?? monthOf(today)}-01`

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
        data-dragging={(carried !== null && !isByKeys) || undefined}
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
            <Week key={week[0]} week={week} all={all}>
              {(day, lanes) => (
                <Day
                  key={day}
                  {...props}
                  day={day}
                  lanes={lanes}
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
              )}
            </Week>
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

type WeekProps = {
  week: readonly string[]
  all: readonly Entry[]
  children: (day: string, lanes: DayLanes) => ReactNode
}

function Week({ week, all, children }: WeekProps) {
  const lanes = lanesOf(week, all, entriesShown)
  return <tr role="row">{[...lanes].map(([day, own]) => children(day, own))}</tr>
}

type DayProps = Props & {
  day: string
  lanes: DayLanes
  isFocused: boolean
  isTarget: boolean
  carried: Entry | null
  onFocus: () => void
  onLift: (entry: Entry) => void
  onDragEnd: () => void
  onDragOver: (event: DragEvent) => void
  onDrop: (event: DragEvent) => void
}

function Day({ day, month, weeks, lanes: own, holidays, today, isFocused, isTarget, ...rest }: DayProps) {
  const { carried, canMove, audienceOf, onOpen, onFocus, onLift, onDragEnd, onDragOver, onDrop } = rest
  const say = useMessages(scheduleTexts)
  const { lanes, entries, folded, more } = own
  const begin = [...lanes.filter((lane) => lane?.entry.day === day), ...entries, ...folded].length
  const count = lanes.filter((lane) => lane !== null).length + entries.length + folded.length
  const names = holidays.get(day) ?? []
  const change = clockChangeOn(day)
  const isEmpty = begin === 0 && names.length === 0 && change === 0 && day !== today
  return (
    <td
      role="gridcell"
      data-day={day}
      data-row={day}
      data-outside={(month !== undefined && monthOf(day) !== month) || undefined}
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
        {month === undefined && (day === weeks[0][0] || day.endsWith('-01')) && (
          <span aria-hidden="true" className={classes.begins}>
            {monthBriefly(day)}
          </span>
        )}
        <span aria-hidden="true" className={classes.name}>
          {monthOf(day) === (month ?? monthOf(today)) ? dayName(day) : `${dayName(day)}, ${monthOnly(day)}`}
        </span>
        <span className="visually-hidden">
          {[longDay(day), day === today && say('is_today'), say('day_count', { count })]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {lanes.length > 0 && (
        <ul className={classes.bars}>
          {lanes.map(
            (lane, at) =>
              lane && (
                <Line
                  key={lane.entry.key}
                  entry={lane.entry}
                  day={day}
                  lane={lane}
                  place={at + 1}
                  audience={audienceOf(lane.entry)}
                  isMovable={canMove(lane.entry) && !lane.isContinued}
                  isCarried={carried?.key === lane.entry.key}
                  onLift={onLift}
                  onDragEnd={onDragEnd}
                />
              ),
          )}
        </ul>
      )}
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
      {entries.length + folded.length > 0 && (
        <ul className={classes.entries}>
          {[...entries, ...folded].map((entry, at) => (
            <Line
              key={entry.key}
              entry={entry}
              day={day}
              isFolded={at >= Math.min(entries.length, entriesShown - lanes.length)}
              audience={audienceOf(entry)}
              isMovable={canMove(entry)}
              isCarried={carried?.key === entry.key}
              onLift={onLift}
              onDragEnd={onDragEnd}
            />
          ))}
        </ul>
      )}
      {more > 0 && <span className={classes.more}>{say('more', { count: more })}</span>}
    </td>
  )
}

type LineProps = {
  entry: Entry
  /** The day of the cell that it is in. */
  day: string
  lane?: Lane
  /** The number of the lane, from 1 on. */
  place?: number
  /** A grid has no room for it. */
  isFolded?: boolean
  audience: string | null
  isMovable: boolean
  isCarried: boolean
  onLift: (entry: Entry) => void
  onDragEnd: () => void
}

function Line({
  entry,
  day,
  lane,
  place,
  isFolded,
  audience,
  isMovable,
  isCarried,
  onLift,
  onDragEnd,
}: LineProps) {
  const say = useMessages(scheduleTexts)
  const { survey, occurrence } = entry
  const state = stateOf(survey, occurrence)
  const isContinued = entry.day < day
  const isLong = entry.last > entry.day
  const until = say('until', { day: dayBriefly(entry.last) })
  const words = [
    say(`state_${state}`),
    isContinued && say('since', { day: dayBriefly(entry.day) }),
    isLong && until,
    audience,
  ].filter(Boolean)
  return (
    <li
      className={classes.entry}
      data-state={state}
      data-running={isContinued || undefined}
      data-bar={(lane && (lane.days > 0 ? 'drawn' : 'below')) || undefined}
      data-continued={(isContinued && lane && lane.days > 0) || undefined}
      data-goes-on={lane?.goesOn || undefined}
      data-folded={isFolded || undefined}
      data-days={lane?.days}
      data-lane={place}
      data-carried={isCarried || undefined}
      title={[survey.title, ...words].join(' ·\u00a0')}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', survey.title)
        // Some browsers end the drag of an element that changes as it begins.
        setTimeout(() => onLift(entry))
      }}
      onDragEnd={onDragEnd}
    >
      <span className={classes.head}>
        {!isContinued && <span className={classes.time}>{entryTime(say, entry)}</span>}
        <span className={classes.survey}>{survey.title}</span>
      </span>
      {(isLong || audience) && (
        <span aria-hidden="true" className={classes.further}>
          {isLong && <span>{until}</span>}{' '}
          {audience && <span>{isLong ? `·\u00a0${audience}` : audience}</span>}
        </span>
      )}
      <span className="visually-hidden">{`, ${words.join(', ')}`}</span>
    </li>
  )
}
