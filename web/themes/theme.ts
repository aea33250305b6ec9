/** The themes of a group's comments, as the API's findings of kind `theme` state them. */
import { isCountable, isEnough } from '../../contract/theme-counts.ts'
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
  /** Of the people who name it, those who do so negatively: to sort by, and shown as one of the parts alone. */
  negative: number
  /** null where a part would be one or two people. */
  parts: ThemeParts | null
  /** null where too few wrote in a language whose tone is estimated. */
  tone: Tone | null
  quotes: readonly string[]
  rule: ThemeRule | null
  /** Last time, where the same can be counted again: drivers are, a rule made of the comments' own words is not. */
  before: { share: number; isClear: boolean } | null
}

/** The people who name a theme, by tone: a bar is divided by them, and words count them. `unknown`: in a language without a tone. */
export type ThemeParts = { negative: number; other: number; unknown: number }

/** More negative people than this, of those whose tone was estimated, and no theme is called positive. */
const mixedFrom = 1 / 3
/** A mean sentiment that is nearer to 0 is neither. */
const neutralTo = 0.05

/** By the people that its sentence counts: “all of them negatively”, “most of them”, “none of them”. */
function toneOf({ sentiment, negative, rated }: ThemeValue): Tone | null {
  if (sentiment === null || !isEnough(rated)) return null
  if (negative === rated) return 'negative'
  if (2 * negative > rated) return 'mostly_negative'
  if (negative > mixedFrom * rated || sentiment < neutralTo) return 'mixed'
  return negative === 0 ? 'positive' : 'mostly_positive'
}

const partsOf = (value: ThemeValue): ThemeParts | null => {
  const { people, negative, rated } = value
  return isCountable(value) ? { negative, other: rated - negative, unknown: people - rated } : null
}

type ThemeValue = Pick<Theme, 'label' | 'source' | 'share' | 'people' | 'quotes' | 'negative'> & {
  sentiment: number | null
  rated: number
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
      const value = finding.value as ThemeValue
      const { label, source, share, people, negative, quotes, rule = null } = value
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
        parts: partsOf(value),
        tone: toneOf(value),
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
