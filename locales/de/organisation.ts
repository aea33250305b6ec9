/** German texts of settings of the organisation. */
import { type texts as english } from '../en/organisation.ts'
import { type Translated } from '../format.ts'

export const texts: Translated<typeof english> = {
  saved: 'Änderungen gespeichert',
  language_model: 'Sprachmodell',
  language_model_hint:
    'Ein Sprachmodell kann Ergebnisse in Worte fassen. Es erhält nur Kommentare, die ohnehin angezeigt werden dürfen – ohne Namen, aus ausreichend großen Gruppen, nach dem Ende der Umfrage – und nie einen, in dem von Gefahr die Rede ist. Zahlen ändert es nicht. Befragte erfahren davon, bevor sie antworten; Umfragen, die vor Ihrer Zustimmung begannen, werden nie gesendet.',
  model_on: 'Kommentare werden an {host} gesendet',
  model_off: 'Kommentare an das Sprachmodell senden',
  model_on_hint: 'Nur an diesen Host. Ein anderer braucht erneut Ihre Zustimmung.',
  model_off_hint: 'Aus. Es wird nichts gesendet.',
  agree_title: 'Sprachmodell verwenden?',
  agree_effect:
    'Ab der nächsten Umfrage werden Kommentare, die angezeigt werden dürfen, an den Host gesendet, den der Betreiber dieses Dienstes eingerichtet hat. Die Empfänger erfahren davon, bevor sie antworten.',
  agree: 'Verwendung zustimmen',
  title: 'Organisation',
  description: 'Einstellungen für alle, die Umfragen erstellen oder beantworten.',
  other_zones: 'Sonstige',
  name: 'Name',
  name_hint: 'Der Absender, den Personen in Umfragen und Nachrichten sehen.',
  time_zone: 'Zeitzone',
  time_zone_hint: 'Gilt für Teams und Mitglieder ohne eigene Zeitzone.',
  language: 'Sprache',
  language_hint: 'Gilt für Mitglieder ohne eigene Sprache.',
  save: 'Änderungen speichern',
  k_score: 'Mindestgruppengröße für Werte',
  k_score_hint: 'Für kleinere Gruppen gibt es keine Mittelwerte, Anteile und Verteilungen.',
  k_comment: 'Mindestgruppengröße für Kommentare',
  k_comment_hint: 'Für kleinere Gruppen gibt es keine Kommentare, Zitate und Themen.',
  k_rate: 'Mindestgruppengröße für Rücklaufquoten',
  k_rate_hint: 'Für kleinere Empfängergruppen gibt es keine Rücklaufquote.',
  size_invalid: 'Geben Sie eine ganze Zahl bis {max, number} ein.',
  size_too_low: 'Darf nicht unter dem aktuellen Wert {current, number} liegen.',
  sizes_raised: 'Mindestgruppengrößen erhöht',
  sizes: 'Mindestgruppengrößen',
  sizes_hint:
    'Mindestgruppengrößen für alles, was angezeigt oder exportiert wird. Sie können sie erhöhen, aber nie senken; offene Umfragen behalten ihre.',
  raise: 'Mindestgrößen erhöhen',
  raise_title: 'Mindestgruppengrößen erhöhen?',
  raise_effect: 'Sie lassen sich nicht wieder senken.',
  raise_line: '{label}: von {before, number} auf {after}',
}
