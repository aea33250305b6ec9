/** Where the people of a theme may be counted by tone. */
import { limits } from './limits.ts'

/** `negative` and `rated` are among the `people` who name it; `rated` are those whose tone was estimated. */
export type ThemeCounts = { people: number; negative: number; rated: number }

/** One or two people are not a group: whoever knows a team knows who they are, by what they write about or in which language. */
export const isEnough = (count: number): boolean => count >= limits.themePeopleMin

/**
 * Whether sentences and pages count the parts of a theme: those who name it negatively, those who do not, and those whose tone was not estimated.
 * Each part is nobody or enough people, for the smallest follows from the others; else only the tone is said.
 */
export const isCountable = ({ people, negative, rated }: ThemeCounts): boolean =>
  [negative, rated - negative, people - rated].every((part) => part === 0 || isEnough(part))
