/**
 * Bars over days, stacked, with a title that states the finding and a table of the same figures behind a switch. The
 * library that draws axes is a chunk of its own (web/ui/drawn-bars.tsx), fetched when a chart is shown.
 */
import { Button, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type Bar, type Series } from './chart-data.ts'
import classes from './chart.module.css'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

const Drawn = lazy(() => import('./drawn-bars.tsx').then(({ DrawnBars }) => ({ default: DrawnBars })))

type Props = {
  finding: string
  description?: ReactNode
  series: readonly Series[]
  bars: readonly Bar[]
  height?: number
}

export function BarChart({ finding, description, series, bars, height = 220 }: Props) {
  const say = useMessages(uiTexts)
  const [asTable, setAsTable] = useState(false)
  return (
    <section className="card pad stack" aria-label={finding}>
      <div className="row-between">
        <div>
          <h2>{finding}</h2>
          {description && <p className="quiet">{description}</p>}
        </div>
        <Button variant="default" size="xs" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? say('show_chart') : say('show_table')}
        </Button>
      </div>
      {asTable ? (
        <Table series={series} bars={bars} />
      ) : (
        <>
          <ul className={classes.legend}>
            {series.map(({ key, label, color }) => (
              <li key={key}>
                <span style={{ background: color }} aria-hidden="true" />
                {label}
              </li>
            ))}
          </ul>
          <div aria-hidden="true" style={{ height }}>
            <Suspense fallback={<Skeleton height={height} />}>
              <Drawn series={series} bars={bars} height={height} />
            </Suspense>
          </div>
        </>
      )}
    </section>
  )
}

const Table = ({ series, bars }: Pick<Props, 'series' | 'bars'>) => {
  const say = useMessages(uiTexts)
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={say('table')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{say('day')}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              {series.map(({ key }) => (
                <td key={key}>{bar[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
