/**
 * Findings in the words of a model. Of a finding of ours nothing changes but how an emergent theme is called, and what is told of
 * its drivers beside; one finding more, without any figure, sums up. Who said it is told in each. Pure.
 */
import { type Finding } from '../insights/insights.ts'
import { type Phrasing } from './phrasing.ts'

export type Said = { provider: string; model: string; phrasing: Phrasing }

type Theme = { label: string; source: 'driver' | 'emergent' }

export function inWordsOf({ provider, model, phrasing }: Said, findings: readonly Finding[]): Finding[] {
  const by = { provider, model, prompt_version: phrasing.version }
  const named = findings.map((finding) => {
    if (finding.kind !== 'theme' || (finding.value as Theme).source !== 'emergent') return finding
    const words = Object.hasOwn(phrasing.themes, finding.subject ?? '') && phrasing.themes[finding.subject!]
    if (!words || (words.label === null && words.drivers.length === 0)) return finding
    const { label: before } = finding.value as Theme
    const label = words.label ?? before
    const said = { label, engine_label: before, drivers: words.drivers, labelled_by: by }
    return {
      ...finding,
      statement: renamed(finding.statement, before, label),
      value: { ...(finding.value as object), ...said },
    }
  })
  return phrasing.summary.length === 0 ? named : [...named, summaryOf(phrasing.summary, by)]
}

/** The name stands behind "talk about"; quantities before and behind it stay. */
function renamed(statement: string, before: string, label: string): string {
  const place = ` talk about ${before.toLowerCase()}`
  const at = statement.lastIndexOf(place)
  return at < 0
    ? statement
    : `${statement.slice(0, at)} talk about ${label.toLowerCase()}${statement.slice(at + place.length)}`
}

const summaryOf = (sentences: readonly string[], by: object): Finding => ({
  kind: 'summary',
  teamId: null,
  questionId: null,
  subject: 'summary',
  statement: sentences.join(' '),
  n: null,
  value: { sentences, labelled_by: by },
  interval: null,
  method: {
    name: 'language model, held against the answers',
    version: (by as { prompt_version: string }).prompt_version,
  },
  evidence: [],
})
