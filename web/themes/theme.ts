/** The themes of a group's comments, as the API's findings of kind `theme` state them. */
import { matchesRule, type ThemeRule } from '../../contract/theme-rules.ts'
import type { ReplyOf } from '../../client/client.ts'

type Finding = ReplyOf<'listInsights'>['insights'][number]

export type Tone = 'positive' | 'mostly_positive' | 'mixed' | 'mostly_negative' | 'negative'

export type Theme = {
  id: string
  /** Of the finding that states it. */
  insightId: string
  statement: string
  label: string
  source: 'driver' | 'emergent'
  /** Of the people who commented. */
  share: number
  people: number
  n: number
  /** Of the people who name it, those who do so negatively. */
  negative: number
  /** null where nobody wrote in a language whose tone is estimated. */
  tone: Tone | null
  quotes: readonly string[]
  rule: ThemeRule | null
  /** Last time, where the same can be counted again: drivers are, a rule made of the comments' own words is not. */
  before: { share: number; isClear: boolean } | null
}

const toneBounds = { mixed: 0.05, mostly: 0.35 }

/** In the words of the statements of reports. */
function toneOf(sentiment: number | null): Tone | null {
  if (sentiment === null) return null
  if (Math.abs(sentiment) < toneBounds.mixed) return 'mixed'
  const side = sentiment > 0 ? 'positive' : 'negative'
  return Math.abs(sentiment) < toneBounds.mostly ? `mostly_${side}` : side
}

type ThemeValue = Pick<Theme, 'label' | 'source' | 'share' | 'people' | 'quotes' | 'negative'> & {
  sentiment: number | null
  rule?: Theme['rule']
}

type Compared = { comparison: string; value: number; told: boolean }

const isCompared = (one: unknown): one is Compared =>
  typeof one === 'object' && one !== null && 'told' in one && typeof one.told === 'boolean'

function beforeOf({ evidence }: Finding): Theme['before'] {
  const found = evidence.filter(isCompared).find(({ comparison }) => comparison === 'previous')
  return found ? { share: found.value, isClear: found.told } : null
}

/** The most frequent first. */
export const themesIn = (findings: readonly Finding[]): Theme[] =>
  findings
    .filter(({ kind }) => kind === 'theme')
    .map((finding) => {
      const { id, subject, statement, n } = finding
      const { sentiment, rule = null, ...value } = finding.value as ThemeValue
      const { label, source, share, people, negative, quotes } = value
      return {
        id: subject ?? label,
        insightId: id,
        statement,
        label,
        source,
        // Not the API's, which is rounded: rounded once more it would be another one than that of the sentence.
        share: n ? people / n : share,
        people,
        n: n ?? people,
        negative,
        tone: toneOf(sentiment),
        quotes,
        rule,
        before: beforeOf(finding),
      }
    })
    .toSorted((one, other) => other.people - one.people)

/**
 * Whether a comment is about it. A theme of the comments' own has its rule, by which the service counted it; of a driver there are the
 * quotes that the report chose, and no more.
 */
export const isAbout = ({ rule, quotes }: Theme, comment: string): boolean =>
  rule ? matchesRule(rule, comment) : quotes.includes(comment)
