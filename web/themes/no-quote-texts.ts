/** Why nothing is quoted for a theme. */
import { pageTexts } from '../page-texts.ts'

export const noQuoteTexts = pageTexts({
  en: {
    in_tone: 'No quote: no comment that may be quoted is mainly about this and in its tone.',
    of_most: 'No quote: no comment that may be quoted is mainly about this and says what most say.',
    about_it: 'No quote: no comment that may be quoted is mainly about this.',
    deleted: 'No quote: the comments have been deleted.',
  },
  de: {
    in_tone:
      'Kein Zitat: Kein Kommentar, der zitiert werden darf, handelt vor allem hiervon und hat diesen Ton.',
    of_most:
      'Kein Zitat: Kein Kommentar, der zitiert werden darf, handelt vor allem hiervon und sagt, was die meisten sagen.',
    about_it: 'Kein Zitat: Kein Kommentar, der zitiert werden darf, handelt vor allem hiervon.',
    deleted: 'Kein Zitat: Die Kommentare sind gelöscht.',
  },
})
