/** Texts of what leads on from where there is nothing. */
import { pageTexts } from '../page-texts.ts'

export const waysOnTexts = pageTexts({
  en: {
    search: 'Search for it',
    back: 'Go back',
    likely: 'Were you looking for one of these?',
  },
  de: {
    search: 'Danach suchen',
    back: 'Zurück',
    likely: 'Suchen Sie eine dieser Seiten?',
  },
})
