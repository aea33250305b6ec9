/** The drawing of web/ui/bar-chart.tsx, by Recharts: quiet axes, rounded ends, the same colours in light and dark. */
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { type Bar as OneBar, type Series } from './chart-data.ts'

const ticksMax = 8
const tick = { fill: 'var(--quiet)', fontSize: 12 }

type Props = { series: readonly Series[]; bars: readonly OneBar[]; height: number }

export const DrawnBars = ({ series, bars, height }: Props) => (
  <ResponsiveContainer width="100%" height={height}>
    <BarChart data={[...bars]} margin={{ top: 4, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="label"
        tick={tick}
        tickLine={false}
        axisLine={false}
        interval={Math.ceil(bars.length / ticksMax) - 1}
      />
      <YAxis tick={tick} tickLine={false} axisLine={false} width={40} allowDecimals={false} />
      <Tooltip
        cursor={{ fill: 'var(--sunken)' }}
        isAnimationActive={false}
        contentStyle={{
          background: 'var(--raised)',
          border: '1px solid var(--line)',
          borderRadius: 8,
          color: 'var(--text)',
          fontSize: 13,
        }}
        itemStyle={{ color: 'var(--text)', padding: 0 }}
      />
      {series.map(({ key, label, color }) => (
        <Bar
          key={key}
          dataKey={key}
          name={label}
          stackId="one"
          fill={color}
          maxBarSize={28}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  </ResponsiveContainer>
)
