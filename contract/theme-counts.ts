/** What may be told of the people who name a theme: their tone always, how many of them only where nobody is singled out. */
import { limits } from './limits.ts'

/** `negative` and `rated` are among the `people` who name it; `rated` are those whose tone was estimated. */
export type ThemeCounts = { readonly people: number; readonly negative: number; readonly rated: number }

/** Of the people who name a theme, the worst first: the order of lists. */
export const tones = ['negative', 'mostly_negative', 'mixed', 'mostly_positive', 'positive'] as const
export type Tone = (typeof tones)[number]

/** One or two people are not a group: anyone who knows a team knows who they are, by what they write about or in which language. */
export const isEnough = (count: number): boolean => count >= limits.themePeopleMin

/**
 * Whether the parts of a theme are counted: those who name it negatively, those who do not, and those whose tone was not estimated.
 * Each part is nobody or enough people, for the smallest follows from the others; otherwise only the tone is said.
 */
export const isCountable = ({ people, negative, rated }: ThemeCounts): boolean =>
  [negative, rated - negative, people - rated].every((part) => part === 0 || isEnough(part))
