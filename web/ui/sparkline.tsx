/** A small line of how a figure moved, without axes: decoration beside the figure, which is what is read. */
type Props = { values: readonly number[]; width?: number; height?: number }

export function Sparkline({ values, width = 120, height = 32 }: Props) {
  if (values.length < 2) return null
  const top = Math.max(...values, 1)
  const x = (i: number): number => (i / (values.length - 1)) * width
  const y = (value: number): number => height - 2 - (value / top) * (height - 4)
  const line = values
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      style={{ maxWidth: '100%' }}
    >
      <path d={`${line}L${width} ${height}L0 ${height}Z`} fill="var(--tint)" />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
