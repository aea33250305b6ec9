/**
 * Findings in the words of a language model. Only the name of an emergent theme changes, with the drivers that its answers are
 * about beside it; one finding more sums up, without any figure. Each names the model. Pure.
 */
import type { Argument, Message } from '../../locales/statements/statements.ts'
import { type Finding, stating } from '../insights/insights.ts'
import type { Phrasing } from './phrasing.ts'

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
      ...renamed(finding, label),
      value: { ...value, label, engine_label: value.label, drivers: words.drivers, labelled_by: by },
    }
  })
  return phrasing.summary.length === 0 ? named : [...named, summaryOf(phrasing.summary, by)]
}

/** The statement says what the theme is about in one of its arguments; the figures stay. */
function renamed({ message, statement }: Finding, label: string): Pick<Finding, 'message' | 'statement'> {
  return message ? stating(withAbout(message, label.toLowerCase())) : { message, statement }
}

const withAbout = (message: Message, label: string): Message => ({
  key: message.key,
  args: Object.fromEntries(
    Object.entries(message.args).map(([name, argument]): [string, Argument] => [
      name,
      name === 'about' ? label : isMessage(argument) ? withAbout(argument, label) : argument,
    ]),
  ),
})

const isMessage = (argument: Argument): argument is Message =>
  typeof argument === 'object' && 'key' in argument

const summaryOf = (sentences: readonly string[], by: LabelledBy): Finding => ({
  kind: 'summary',
  teamId: null,
  questionId: null,
  subject: 'summary',
  statement: sentences.join(' '),
  message: null,
  coverage: null,
  n: null,
  value: { sentences, labelled_by: by },
  interval: null,
  method: { name: 'language model, held against the answers', version: by.prompt_version },
  evidence: [],
})
