/**
 * How an insight was found, in words for people who lead a team and know no statistics: what was measured, how many people it is
 * about, which test was made, what its limitations are, and how to compute it again from figures that they may read. Pure.
 */
import type { Insight, InsightKind, InsightMethod } from '../../contract/insights.ts'
import type { Arguments } from '../../locales/format.ts'
import type { Statements } from '../../locales/statements/en.ts'
import { message, type Message, render, type StatementLanguage } from '../../locales/statements/statements.ts'
import { partsOfVersion, textVersion } from '../text/text.ts'
import type { CollectionSettings } from './collection-store.ts'
import { version } from './finding.ts'

/** What is measured, what that does not show, where its figures are read, and how to compute it from them. */
type Explanation = {
  measured: readonly Message[]
  limitations: readonly PlainKey[]
  figures: string[]
  how: readonly PlainKey[]
}

const textKinds: ReadonlySet<InsightKind> = new Set(['sentiment_signal', 'coverage', 'theme', 'summary'])

export function methodOf(
  insight: Insight,
  settings: CollectionSettings,
  language: StatementLanguage,
): InsightMethod {
  const say = (said: Message): string => render(said, language)
  const all = (said: readonly Message[]): string => said.map(say).join(' ')
  const each = (keys: readonly PlainKey[]): string[] => keys.map((key) => say(plain(key)))
  const { figures, how, measured, limitations } = explain(insight, settings)
  return {
    insight_id: insight.id,
    kind: insight.kind,
    statement: insight.statement,
    measured: all(measured),
    limitations: each(limitations),
    people: all(peopleOf(insight, settings)),
    models: insight.method.models ?? [],
    uncertainty: say(uncertaintyOf(insight)),
    comparison: all(comparisonOf(insight)),
    versions: {
      report: version,
      text: readBy(insight, settings),
      [insight.method.name]: insight.method.version,
    },
    recompute: { figures, how: each([...how, 'method_again']) },
  }
}

/** Keys of sentences without arguments. */
type PlainKey = {
  [Key in keyof Statements]: [keyof Arguments<Statements[Key]>] extends [never] ? Key : never
}[keyof Statements]

const plain = (key: PlainKey): Message => ({ key, args: {} })

/** By what the texts were read: an insight that was made of them knows it, and another one what its survey's were read by. */
const readBy = ({ kind, method }: Insight, settings: CollectionSettings): string =>
  kind === 'sentiment_signal' || kind === 'theme' ? method.version : (settings.text_version ?? textVersion)

/** Nothing where no model of the operator took part. */
function modelSentence(readVersion: string): Message[] {
  const { model } = partsOfVersion(readVersion)
  return model ? [message('method_sentiment_model', { name: model.name, version: model.version })] : []
}

const resultsOf = ({ scope }: Insight): string =>
  scope.pulse_id
    ? `/api/pulses/${scope.pulse_id}/results`
    : `/api/check-in-instances/${scope.check_in_instance_id}/results`

function listOf({ scope }: Insight, list: string): string {
  const owner = scope.pulse_id
    ? `pulse_id=${scope.pulse_id}`
    : `check_in_instance_id=${scope.check_in_instance_id}`
  return `/api/insights/${list}?${owner}${scope.team_id ? `&team_id=${scope.team_id}` : ''}`
}

function explain(insight: Insight, { questions }: CollectionSettings): Explanation {
  const question = questions.find(({ id }) => id === insight.scope.question_id)
  const to = question
    ? message('method_to_question', { question: question.text })
    : plain('method_to_questions')
  const of = question
    ? message('method_of_question', { question: question.text })
    : plain('method_of_questions')
  switch (insight.kind) {
    case 'participation':
      return {
        measured: [plain('method_participation')],
        limitations: ['method_participation_not_why', 'method_participation_not_what'],
        figures: [listOf(insight, 'participation')],
        how: ['method_participation_how'],
      }
    case 'score':
    case 'driver':
      return {
        measured: [message('method_score', { to })],
        limitations: ['method_not_why', 'method_score_not_each', 'method_score_not_others'],
        figures: [resultsOf(insight), listOf(insight, insight.kind === 'driver' ? 'drivers' : 'scores')],
        how: ['method_score_how'],
      }
    case 'level':
      return {
        measured: [message('method_level', { of })],
        limitations: ['method_level_not_enough', 'method_not_why', 'method_level_not_what'],
        figures: [resultsOf(insight), listOf(insight, question ? 'scores' : 'drivers')],
        how: ['method_level_how'],
      }
    case 'change':
      return {
        measured: [message('method_change', { of })],
        limitations: ['method_change_not_why', 'method_change_not_same'],
        figures: [resultsOf(insight), listOf(insight, question ? 'scores' : 'drivers')],
        how: ['method_change_how'],
      }
    case 'enps':
      return {
        measured: [message('method_enps', { to })],
        limitations: ['method_enps_not_near', 'method_not_why', 'method_enps_not_elsewhere'],
        figures: [resultsOf(insight), listOf(insight, 'enps')],
        how: ['method_enps_how'],
      }
    case 'sentiment_signal':
      return {
        measured: [message('method_sentiment', { to }), ...modelSentence(insight.method.version)],
        limitations: [
          'method_sentiment_not_meant',
          'method_sentiment_not_compared',
          'method_sentiment_not_unread',
        ],
        figures: [listOf(insight, 'sentiment'), resultsOf(insight)],
        how: ['method_sentiment_how'],
      }
    case 'coverage':
      return {
        measured: [message('method_coverage', { to })],
        limitations: ['method_coverage_not_others'],
        figures: [listOf(insight, 'sentiment'), resultsOf(insight)],
        how: ['method_coverage_how'],
      }
    case 'theme': {
      const entries = entriesOf(insight)
      return {
        measured: [entries ? ofWords(entries) : plain('method_theme')],
        limitations: ['method_theme_not_care', 'method_theme_not_same'],
        figures: [listOf(insight, 'themes'), resultsOf(insight)],
        how: entries ? ['method_theme_search', 'method_theme_least'] : ['method_theme_how'],
      }
    }
    case 'summary':
      return {
        measured: [plain('method_summary')],
        limitations: ['method_summary_not_many', 'method_summary_not_single'],
        figures: [listOf(insight, 'themes'), resultsOf(insight)],
        how: ['method_summary_how'],
      }
    case 'strength':
    case 'recommended_action':
      return {
        measured: [plain('method_action')],
        limitations: ['method_action_not_help', 'method_action_not_who'],
        figures: [listOf(insight, 'drivers'), resultsOf(insight)],
        how: ['method_action_how'],
      }
  }
}

