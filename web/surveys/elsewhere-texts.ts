/** Texts of a search that found nothing in one tab, and something in another. */
import { pageTexts } from '../page-texts.ts'

export const elsewhereTexts = pageTexts({
  en: {
    elsewhere: 'Found in other tabs:',
    among_check_ins: 'Found among check-ins:',
    among_pulses: 'Found among pulses:',
    in_tab: '{tab} ({count, number})',
  },
  de: {
    elsewhere: 'Gefunden in anderen Reitern:',
    among_check_ins: 'Gefunden bei Check-ins:',
    among_pulses: 'Gefunden bei Pulse-Umfragen:',
    in_tab: '{tab} ({count, number})',
  },
})
