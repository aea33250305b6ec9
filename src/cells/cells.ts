/**
 * Cells: the smallest groups of respondents whose figures may leave. Pure functions: how respondents are divided (plan.ts,
 * breakdown.ts), what is stored of a cell (aggregate.ts, banding.ts, comments.ts), and what two collections tell of the same
 * people (paired.ts).
 */
export { aggregate, figureOf, type QuestionCell, suppressedFigure } from './aggregate.ts'
export { bandCounts, bandPicks } from './banding.ts'
export {
  breakdownError,
  cellFinder,
  type Group,
  groupFinder,
  groupsOf,
  mergeGroups,
  type Place,
} from './breakdown.ts'
export { type Sums } from './cell-sums.ts'
export { cleanComment } from './comments.ts'
export { type FollowUp, questionMeasure, type Shown, uncounted } from './follow-ups.ts'
export { type Asked, pairedTests, type SignFlip } from './paired.ts'
export { everyone, type Plan, planCells, shownTree, type TeamNode } from './plan.ts'
export { type Policy } from './policy.ts'
export { type Respondent } from './respondent.ts'
export { addedUp } from './sums.ts'
