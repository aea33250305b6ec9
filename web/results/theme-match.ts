/**
 * Which comments a theme is found in. A theme of the comments' own has its rule, by which the service counted it; of a driver there are the
 * quotes that the report chose, and no more.
 */
import { matchesRule } from '../../contract/theme-rules.ts'
import type { Theme } from './question-view.ts'

export const isAbout = ({ rule, quotes }: Theme, comment: string): boolean =>
  rule ? matchesRule(rule, comment) : quotes.includes(comment)
