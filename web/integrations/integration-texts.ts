/** Texts of the page that gathers what connects the organisation with other systems. */
import { pageTexts } from '../page-texts.ts'

export const integrationTexts = pageTexts({
  en: {
    connected: 'Connected',
    not_set_up: 'Not set up',
    for_operator: 'The operator has to set this up',
    set_up: 'Set up',
    attention: 'Needs attention',
    trial: 'Trial run',
    sms: 'SMS',
    sms_hint: 'Ask people by text message',
    teams: 'Microsoft Teams by webhook',
    teams_hint: 'Ask people through incoming webhooks',
    chat: 'Chat',
    chat_hint: 'Ask people in Mattermost, Rocket.Chat or Google Chat',
  },
  de: {
    connected: 'Verbunden',
    not_set_up: 'Nicht eingerichtet',
    for_operator: 'Das muss der Betreiber einrichten',
    set_up: 'Eingerichtet',
    attention: 'Braucht Aufmerksamkeit',
    trial: 'Probelauf',
    sms: 'SMS',
    sms_hint: 'Menschen per SMS fragen',
    teams: 'Microsoft Teams über Webhook',
    teams_hint: 'Menschen über eingehende Webhooks fragen',
    chat: 'Chat',
    chat_hint: 'Menschen in Mattermost, Rocket.Chat oder Google Chat fragen',
  },
})
