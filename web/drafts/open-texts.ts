/** Texts of the dialog before a survey opens. They are loaded with it. */
import { pageTexts } from '../page-texts.ts'

export const openTexts = pageTexts({
  en: {
    translation_lacks: '{language}: {count, plural, one {# text is} other {# texts are}} not translated.',
    nobody_yet: 'Nobody is asked yet.',
    in_turn: 'People are asked one by one, each on their own day.',
    promise: 'What people read before they answer',
    reaches: '{count, plural, one {# person is} other {# people are}} asked.',
    hidden_teams: 'Never shown on their own: {teams}.',
    refused_no_recipients: 'Nobody would be asked. Choose teams with people.',
    refused_roster_too_small: 'Too few people for this mode. Choose more teams, or ask with names.',
    refused_exclusion_too_small:
      'Too few people of a group would be left out, so their answers could be worked out. Ask all of them.',
    refused_recipients_out_of_reach: 'You can ask teams that you belong to or manage.',
  },
  de: {
    translation_lacks: '{language}: {count, plural, one {# Text ist} other {# Texte sind}} nicht übersetzt.',
    nobody_yet: 'Noch wird niemand gefragt.',
    in_turn: 'Alle werden einzeln gefragt, jeweils an ihrem eigenen Tag.',
    promise: 'Was die Befragten vorher lesen',
    reaches: '{count, plural, one {# Person wird} other {# Personen werden}} gefragt.',
    hidden_teams: 'Nie allein gezeigt: {teams}.',
    refused_no_recipients: 'Niemand würde gefragt. Wählen Sie Teams mit Personen.',
    refused_roster_too_small:
      'Zu wenige Personen für diese Art. Wählen Sie mehr Teams oder fragen Sie mit Namen.',
    refused_exclusion_too_small:
      'Zu wenige einer Gruppe blieben außen vor, ihre Antworten ließen sich errechnen. Fragen Sie alle.',
    refused_recipients_out_of_reach: 'Sie können Teams fragen, denen Sie angehören oder die Sie leiten.',
  },
})
