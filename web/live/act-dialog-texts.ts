/** Texts of the dialogs before something is done about an open survey. The dialogs alone name them: a page that did so, too, would make a file of it. */
import { pageTexts } from '../page-texts.ts'

export const actDialogTexts = pageTexts({
  en: {
    remind_title: 'Send a reminder?',
    remind_action: 'Send to {count, plural, one {# person} other {# people}}',
    reminded: 'The reminder goes to {count, plural, one {# person} other {# people}}',
    extend_title: 'Extend the survey?',
    extend_action: 'Extend survey',
    extend_later_only:
      'The closing time only moves later, so an extension can’t be undone. To end sooner, close the survey.',
    extended: 'The survey now closes {at}',
    until: 'New closing time',
    until_zone: 'In your time zone, {zone}',
    until_error: 'Choose a time that is later than now and than the present closing time.',
    close_title: 'Close the survey?',
    close_effect: 'Results are computed right away. A closed survey can’t be opened again.',
    close_action: 'Close survey',
    closed: 'The survey is closed',
    reason: 'Reason',
    reason_hint: 'The author reads it, and the audit log keeps it.',
    changed_meanwhile: 'Somebody else has changed this survey. This is how it is now. Confirm again.',
  },
  de: {
    remind_title: 'Erinnerung senden?',
    remind_action: 'An {count, plural, one {# Person} other {# Personen}} senden',
    reminded: 'Die Erinnerung geht an {count, plural, one {# Person} other {# Personen}}',
    extend_title: 'Umfrage verlängern?',
    extend_action: 'Umfrage verlängern',
    extend_later_only:
      'Das Ende lässt sich nur nach hinten verschieben, eine Verlängerung also nicht zurücknehmen. Um früher zu enden, beenden Sie die Umfrage.',
    extended: 'Die Umfrage endet jetzt {at}',
    until: 'Neues Ende',
    until_zone: 'In Ihrer Zeitzone, {zone}',
    until_error: 'Wählen Sie eine Zeit, die nach jetzt und nach dem bisherigen Ende liegt.',
    close_title: 'Umfrage beenden?',
    close_effect:
      'Die Ergebnisse werden sofort berechnet. Eine beendete Umfrage lässt sich nicht wieder öffnen.',
    close_action: 'Umfrage beenden',
    closed: 'Die Umfrage ist beendet',
    reason: 'Grund',
    reason_hint: 'Die Autorin oder der Autor liest ihn, und das Audit-Protokoll behält ihn.',
    changed_meanwhile:
      'Jemand anderes hat diese Umfrage geändert. So ist sie jetzt. Bestätigen Sie noch einmal.',
  },
})
