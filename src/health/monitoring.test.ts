/** Alerts and the dashboard of deploy/monitoring ask for metrics that the service has, by labels and values that they have. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, suite, test } from 'node:test'
import { parse } from 'yaml'
import { metricsPathOf, startApp } from '../../test/support/start.ts'
import { newWorld } from '../../test/support/world.ts'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

type Alert = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
const alerts: Alert[] = parse(read('deploy/monitoring/alerts.yaml')).groups.flatMap(
  (group: { rules: Alert[] }) => group.rules,
)
type Panel = { title: string; targets: { expr: string; legendFormat: string }[] }
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: Panel[] }
const guide = read('docs/guides/monitoring.md')

const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

/** Values of each label of each metric. Prometheus adds those of the scrape. */
let known: Map<string, Map<string, Set<string>>>

suite('what is monitored', () => {
  before(async () => {
    const running = await startApp({ at: '2026-11-02T09:00:00Z' })
    const world = await newWorld({ running })
    await (await world.user()).get('/api/pulses')
    await world.anyone.get('/api/pulses')
    const { body } = await world.anyone.get(metricsPathOf(running))
    known = new Map([['up', new Map()]])
    for (const [, name, labels = ''] of String(body).matchAll(/^(\w+)(?:\{([^}]*)\})? \S+$/gm)) {
      const own = known.get(name) ?? new Map<string, Set<string>>()
      for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g))
        own.set(label, (own.get(label) ?? new Set()).add(value))
      known.set(name, own)
    }
    // None has failed yet.
    for (const name of known.keys())
      if (name.startsWith('sonde_http_')) known.get(name)!.get('status')!.add('5xx')
  })

  const ofScrape = new Set(['job', 'instance'])

  test('exists, with the labels and values that are asked for', () => {
    for (const expression of expressions) {
      const selectors = [...expression.matchAll(/\b((?:sonde_\w+)|up)\b(?:\{([^}]*)\})?/g)]
      assert.notEqual(selectors.length, 0, expression)
      for (const [, name, labels = ''] of selectors) {
        const own = known.get(name)
        assert.ok(own, `${name} in ${expression}`)
        for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g))
          assert.ok(ofScrape.has(label) || own.get(label)?.has(value), `${name} ${label}=${value}`)
        for (const [, grouped] of expression.matchAll(/\bby \(([^)]*)\)/g))
          for (const label of grouped.split(', '))
            assert.ok(ofScrape.has(label) || own.has(label), `${label} of ${name}`)
      }
      assert.equal(expression.split('(').length, expression.split(')').length, expression)
    }
    for (const { targets } of panels)
      for (const { expr, legendFormat } of targets)
        for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          assert.match(expr, new RegExp(`by \\([^)]*\\b${label}\\b`))
  })

  test('is all that the service tells, in the dashboard and in the guide', () => {
    const families = new Set(
      [...known.keys()]
        .map((name) => name.replace(/_(bucket|sum|count)$/, ''))
        .filter((name) => name !== 'up'),
    )
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
    for (const name of families) {
      assert.ok(shown.includes(name), `${name} in the dashboard`)
      assert.ok(guide.includes(`\`${name}\``), `${name} in the guide`)
    }
  })

  test('says by every alert what has happened and what to do, and the guide lists them', () => {
    for (const { alert, labels, annotations } of alerts) {
      assert.match(labels.severity, /^(critical|warning)$/, alert)
      assert.ok(annotations.summary.length > 20 && annotations.description.length > 40, alert)
    }
    const listed = [...guide.matchAll(/^\| `(Sonde\w+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(listed.toSorted(), alerts.map(({ alert }) => alert).toSorted())
  })
})
