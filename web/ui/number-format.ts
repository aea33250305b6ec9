/** Numbers as the reader writes them. */
import { locale } from '../messages.ts'

const number = new Intl.NumberFormat(locale)
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

const millisecond = (maximumFractionDigits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond', maximumFractionDigits })
const short = millisecond(1)
const long = millisecond(0)

const exactBelowMs = 10

export const formatNumber = (value: number): string => number.format(value)

/** “98.2%”, “98,2 %”; a dash where there is no whole. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(part / whole)

export const formatMilliseconds = (ms: number | null): string =>
  ms === null ? '–' : (ms < exactBelowMs ? short : long).format(ms)
