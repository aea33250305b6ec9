/** How figures are named and written: columns by their driver where that tells them apart, days with their year, values by their scale. */
import { locale, type Say, useMessages } from '../messages.ts'
import { readersZone } from '../reader.ts'
import { formatDifference, formatScore, formatSigned, formatWithUnit } from '../ui/number-format.ts'
import { driverTexts } from '../drivers/driver-texts.ts'
import type { Instance, Series } from './figure-queries.ts'
import { everyoneInAddress } from '../results/results-queries.ts'
import { figureTexts } from './figure-texts.ts'
import { type Column, everyone, type HeatMap, type Why } from './heat-map.ts'

const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const ownDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: readersZone })

/** The day on which an instance was asked. */
export const dayOf = ({ local_date }: Pick<Instance, 'local_date'>): string =>
  longDay.format(new Date(local_date))

/** The day of the instance by its check-in's clock; of one that is not among them, the day on which it opened. */
export const dayIn = (past: readonly Instance[], point: Series['points'][number]): string =>
  past.find(({ id }) => id === point.check_in_instance_id)?.local_date ?? point.opened_at.slice(0, 10)

export const dayAt = (instant: string): string => ownDay.format(new Date(instant))

type Named = Pick<Column, 'id' | 'text' | 'driver' | 'isEnps'>

export function useNamesOf<T extends Named>(columns: readonly T[]): (column: T) => string {
  const say = useMessages(figureTexts)
  const sayDriver = useMessages(driverTexts)
  return (column) => {
    const alike = columns.filter(({ driver, isEnps }) => driver === column.driver && isEnps === column.isEnps)
    if (alike.length > 1) return column.text
    if (column.isEnps) return say('enps')
    return column.driver === null ? column.text : sayDriver(column.driver)
  }
}

export const valueText = ({ isEnps }: Pick<Column, 'isEnps'>, value: number): string =>
  isEnps ? formatSigned(value) : formatScore(value)

/** The same with its unit, where there is room for it. */
export const measuredText = (column: Pick<Column, 'isEnps' | 'unit'>, value: number): string =>
  formatWithUnit(valueText(column, value), column.unit)

export const differenceText = ({ isEnps }: Pick<Column, 'isEnps'>, value: number): string =>
  isEnps ? formatSigned(value) : formatDifference(Math.round(value * 10) / 10)

type Teams = Pick<HeatMap, 'teams'>['teams']

export const teamName = (say: Say<typeof figureTexts>, teams: Teams, id: string): string =>
  id === everyone ? say('everyone') : (teams.find(({ team_id }) => team_id === id)?.name ?? id)

/** Where the answers of a hidden team are counted, in words; a team that the reader does not see is not named. */
export function hiddenText(
  say: Say<typeof figureTexts>,
  teams: Teams,
  countedIn: string | null | undefined,
): string {
  const isKnown = countedIn === null || teams.some(({ team_id }) => team_id === countedIn)
  if (countedIn === undefined || !isKnown) return say('hidden')
  return say('hidden_in', { team: teamName(say, teams, countedIn ?? everyone) })
}

export function whyText(say: Say<typeof figureTexts>, teams: Teams, why: Why): string {
  switch (why.kind) {
    case 'hidden':
      return hiddenText(say, teams, why.countedIn)
    case 'not_before':
      return say('hidden_before')
    case 'no_rest':
      return say('no_rest')
    case 'none':
      return say('no_team')
  }
}

/** For a choice by the address. A lead starts with their own team, and everyone is one of the others. */
export function teamChoice(
  say: Say<typeof figureTexts>,
  teams: Teams,
  own: string | undefined,
): { all: string; options: { value: string; label: string }[] } {
  const named = teams.map(({ team_id: value, name = value, suppressed }) => ({
    value,
    label: suppressed ? say('team_hidden', { team: name }) : name,
  }))
  const first = named.find(({ value }) => value === own)
  return first
    ? {
        all: first.label,
        options: [
          { value: everyoneInAddress, label: say('everyone') },
          ...named.filter((one) => one !== first),
        ],
      }
    : { all: say('everyone'), options: named }
}
