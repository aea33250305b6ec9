/**
 * The vault: the only code that writes and reads single answers (answers.ts, partial.ts, own-answer.ts), under the keys of an
 * open collection (keys.ts, seal.ts). test/architecture.test.ts names the few rooms that may open this door.
 */
export {
  anonymise,
  countAnswers,
  deleteAnswers,
  eraseAnswersOf,
  forgetLive,
  forgetValues,
  type Holder,
  keepAnswer,
  namedAnswers,
  respondentsOf,
} from './answers.ts'
export {
  type ChangedAnswer,
  changedAnswers,
  changedAtOnce,
  markFolded,
  type SumsByMeasure,
} from './changed-answers.ts'
export { answersCount, hasAnsweredByName, keysOfCollection } from './fragments.ts'
export { destroyKeys, keysOf, openVault } from './keys.ts'
export { numbersOf } from './numbers.ts'
export { changeOwnAnswer, findOwnAnswer, type OwnAnswer, withdrawOwnAnswer } from './own-answer.ts'
export { deletePartials, discardPartial, savePartial, type Standing, standingOf } from './partial.ts'
export { keepPastAnswers } from './past-answers.ts'
export { deleteProofs, findProof, type Proof, issueReceiptProofs } from './receipts.ts'
export { isLink, isReceipt, type Keys, linkInSql, linkOf } from './seal.ts'
