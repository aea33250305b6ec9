/** What new options and rows are called before their author names them. */
import type { Say } from '../messages.ts'
import type { draftTexts } from './draft-texts.ts'

export const wordsOf = (say: Say<typeof draftTexts>) => ({
  first: say('option_1'),
  second: say('option_2'),
  firstRow: say('row_1'),
  secondRow: say('row_2'),
})
