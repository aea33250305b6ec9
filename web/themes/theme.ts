/** The themes of a group's comments, as the API's findings of kind `theme` state them. */
import { limits } from '../../contract/limits.ts'
import { type Tone, tones } from '../../contract/theme-counts.ts'
import { matchesRule, type ThemeRule } from '../../contract/theme-rules.ts'
import type { ReplyOf } from '../../client/client.ts'

type Finding = ReplyOf<'listInsights'>['insights'][number]

export type Theme = {
  id: string
  /** The id of the finding that states it. */
  insightId: string
  statement: string
  label: string
  source: 'driver' | 'emergent'
  /** Of the people who commented. */
  share: number
  people: number
  n: number
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

const partsOf = ({ people, negative, rated }: ThemeValue): ThemeParts | null =>
  negative === null || rated === null ? null : { negative, other: rated - negative, unknown: people - rated }

/** The most negative first; among those of one tone, what is most often named so. */
export const byTone = (one: Theme, other: Theme): number =>
  placeOf(one) - placeOf(other) || (other.parts?.negative ?? 0) - (one.parts?.negative ?? 0)

const placeOf = ({ tone }: Theme): number => (tone === null ? tones.length : tones.indexOf(tone))

type ThemeValue = Pick<Theme, 'label' | 'source' | 'share' | 'people' | 'quotes' | 'tone'> & {
  negative: number | null
  rated: number | null
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
      const { label, source, share, people, tone, quotes, rule = null } = value
      return {
        id: subject ?? label,
        insightId: id,
        statement,
        label,
        source,
        // Not the API's, which is rounded: rounded again it would be another one than that of the sentence.
        share: n ? people / n : share,
        people,
        n: n ?? people,
        parts: partsOf(value),
        tone,
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

/** A count may be told with two people fewer, and one that would then be too small is not told (docs/decisions/0124). */
const headlineMin = limits.themePeopleMin + 2

/** What comments are about in the first place, if it is certain: a theme of fewer people may be smaller than one that is not told. */
export function leadingOf(themes: readonly Theme[]): Theme | undefined {
  const [most] = themes
  return most && most.people >= headlineMin ? most : undefined
}

/** The share that the longest bar of a list stands for. */
export const largestIn = (themes: readonly Theme[]): number => Math.max(...themes.map(({ share }) => share))
