/** The grid of the heat map in its frame, with the same figures as a table, and the drawer of a cell. */
import { useSearch } from '@tanstack/react-router'
import { lazy, useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { useAddress } from '../ui/address.ts'
import { ChartFrame } from '../ui/chart-frame.tsx'
import { type HeatCell, HeatGrid, HeatLegend } from '../ui/heat-grid.tsx'
import { formatDifference, formatNumber, formatPercent } from '../ui/number-format.ts'
import { UrlDrawer } from '../ui/url-drawer.tsx'
import { restTexts } from '../results/rest-texts.ts'
import { restText } from '../results/rest-words.ts'
import type { Survey } from './figure-queries.ts'
import { figureTexts } from './figure-texts.ts'
import classes from './figures.module.css'
import {
  differenceText,
  hiddenText,
  measuredText,
  teamName,
  useNamesOf,
  valueText,
  whyText,
} from './figure-words.ts'
import {
  answersIn,
  type Column,
  everyone,
  findingOf,
  type HeatMap,
  type Mode,
  placeOf,
  type Reading,
  readingOf,
  restIn,
  type Row,
  rowsOf,
  thresholdsOf,
} from './heat-map.ts'

const CellDetail = lazy(() => import('./cell-detail.tsx').then(({ CellDetail }) => ({ default: CellDetail })))

type Props = {
  map: HeatMap
  mode: Mode
  survey: Survey
  /** The occurrence of a check-in. */
  occurrence: string | undefined
  day: string
  dayBefore: string
}

export function HeatMapCard({ map, mode, survey, occurrence, day, dayBefore }: Props) {
  const say = useMessages(figureTexts)
  const { change } = useAddress()
  const { sort = '', cell: opened } = useSearch({ from: '/shell/app/heat-map' })
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const nameOf = useNamesOf(map.columns)
  const isDescending = sort.startsWith('-')
  const sorted = map.columns.find(({ id }) => id === sort.replace(/^-/, ''))
  const rows = rowsOf(map, mode, { folded, sort: sorted ? { column: sorted, isDescending } : null })
  const labelOf = (id: string): string => teamName(say, map.teams, id)
  const sayRest = useMessages(restTexts)
  const isPartial = (id: string): boolean =>
    map.columns.some((column) => map.figures.get(placeOf(id, column.id))?.isPartial)
  const columnOf = (id: string): Column => map.columns.find((one) => one.id === id) ?? map.columns[0]
  const write = mode === 'score' ? valueText : differenceText
  const onExpand = (id: string): void => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const onSort = (id: string): void =>
    change({ sort: sort === id ? `-${id}` : sort === `-${id}` ? undefined : id })
  const clearly = (reading: Extract<Reading, { told: unknown }>): 'above' | 'below' | undefined =>
    reading.told ? (reading.told.isUp ? 'above' : 'below') : undefined
  const cellOf = (row: string, id: string): HeatCell => {
    const column = columnOf(id)
    const reading = readingOf(map, mode, row, column)
    if ('why' in reading) {
      const why = whyText(say, map.teams, reading.why)
      return reading.why.kind === 'no_rest' ? { none: why } : { hidden: why }
    }
    const { figure, shown, tone } = reading
    const mark = clearly(reading)
    const description = [
      say('answer_count', { count: figure.n }),
      mark && say(mode === 'change' ? `clearly_${mark === 'above' ? 'up' : 'down'}` : `clearly_${mark}`),
    ]
    return {
      text: write(column, shown),
      tone,
      ...(mark && { mark }),
      description: description.filter(Boolean).join(', '),
    }
  }
  const hiddenOf = ({ hidden }: Row): string | null => hidden && hiddenText(say, map.teams, hidden.countedIn)
  const [team, question] = opened ? splitPlace(opened) : []
  const lowIsGood = map.columns.filter(({ isLowGood }) => isLowGood).map(nameOf)
  return (
    <>
      <ChartFrame
        id="heat-map"
        finding={useFinding(map, mode, dayBefore)}
        description={
          <>
            {mode === 'change' ? say('counted_change', { day: dayBefore }) : say(`counted_${mode}`)}
            {lowIsGood.length > 0 && ` ${say('low_is_good', { drivers: lowIsGood.join(', ') })}`}
          </>
        }
        n={answersIn(map, everyone)}
        source={`${survey.title}, ${day}`}
        table={{
          columns: [say('team'), ...map.columns.map(nameOf), say('answers')],
          rows: rows.map((row) => [
            isPartial(row.id) && row.id !== everyone
              ? sayRest('partial_name', { team: labelOf(row.id) })
              : labelOf(row.id),
            ...map.columns.map((column) => {
              const reading = readingOf(map, mode, row.id, column)
              return 'why' in reading
                ? (hiddenOf(row) ?? whyText(say, map.teams, reading.why))
                : Math.round(reading.shown * tableDigits) / tableDigits
            }),
            row.hidden ? null : answersIn(map, row.id),
          ]),
        }}
      >
        <TouchHint />
        <HeatGrid
          label={say('grid')}
          corner={say('team')}
          endLabel={say('answers')}
          rows={rows.map((row) => {
            const hidden = hiddenOf(row)
            return {
              id: row.id,
              label: labelOf(row.id),
              depth: row.depth,
              isExpandable: row.isExpandable,
              ...(hidden === null ? { end: formatNumber(answersIn(map, row.id)) } : { hidden }),
            }
          })}
          columns={map.columns.map((column) => ({
            id: column.id,
            label: nameOf(column),
            isApart: column.isEnps,
            sort: {
              direction: column.id === sorted?.id ? (isDescending ? 'descending' : 'ascending') : null,
              onSort: () => onSort(column.id),
            },
          }))}
          cell={cellOf}
          expanded={new Set(rows.filter(({ id }) => !folded.has(id)).map(({ id }) => id))}
          onExpand={onExpand}
          selected={team !== undefined && question !== undefined ? { row: team, column: question } : null}
          onOpen={({ row, column }) => {
            if (!('why' in readingOf(map, mode, row, columnOf(column))))
              change({ cell: placeOf(row, column) }, { isEntry: true })
          }}
        />
        <Legend map={map} mode={mode} />
        {rows
          .filter(({ id }) => isPartial(id))
          .map(({ id }) => (
            <p key={id} className="quiet small">
              {restText(sayRest, restIn(map, id))}
            </p>
          ))}
      </ChartFrame>
      <p className={`quiet small no-print ${classes.keys}`}>{say('keys')}</p>
      <UrlDrawer
        param="cell"
        title={
          team !== undefined && map.columns.some(({ id }) => id === question)
            ? `${labelOf(team)} ·\u00a0${nameOf(columnOf(question ?? ''))}`
            : say('detail')
        }
      >
        {(place) => {
          const [row, id] = splitPlace(place)
          return (
            <CellDetail
              {...{ map, row, survey, occurrence, nameOf }}
              column={map.columns.find((one) => one.id === id) ?? null}
            />
          )
        }}
      </UrlDrawer>
    </>
  )
}

const tableDigits = 100

/** The id of a team has no dot; that of a question may. */
function splitPlace(place: string): [row: string, column: string] {
  const at = place.indexOf('.')
  return at < 0 ? [place, ''] : [place.slice(0, at), place.slice(at + 1)]
}

function useFinding(map: HeatMap, mode: Mode, dayBefore: string): string {
  const say = useMessages(figureTexts)
  const nameOf = useNamesOf(map.columns)
  const found = findingOf(map, mode)
  const column = map.columns.find(({ id }) => id === found?.column)
  if (!found || !column)
    return mode === 'change' ? say('no_change', { day: dayBefore }) : say('no_difference')
  const words = {
    driver: nameOf(column),
    team: teamName(say, map.teams, found.team),
    value: measuredText(column, found.to),
    other: measuredText(column, found.from),
  }
  if (mode !== 'change') return say(found.isUp ? 'finding_above' : 'finding_below', words)
  if (found.team === everyone) return say(found.isUp ? 'finding_rose' : 'finding_fell', words)
  return say(found.isUp ? 'finding_rose_in' : 'finding_fell_in', words)
}

const share = 4

/** A colour stands for all that is at least as far, up to the next. */
const reach = (value: number, text: string): string =>
  value === 0 ? text : `${value < 0 ? '≤' : '≥'}\u200a${text}`

type LegendProps = { map: HeatMap; mode: Mode }

function Legend({ map, mode }: LegendProps) {
  const say = useMessages(figureTexts)
  const scales = map.columns.filter(({ isEnps }) => !isEnps)
  const [first = map.columns[0]] = scales
  // Of scales of several lengths the steps are shares.
  const isOne = scales.every(({ min, max }) => max - min === first.max - first.min)
  const steps = isOne ? thresholdsOf(first) : [0.2, 0.5, 1].map((one) => one / share)
  const write = (value: number): string =>
    isOne
      ? first.isEnps
        ? differenceText(first, value)
        : formatDifference(value)
      : `${value < 0 ? '−' : value > 0 ? '+' : ''}${formatPercent(Math.abs(value))}`
  const bothWays = (up: readonly number[]): number[] => [...up.toReversed().map((one) => -one), 0, ...up]
  // Points of the eNPS are no steps of a scale.
  const enps = scales.length > 0 ? map.columns.find(({ isEnps }) => isEnps) : undefined
  const [low, high] = mode === 'change' ? [say('fell'), say('rose')] : [say('below_rest'), say('above')]
  return (
    <HeatLegend
      {...{ low, high }}
      scales={[
        {
          name: say(first.isEnps ? 'enps' : 'means'),
          steps: bothWays(steps).map((one) => reach(one, write(one))),
        },
        ...(enps
          ? [
              {
                name: say('enps'),
                steps: bothWays(thresholdsOf(enps)).map((one) => reach(one, differenceText(enps, one))),
              },
            ]
          : []),
      ]}
      markLabel={mode === 'change' ? say('clearly_change') : say('clearly_rest')}
      hiddenLabel={say('not_shown')}
    />
  )
}

/** Where there is no keyboard: how cells open, and that there are more of them beyond the edge, if there are. */
function TouchHint() {
  const say = useMessages(figureTexts)
  const hint = useRef<HTMLParagraphElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const place = hint.current?.nextElementSibling
    if (!place) return
    const observer = new ResizeObserver(() => setWide(place.scrollWidth > place.clientWidth))
    for (const one of [place, ...place.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return (
    <p ref={hint} className={`quiet small no-print ${classes.sideways}`}>
      {say(isWide ? 'sideways' : 'press_cell')}
    </p>
  )
}
