/**
 * The vault: the only code that writes and reads single answers (answers.ts, keeping.ts, partial.ts, own-answer.ts), under the keys of an
 * open collection (keys.ts, seal.ts). tools/levels.ts names the few rooms that may import it.
 */
export { type Batch, forgetLinksOfAnswers, groupSome } from './answer-groups.ts'
export {
  anonymise,
  countAnswers,
  deleteAnswers,
  deleteAttributeValues,
  deleteLiveSums,
  eraseAnswersOf,
  type Holder,
} from './answers.ts'
export {
  answeringTeams,
  anyNamed,
  findNamedAnswer,
  namedAnswers,
  namedAnswersOf,
  type NamedRow,
} from './named-answers.ts'
export {
  type ChangedAnswer,
  changedAnswers,
  changedAtOnce,
  markFolded,
  type SumsByMeasure,
} from './changed-answers.ts'
export { keepOnly, respondentsOf } from './counted-answers.ts'
export {
  isNamed,
  join,
  type Joined,
  type JoinedAnswer,
  type Loot,
  noLoot,
  overlapBytes,
  search,
  suspectsOf,
  withoutPageHeaders,
} from './file-attack.ts'
export { answeredByName, answersCount, countedByName } from './fragments.ts'
export { keepAnswer } from './keeping.ts'
export {
  countLostKeys,
  destroyKeys,
  installationOf,
  keepKeysIn,
  keysOf,
  keyStoreFault,
  keyStorePlace,
  prepareKeyStore,
  storeKeys,
  sweepKeys,
} from './keys.ts'
export { numbersOf } from './numbers.ts'
export { changeOwnAnswer, findOwnAnswer, type OwnAnswer, withdrawOwnAnswer } from './own-answer.ts'
export {
  type AnswerStatus,
  answerStatusOf,
  deleteSaved,
  discardSaved,
  hasAnswered,
  saveAnswer,
} from './saved.ts'
export { answerParts, proofParts } from './parts.ts'
export { keepPastAnswers } from './past-answers.ts'
export { groupProofs } from './proof-groups.ts'
export { findProof, issueReceiptProofs, type Proof } from './receipts.ts'
export { isLink, type Keys, linkOf, linkOfCode, newKeys, readLink, readReceipt } from './seal.ts'
