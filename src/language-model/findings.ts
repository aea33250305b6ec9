/**
 * Findings in the words of a language model. Only the name of an emergent theme changes, with the drivers that its answers are
 * about beside it; one finding more sums up, without any figure. Each names the model. Pure.
 */
import { type Finding } from '../insights/insights.ts'
import { type Phrasing } from './phrasing.ts'

/** The words that a model found, and which model it was. */
export type ModelWords = { provider: string; model: string; phrasing: Phrasing }

type Theme = { label: string; source: 'driver' | 'emergent' }

type LabelledBy = { provider: string; model: string; prompt_version: string }

export function inWordsOf(
  { provider, model, phrasing }: ModelWords,
  findings: readonly Finding[],
): Finding[] {
  const by = { provider, model, prompt_version: phrasing.version }
  const named = findings.map((finding) => {
    if (finding.kind !== 'theme' || finding.subject === null) return finding
    const value = finding.value as Theme
    const words = Object.hasOwn(phrasing.themes, finding.subject) && phrasing.themes[finding.subject]
    if (value.source !== 'emergent' || !words) return finding
    if (words.label === null && words.drivers.length === 0) return finding
    const label = words.label ?? value.label
    return {
      ...finding,
      statement: renamed(finding.statement, value.label, label),
      value: { ...value, label, engine_label: value.label, drivers: words.drivers, labelled_by: by },
    }
  })
  return phrasing.summary.length === 0 ? named : [...named, summaryOf(phrasing.summary, by)]
}

/** The name of the theme follows "mention"; the figures before and behind it stay. */
function renamed(statement: string, before: string, label: string): string {
  const mention = ` mention ${before.toLowerCase()}`
  const at = statement.lastIndexOf(mention)
  return at < 0
    ? statement
    : `${statement.slice(0, at)} mention ${label.toLowerCase()}${statement.slice(at + mention.length)}`
}

const summaryOf = (sentences: readonly string[], by: LabelledBy): Finding => ({
  kind: 'summary',
  teamId: null,
  questionId: null,
  subject: 'summary',
  statement: sentences.join(' '),
  n: null,
  value: { sentences, labelled_by: by },
  interval: null,
  method: { name: 'language model, held against the answers', version: by.prompt_version },
  evidence: [],
})