/** The words and phrases of an emergent theme, as long as the answers exist. */
function entriesOf({ value }: Insight): string[] | null {
  const { rule } = value as { rule?: { any_of: string[] } }
  return rule?.any_of ?? null
}

const quotedIn = (language: StatementLanguage, words: readonly string[]): string =>
  words.map((word) => render(message('method_word', { word }), language)).join(', ')

const ofWords = (words: readonly string[]): Message =>
  message('method_theme_of_words', { words: { en: quotedIn('en', words), de: quotedIn('de', words) } })

const leastIn = {
  anonymous: 'method_least_anonymous',
  confidential: 'method_least_confidential',
  attributed: 'method_least_attributed',
} as const

function peopleOf({ kind, n }: Insight, { k_score, k_comment, k_rate, mode }: CollectionSettings): Message[] {
  const least = kind === 'participation' ? k_rate : textKinds.has(kind) ? k_comment : k_score
  const counted = kind === 'participation' ? 'method_asked' : 'method_rests_on'
  return [...(n === null ? [] : [message(counted, { n })]), message(leastIn[mode], { least })]
}

const wayOf = (name: string): Message =>
  plain(
    name.includes('Wilson')
      ? 'method_by_wilson'
      : name.includes('bootstrap')
        ? 'method_by_bootstrap'
        : name.includes('normal')
          ? 'method_by_normal'
          : 'method_by_student',
  )

const shareKinds: ReadonlySet<InsightKind> = new Set(['theme', 'strength', 'level'])

function uncertaintyOf({ kind, interval, method, n }: Insight): Message {
  if (kind === 'participation') return plain('method_no_margin')
  if (interval === null) return plain('method_margin_in_evidence')
  const [low, high] = interval.map((end) =>
    shareKinds.has(kind)
      ? message('method_percent', { share: end })
      : message('method_number', { value: end }),
  )
  const margin = { low, high, way: wayOf(method.name) }
  return n === null ? message('method_margin_of_some', margin) : message('method_margin', { ...margin, n })
}

const baselines: Readonly<Record<string, PlainKey>> = {
  previous: 'method_against_previous',
  organisation: 'method_against_organisation',
  parent: 'method_against_parent',
  middle: 'method_against_middle',
  target: 'method_against_target',
  half: 'method_against_half',
  trend: 'method_against_trend',
}

/** A piece of evidence that was tested; other pieces of evidence have no `comparison`, or one without a p. */
type Tested = { comparison: string; p: number; p_adjusted?: number; told?: boolean; method?: string }

const isTested = (piece: unknown): piece is Tested =>
  typeof piece === 'object' &&
  piece !== null &&
  'comparison' in piece &&
  typeof piece.comparison === 'string' &&
  'p' in piece &&
  typeof piece.p === 'number'

function comparisonOf({ kind, evidence }: Insight): Message[] {
  if (kind === 'participation') return [plain('method_not_tested')]
  const verdicts = evidence
    .filter(isTested)
    .map(({ comparison, p, p_adjusted: adjusted = p, told = adjusted <= 0.05, method = 'permutation' }) => {
      const baseline = baselines[comparison]
      return message(told ? 'method_clear' : 'method_unclear', {
        what: baseline ? plain(baseline) : comparison,
        p,
        adjusted,
        test: method,
      })
    })
  return verdicts.length === 0 ? [plain('method_nothing_to_test')] : [...verdicts, plain('method_when_clear')]
}
