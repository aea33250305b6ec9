/** Texts of the list of keys. */
import { pageTexts } from '../page-texts.ts'

export const keyboardTexts = pageTexts({
  en: {
    key_palette: 'Search pages, surveys, people …',
    key_search: 'Search this list',
    key_help: 'Show keyboard shortcuts',
    keyboard: 'Keyboard shortcuts',
  },
  de: {
    key_palette: 'Seiten, Umfragen, Personen … suchen',
    key_search: 'Diese Liste durchsuchen',
    key_help: 'Tastenkürzel anzeigen',
    keyboard: 'Tastenkürzel',
  },
})
