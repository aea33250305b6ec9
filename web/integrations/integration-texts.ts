/** Texts of the page that gathers what connects the organisation with other systems. */
import { pageTexts } from '../page-texts.ts'

export const integrationTexts = pageTexts({
  en: {
    connected: 'Connected',
    not_set_up: 'Not set up',
    attention: 'Needs attention',
    trial: 'Trial run',
  },
  de: {
    connected: 'Verbunden',
    not_set_up: 'Nicht eingerichtet',
    attention: 'Braucht Aufmerksamkeit',
    trial: 'Probelauf',
  },
})
