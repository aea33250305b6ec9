/** Why nothing is quoted for a theme. */
import { pageTexts } from '../page-texts.ts'

export const noQuoteTexts = pageTexts({
  en: {
    in_tone: 'No quote: no comment that may be quoted is about this alone and in this tone.',
    about_it: 'No quote: no comment that may be quoted is about this alone.',
    deleted: 'No quote: the comments have been deleted.',
  },
  de: {
    in_tone: 'Kein Zitat: Kein Kommentar, der zitiert werden darf, handelt nur hiervon und hat diesen Ton.',
    about_it: 'Kein Zitat: Kein Kommentar, der zitiert werden darf, handelt nur hiervon.',
    deleted: 'Kein Zitat: Die Kommentare sind gelöscht.',
  },
})
