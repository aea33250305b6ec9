/** Texts of the dialog before a survey opens, and of why teams are hidden. They are loaded with them. */
import { pageTexts } from '../page-texts.ts'

export const openTexts = pageTexts({
  en: {
    translation_lacks: '{language}: {count, plural, one {# text is} other {# texts are}} not translated.',
    nobody_yet: 'Nobody is asked yet.',
    choose_teams: 'Choose at least one team',
    sent_by: 'Sent by: {channels}.',
    not_sent_by: 'Not set up: {channels}. Nobody is reached by it.',
    in_turn: 'People are asked one by one, each on their own day.',
    promise: 'What people read before they answer',
    reaches: '{count, plural, one {# person is} other {# people are}} asked.',
    asks_teams: '{count, plural, =0 {No whole team:} one {# team:} other {# teams:}} {teams}.',
    more_teams: '{count, number} more',
    by_name: '{count, plural, one {# person} other {# people}} by name',
    reads_everyone: 'Everyone in the organisation reads the results.',
    reads_asked: 'You, analysts, admins and those who are asked read the results.',
    reads_managers: 'You, analysts and admins read the results, and managers those of their own teams.',
    reads_listed: 'You, analysts, admins and the people whom you chose read the results.',
    reads_author: 'You alone read the results.',
    with_names_alone: 'Only you read answers with names.',
    with_names:
      'You and {count, plural, one {# person} other {# people}} whom you named read answers with names.',
    of_groups: 'These are of groups, without names.',
    without_names: 'Results show no names.',
    asked_often:
      'With this one, {count, plural, one {a team is} other {some teams are}} asked three times or more in the week of {week}:',
    asked_times: '{team}: {count, plural, one {# survey} other {# surveys}}',
    asked_which: 'Which ones?',
    hidden_teams: 'Never shown on their own: {teams}.',
    few_answers: '{team}: too few answers if {share} answer.',
    never_shown_beside:
      '{team} ({people, number}) will never be shown on its own: the answers of {rest} could then be worked out. Counted in {parent}.',
    rest_team: '{team} ({people, number})',
    rest_people: '{count, plural, one {# other person} other {# other people}}',
    hidden_beside: '{team} is large enough, but the answers of {rest} could then be worked out.',
    leave_out:
      'Leave {small} out of the audience, and {team} is likely to be shown on its own. {small} then answers nothing.',
    refused_no_recipients: 'Nobody would be asked. Choose teams with people.',
    refused_roster_too_small: 'Too few people for this mode. Choose more teams, or ask with names.',
    refused_exclusion_too_small:
      'Too few people of a group would be left out, so their answers could be worked out. Ask all of them.',
    refused_recipients_out_of_reach: 'You can ask teams that you belong to or manage.',
  },
  de: {
    translation_lacks: '{language}: {count, plural, one {# Text ist} other {# Texte sind}} nicht übersetzt.',
    nobody_yet: 'Noch wird niemand gefragt.',
    choose_teams: 'Mindestens ein Team wählen',
    sent_by: 'Gesendet per: {channels}.',
    not_sent_by: 'Nicht eingerichtet: {channels}. Darüber wird niemand erreicht.',
    in_turn: 'Alle werden einzeln gefragt, jeweils an ihrem eigenen Tag.',
    promise: 'Was die Befragten vorher lesen',
    reaches: '{count, plural, one {# Person wird} other {# Personen werden}} gefragt.',
    asks_teams: '{count, plural, =0 {Kein ganzes Team:} one {# Team:} other {# Teams:}} {teams}.',
    more_teams: '{count, number} weitere',
    by_name: '{count, plural, one {# Person} other {# Personen}} namentlich',
    reads_everyone: 'Alle in der Organisation lesen die Ergebnisse.',
    reads_asked: 'Sie, die Analyse, die Administration und die Befragten lesen die Ergebnisse.',
    reads_managers:
      'Sie, die Analyse und die Administration lesen die Ergebnisse, Führungskräfte die ihrer Teams.',
    reads_listed: 'Sie, die Analyse, die Administration und die von Ihnen Gewählten lesen die Ergebnisse.',
    reads_author: 'Nur Sie lesen die Ergebnisse.',
    with_names_alone: 'Nur Sie lesen die Antworten mit Namen.',
    with_names:
      'Sie und {count, plural, one {# von Ihnen genannte Person} other {# von Ihnen genannte Personen}} lesen die Antworten mit Namen.',
    of_groups: 'Sie gelten für Gruppen und sind ohne Namen.',
    without_names: 'Ergebnisse zeigen keine Namen.',
    asked_often:
      'Mit dieser Umfrage {count, plural, one {wird ein Team} other {werden manche Teams}} in der Woche vom {week} dreimal oder öfter gefragt:',
    asked_times: '{team}: {count, plural, one {# Umfrage} other {# Umfragen}}',
    asked_which: 'Welche?',
    hidden_teams: 'Nie allein gezeigt: {teams}.',
    few_answers: '{team}: Zu wenige Antworten, wenn {share} antworten.',
    never_shown_beside:
      '{team} ({people, number}) wird nie allein gezeigt: Die Antworten von {rest} ließen sich sonst errechnen. Zählt bei {parent} mit.',
    rest_team: '{team} ({people, number})',
    rest_people: '{count, plural, one {# anderen Person} other {# anderen Personen}}',
    hidden_beside: '{team} ist groß genug, aber die Antworten von {rest} ließen sich sonst errechnen.',
    leave_out:
      'Fragen Sie {small} nicht mit, und {team} wird wahrscheinlich für sich gezeigt. {small} antwortet dann nicht.',
    refused_no_recipients: 'Niemand würde gefragt. Wählen Sie Teams mit Personen.',
    refused_roster_too_small:
      'Zu wenige Personen für diese Art. Wählen Sie mehr Teams oder fragen Sie mit Namen.',
    refused_exclusion_too_small:
      'Zu wenige einer Gruppe blieben außen vor, ihre Antworten ließen sich errechnen. Fragen Sie alle.',
    refused_recipients_out_of_reach: 'Sie können Teams fragen, denen Sie angehören oder die Sie leiten.',
  },
})
