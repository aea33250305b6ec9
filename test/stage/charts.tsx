/** Charts, each with what it shows where nothing may be shown. */
import { useState } from 'react'
import { BarChart } from '../../web/ui/bar-chart.tsx'
import { ChartFrame } from '../../web/ui/chart-frame.tsx'
import { DivergingBar, reachOf, type Spread, SpreadLegend } from '../../web/ui/diverging-bar.tsx'
import { HeatGrid, HeatLegend, type HeatPlace, type HeatRow, type HeatTone } from '../../web/ui/heat-grid.tsx'
import { LineBand } from '../../web/ui/line-band.tsx'
import { formatSigned } from '../../web/ui/number-format.ts'
import { Page } from '../../web/ui/page.tsx'
import { ResponseBar } from '../../web/ui/response-bar.tsx'
import { Ring } from '../../web/ui/ring.tsx'
import { Sparkline } from '../../web/ui/sparkline.tsx'

const tooFew = 'Not shown on its own: too few people. Its answers are counted in Everyone.'

const spreadOf = (...counts: number[]): Spread => ({
  counts: counts.map((count, i) => ({ label: String(i + 1), count })),
  neutral: counts.length % 2 === 1 ? (counts.length - 1) / 2 : null,
})

const questions = [
  { label: 'My workload was manageable', spread: spreadOf(7, 6, 23, 18, 3), mean: [3.1, 2.8, 3.4, 3.2] },
  {
    label: 'I knew what matters most this week',
    spread: spreadOf(0, 3, 21, 17, 16),
    mean: [3.8, 3.6, 4.1, 3.7],
  },
  { label: 'My tools let me do good work', spread: spreadOf(0, 3, 13, 26, 15), mean: [3.9, 3.7, 4.2, 3.2] },
  { label: 'Seven steps', spread: spreadOf(2, 4, 6, 12, 9, 8, 3), mean: [4.3, 3.9, 4.7, 4.1] },
  { label: 'Four steps', spread: spreadOf(5, 9, 20, 10), mean: [2.8, 2.5, 3.1, 2.7] },
] as const

const reach = reachOf(questions.map(({ spread }) => spread))

const weeks = [3.9, 3.8, 3.9, 3.7, 3.9, 3.8, 3.9, 4, 3.9, 1.8, 2, 2.1].map((value, i) => ({
  at: new Date(Date.UTC(2026, 7, 31 + 7 * i)).toISOString().slice(0, 10),
  value,
  low: value - 0.5,
  high: value + 0.6,
  n: 14,
}))

const days = Array.from({ length: 30 }, (_none, i) => ({
  label: `${i + 1} Nov`,
  good: 200 + ((i * 37) % 90),
  refused: (i * 11) % 30,
  failed: i % 9 === 0 ? 12 : 0,
}))

const teams: readonly (HeatRow & { values: readonly number[] })[] = [
  { id: 'all', label: 'Everyone', depth: 0, end: '57 of 66', values: [3.1, 3.8, 3.9, 3.6, 4] },
  {
    id: 'eng',
    label: 'Engineering',
    depth: 0,
    isExpandable: true,
    end: '27 of 31',
    values: [2.8, 3.6, 3.9, 3.6, -26],
  },
  { id: 'platform', label: 'Platform', depth: 1, end: '14 of 16', values: [2.1, 4.1, 3.7, 3.6, -64] },
  { id: 'product', label: 'Product', depth: 1, end: '13 of 15', values: [3.6, 3.1, 4, 3.5, 15] },
  { id: 'support', label: 'Support', depth: 0, end: '14 of 16', values: [3.2, 4.1, 4.6, 3.6, 29] },
  {
    id: 'legal',
    label: 'Legal',
    depth: 0,
    hidden: 'Not shown on its own: too few people. Counted in Everyone.',
    values: [],
  },
]

const drivers = ['Workload', 'Clarity', 'Tools', 'Recognition', 'eNPS']

function toneOf(value: number, of: number, steps: readonly number[]): HeatTone {
  const size = steps.findLastIndex((step) => Math.abs(value - of) >= step - 1e-9) + 1
  return (Math.sign(value - of) * size) as HeatTone
}

function Teams() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['eng']))
  const [open, setOpen] = useState<HeatPlace | null>(null)
  const rows = teams.filter(({ depth }) => depth === 0 || expanded.has('eng'))
  return (
    <>
      <HeatGrid
        label="Teams by driver"
        corner="Team"
        endLabel="Answered"
        rows={rows}
        columns={drivers.map((label) => ({ id: label, label, isApart: label === 'eNPS' }))}
        cell={(row, column) => {
          const i = drivers.indexOf(column)
          const value = teams.find(({ id }) => id === row)!.values[i]
          if (row === 'product' && column === 'Recognition')
            return { hidden: 'Not shown: it would reveal what one team said.' }
          const tone =
            row === 'all' ? null : toneOf(value, teams[0].values[i], i === 4 ? [10, 25, 50] : [0.2, 0.5, 1])
          return {
            text: i === 4 ? formatSigned(value) : value.toFixed(1),
            tone,
            ...(tone !== null && tone <= -2 && { mark: 'below' }),
            ...(tone !== null && tone >= 2 && { mark: 'above', description: 'clearly above the rest' }),
          }
        }}
        expanded={expanded}
        onExpand={(row) => setExpanded(expanded.has(row) ? new Set() : new Set([row]))}
        selected={open}
        onOpen={setOpen}
      />
      <HeatLegend
        low="Below Everyone"
        high="Above"
        scales={[{ name: 'Means', steps: ['−1.0', '−0.5', '−0.2', '0', '+0.2', '+0.5', '+1.0'] }]}
        markLabel="clearly different from the rest"
        hiddenLabel="not shown"
      />
      <p role="status">{open && `${open.row}, ${open.column}`}</p>
    </>
  )
}

