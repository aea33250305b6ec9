/** Words of the editors that more than one of their parts says. */
import { locale, type Say } from '../messages.ts'
import type { draftTexts } from './draft-texts.ts'

/** What new options and rows are called before their author names them. */
export const wordsOf = (say: Say<typeof draftTexts>) => ({
  first: say('option_1'),
  second: say('option_2'),
  firstRow: say('row_1'),
  secondRow: say('row_2'),
})

/** As the reader calls it. */
export const languageName = (tag: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
