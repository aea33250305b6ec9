/** What can be done from the palette, besides what every page names. */
import { pageTexts } from '../page-texts.ts'

export const paletteTexts = pageTexts({
  en: {
    invite: 'Invite a person',
    new_webhook: 'New webhook',
    new_export: 'New export',
    new_template: 'New template',
    new_template_hint: 'Write a survey, then save it as a template',
    findings_about: 'What was found about it',
    teams_compared: 'Teams in the heat map',
    trends_of: 'Trends of {name}',
    all_surveys: 'All surveys with “{words}”',
    all_docs: 'All docs',
  },
  de: {
    invite: 'Person einladen',
    new_webhook: 'Neuer Webhook',
    new_export: 'Neuer Export',
    new_template: 'Neue Vorlage',
    new_template_hint: 'Eine Umfrage schreiben und als Vorlage speichern',
    findings_about: 'Was dazu gefunden wurde',
    teams_compared: 'Teams in der Heatmap',
    trends_of: 'Verläufe von {name}',
    all_surveys: 'Alle Umfragen mit „{words}“',
    all_docs: 'Ganze Dokumentation',
  },
})
