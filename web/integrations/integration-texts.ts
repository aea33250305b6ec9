/** Texts of the page that gathers what connects the organisation with other systems. */
import { pageTexts } from '../page-texts.ts'

export const integrationTexts = pageTexts({
  en: {
    connected: 'Connected',
    not_set_up: 'Not set up',
    not_available: 'Not available here',
    attention: 'Needs attention',
    trial: 'Trial run',
  },
  de: {
    connected: 'Verbunden',
    not_set_up: 'Nicht eingerichtet',
    not_available: 'Hier nicht verfügbar',
    attention: 'Braucht Aufmerksamkeit',
    trial: 'Probelauf',
  },
})
