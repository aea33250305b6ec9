/** Numbers as the reader writes them. */
import { withMinus, withUnit } from '../../locales/format.ts'
import { locale } from '../messages.ts'

const number = withMinus(new Intl.NumberFormat(locale))
const percent = withMinus(new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }))

const wholePercent = withMinus(new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
const score = withMinus(new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }))
const signed = withMinus(
  new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
)

const signedScore = withMinus(
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }),
)

const figure = withMinus(new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))

const millisecond = (maximumFractionDigits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond', maximumFractionDigits })
const short = millisecond(1)
const long = millisecond(0)

const exactBelowMs = 10

export const formatNumber = (value: number): string => number.format(value)

/** “98.2%”, “98,2 %”; a dash if the whole is zero. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : percent.format(part / whole)

/** “57%”: a share from 0 to 1, without decimals. */
export const formatPercent = (share: number): string => wholePercent.format(share)

/** “3.9”: a mean, always with one decimal. */
export const formatScore = (value: number): string => score.format(value)

/** “4.26”, “−63”: any figure, with at most two decimals. */
export const formatFigure = (value: number): string => figure.format(value)

/** “+4”: from −100 to 100. */
export const formatSigned = (value: number): string => signed.format(value)

/** “+0.4”, “−0.25”: by how much a mean differs. */
export const formatDifference = (value: number): string => signedScore.format(value)

/** “12 hours”, “80%”. @param written  the number, as one of these functions writes it */
export const formatWithUnit = (written: string, unit: string | undefined): string =>
  withUnit(locale, written, unit)

export const formatMilliseconds = (ms: number | null): string =>
  ms === null ? '–' : (ms < exactBelowMs ? short : long).format(ms)
