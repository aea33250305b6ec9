/**
 * The vault: the only code that writes and reads single answers (answers.ts, partial.ts, own-answer.ts), under the keys of an
 * open collection (keys.ts, seal.ts). tools/levels.ts names the few rooms that may import it.
 */
export {
  anonymise,
  countAnswers,
  deleteAnswers,
  deleteAttributeValues,
  deleteLiveSums,
  eraseAnswersOf,
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
export { keepOnly } from './counted-answers.ts'
export { answersCount, hasAnsweredByName, keysOfCollection } from './fragments.ts'
export { destroyKeys, keysOf, openVault } from './keys.ts'
export { numbersOf } from './numbers.ts'
export { changeOwnAnswer, findOwnAnswer, type OwnAnswer, withdrawOwnAnswer } from './own-answer.ts'
export { type AnswerStatus, answerStatusOf, deletePartials, discardPartial, savePartial } from './partial.ts'
export { keepPastAnswers } from './past-answers.ts'
export { deleteProofs, findProof, issueReceiptProofs, type Proof } from './receipts.ts'
export { isLink, isReceipt, type Keys, linkInSql, linkOf } from './seal.ts'
