/**
 * Cells: the smallest groups of respondents whose figures may leave. Pure functions: how respondents are divided (plan.ts,
 * breakdown.ts), what is stored of a cell (aggregate.ts, banding.ts, comments.ts), and what two collections tell about the same
 * people (paired.ts).
 */
export { aggregate, figureOf, type QuestionCell, suppressedFigure } from './aggregate.ts'
export { bandCounts, bandPicks } from './banding.ts'
export {
  type BreakdownError,
  breakdownError,
  type Crossing,
  type Group,
  groupFinder,
  groupsOf,
  mergeGroups,
  type RosterRow,
} from './breakdown.ts'
export { chanceOfFewer } from './chance.ts'
export { cleanComment } from './comments.ts'
export {
  cellFor,
  countedAnswers,
  type Counts,
  type Division,
  divisionBy,
  everyone,
  partialGroups,
  planFigures,
  planParticipation,
  type TeamNode,
} from './division.ts'
export { fewHidden } from './hidden-comments.ts'
export {
  type FollowUp,
  followUpsIn,
  type GroupsByMeasure,
  leadingTo,
  questionMeasure,
  withoutUncounted,
} from './follow-ups.ts'
export { withoutLoneAnswers } from './lone-answers.ts'
export { pairedTests, type QuestionAtInstance, type SignFlip } from './paired.ts'
export { type CellGroup, numberedCells } from './plan.ts'
export { countedOf, type Participation, type ParticipationCell, participationOf } from './participation.ts'
export { type Policy } from './policy.ts'
export { type Around, aroundEach, toldWithFewer, toldTogether } from './regions.ts'
export { type Respondent } from './respondent.ts'
export { addFigures, type Sums } from './sums.ts'