export const Charts = () => (
  <Page title="Charts">
    <ChartFrame
      id="questions"
      finding="Tools rose from 3.2 to 3.9, the only clear change since 9 November"
      description="Share of answers to each question, and mean with its 95% interval"
      n={57}
      source="Mon 16 to Wed 18 Nov 2026"
      table={{
        columns: ['Question', 'Mean', 'Answers'],
        rows: [
          ...questions.map(({ label, mean, spread }) => [
            label,
            mean[0],
            spread.counts.reduce((sum, { count }) => sum + count, 0),
          ]),
          ['=HYPERLINK("https://example.com")', -3, null],
          ['Legal', tooFew, null],
        ],
      }}
    >
      <SpreadLegend spread={questions[0].spread} labels={['1 Not at all', '2', '3', '4', '5 Completely']} />
      {questions.map(({ label, spread, mean: [value, low, high, before] }) => (
        <div key={label}>
          <h3>{label}</h3>
          <DivergingBar
            label={label}
            {...spread}
            reach={reach}
            mean={{ value, low, high, min: 1, max: spread.counts.length, before }}
          />
        </div>
      ))}
      <DivergingBar label="Legal" {...spreadOf(1, 1, 1)} size="small" hidden={tooFew} />
      <DivergingBar label="Nobody" {...spreadOf(0, 0, 0)} />
    </ChartFrame>
    <ChartFrame
      id="workload"
      finding="Workload fell after 2 November and stayed low"
      description="Mean of 1 to 5 with its 95% interval, 12 weeks"
      n={14}
      table={{
        columns: ['Week', 'Mean', 'From', 'To'],
        rows: weeks.map(({ at, value, low, high }) => [at, value, low, high]),
      }}
    >
      <LineBand
        label="Workload by week"
        points={weeks}
        min={1}
        max={5}
        gaps={[{ from: '2026-09-22', to: '2026-10-04', label: 'Autumn holidays' }]}
        notes={[{ at: '2026-11-02', label: 'New on-call rota' }]}
      />
    </ChartFrame>
    <ChartFrame
      finding="Workload is 2.1, low for the second week in a row"
      table={{
        columns: ['Week', 'Mean'],
        rows: [
          ['2 Nov', 3.9],
          ['9 Nov', 1.8],
          ['16 Nov', 2.1],
        ],
      }}
    >
      <LineBand
        label="Workload since 2 November"
        min={1}
        max={5}
        height={140}
        points={[
          { at: '2026-11-02', value: 3.9, low: 3.4, high: 4.4 },
          { at: '2026-11-09', value: 1.8, low: 1.4, high: 2.2 },
          { at: '2026-11-16', value: 2.1, low: 1.5, high: 2.7 },
        ]}
      />
      <div className="row" style={{ gap: 24 }}>
        <Sparkline
          width={160}
          height={40}
          min={1}
          max={5}
          points={[...weeks.slice(0, 5), null, ...weeks.slice(6)]}
        />
        <Sparkline
          width={72}
          height={24}
          min={0}
          max={9}
          points={[1, 4, 2, 9, 3].map((value) => ({ value }))}
        />
      </div>
    </ChartFrame>
    <section className="card pad row" aria-label="Responses" style={{ gap: 32 }}>
      <Ring label="57 of 66 answered" value={57} of={66} />
      <Ring label="At least 10 of 16 answered" value={10} of={16} text="10+" caption="of 16" />
      <Ring label="Count shown after more answers" value={null} of={8} text="Shown after more answers" />
      <Ring label="All answered" value={4} of={4} size={64} />
      <ResponseBar label="12 of 40 answered" answered={12} asked={40} />
      <ResponseBar label="At least 40 of 66 answered" answered={40} asked={66} isRounded />
      <ResponseBar label="Count shown after more answers" answered={null} asked={8} />
    </section>
    <ChartFrame
      id="heat"
      finding="Workload divides Fjordline: 2.1 in Platform, 3.6 in Product"
      description="Mean of 1 to 5; eNPS from −100 to 100. Colour: difference from Everyone in the same column."
      table={{
        columns: ['Team', ...drivers],
        rows: teams.map(({ label, values, hidden }) => [label, ...(hidden ? [hidden] : values)]),
      }}
    >
      <Teams />
    </ChartFrame>
    <BarChart
      finding="12 of 7,000 requests failed"
      description="By day"
      series={[
        { key: 'good', label: 'Answered', color: 'light-dark(#6d65f0, #7f78f0)' },
        { key: 'refused', label: 'Refused', color: 'light-dark(#d99a2b, #f2c078)' },
        { key: 'failed', label: 'Failed', color: 'light-dark(#c53b40, #ff8a8e)' },
      ]}
      bars={days}
    />
  </Page>
)
