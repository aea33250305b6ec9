/** How exports are put to people: names of datasets, sizes, and when a schedule comes round. */
import { locale, type Say } from '../messages.ts'
import type { Export, Schedule } from './export-queries.ts'
import type { exportTexts } from './export-texts.ts'
import { offeredNames } from './offered-datasets.ts'

/** One that pages do not offer was asked for by the pages of another version: it has its own name. */
export function nameOf(say: Say<typeof exportTexts>, dataset: Export['dataset']): string {
  const offered = offeredNames.find((name) => name === dataset)
  return offered ? say(`dataset_${offered}`) : dataset
}

const units = ['byte', 'kilobyte', 'megabyte'] as const
const step = 1000

/** “12 kB” */
export function formatBytes(bytes: number): string {
  const at = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / Math.log10(step)), units.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[at],
    maximumFractionDigits: at === units.length - 1 ? 1 : 0,
  }).format(bytes / step ** at)
}

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })

/** 1 is Monday. */
export const weekdayName = (day: number): string => weekday.format(Date.UTC(2024, 0, day))

export const rhythmText = (
  say: Say<typeof exportTexts>,
  { every, day, time, time_zone: zone }: Schedule,
): string =>
  every === 'week'
    ? say('every_week_on', { day: weekdayName(day), time, zone })
    : say('every_month_on', { day: String(day), time, zone })
