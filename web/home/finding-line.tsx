/** The line behind a finding, over the last waves, on its full scale. */
import { LineBand } from '../ui/line-band.tsx'
import { formatNumber, formatScore, formatSigned } from '../ui/number-format.ts'
import type { Score } from './score.ts'

const chartHeight = 150

/** The ends of a scale without decimals, figures with one. */
const write = (value: number): string => (Number.isInteger(value) ? formatNumber(value) : formatScore(value))

export const FindingLine = ({ score: { kind, text, points, min, max } }: { score: Score }) => (
  <LineBand
    label={text}
    points={points}
    min={min}
    max={max}
    height={chartHeight}
    format={kind === 'enps' ? formatSigned : write}
  />
)
