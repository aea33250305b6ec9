/** Texts of alerts. */
import { pageTexts } from '../page-texts.ts'

export const alertTexts = pageTexts({
  en: {
    acknowledged_toast: 'Marked as handled by you',
    title: 'Alerts',
    description:
      'When a survey closes, its comments are scanned for harassment, self-harm and danger. When one opens, its groups are checked for recently added people.',
    about: 'When an alert comes',
    about_content:
      'An alert of harm means that at least one answer mentions it. It never reveals who, how many, which team or what was written.',
    about_privacy: 'Please don’t try to find out who it was. People would stop writing openly.',
    about_help:
      'Tell all recipients where to find help, inside and outside your organisation, and talk to people trained for this.',
    about_limits:
      'Detection makes mistakes: it knows signs of danger in English, German, French, Spanish and Portuguese alone, can misread a word and can miss what is phrased differently. No alert doesn’t mean that all is well.',
    emergency:
      'This is not an emergency service, and alerts of harm arrive only after a survey closes. If you know of someone in danger, call for help immediately.',
    filter: 'Status',
    all: 'All',
    open: 'Open',
    handled: 'Handled',
    empty: 'No alerts',
    empty_filtered: 'No alerts have this status. Choose “All” to see the others.',
    empty_hint: 'No survey has raised one.',
    pulse_closed: 'Pulse, closed {when}',
    check_in_closed: 'Check-in, closed {when}',
    pulse_opened: 'Pulse, opened {when}',
    check_in_opened: 'Check-in, opened {when}',
    private_survey: 'A private survey',
    recent_members:
      'A group that is asked is mostly people who were added in the last 14 days. Check that they exist: anyone who answers for made-up people can work out what the others said.',
    handled_by_you: 'handled by you {when}',
    handled_by: 'handled by {name} {when}',
    another_admin: 'another admin',
    handle: 'Mark as handled',
    handle_named: 'Mark as handled: {title}',
  },
  de: {
    acknowledged_toast: 'Als von Ihnen übernommen markiert',
    title: 'Warnungen',
    description:
      'Wenn eine Umfrage endet, werden ihre Kommentare automatisch auf Belästigung, Selbstverletzung und Gefahr geprüft. Wenn eine öffnet, wird geprüft, ob eine Gruppe vor allem aus kürzlich hinzugefügten Personen besteht.',
    about: 'Wenn ein Hinweis kommt',
    about_content:
      'Eine solche Warnung bedeutet, dass in mindestens einer Antwort davon die Rede ist. Sie verrät nie, wer, wie viele, welches Team oder was geschrieben wurde.',
    about_privacy:
      'Bitte versuchen Sie nicht, die Person herauszufinden. Niemand würde mehr offen schreiben.',
    about_help:
      'Sagen Sie allen Empfängern, wo es Hilfe gibt, innerhalb und außerhalb der Organisation, und sprechen Sie mit Fachleuten.',
    about_limits:
      'Die Erkennung macht Fehler: Sie kennt Anzeichen von Gefahr nur auf Englisch, Deutsch, Französisch, Spanisch und Portugiesisch, versteht manches falsch und übersieht, was anders formuliert ist. Keine Warnung heißt nicht, dass alles in Ordnung ist.',
    emergency:
      'Das ist kein Notdienst, und Warnungen zu Kommentaren kommen erst nach dem Ende einer Umfrage. Wenn Sie von jemandem in Gefahr wissen, rufen Sie sofort Hilfe.',
    filter: 'Status',
    all: 'Alle',
    open: 'Offen',
    handled: 'Übernommen',
    empty: 'Keine Warnungen',
    empty_filtered: 'Keine Warnung hat diesen Status. Wählen Sie „Alle“, um die übrigen zu sehen.',
    empty_hint: 'Keine Umfrage hat eine ausgelöst.',
    pulse_closed: 'Pulse-Umfrage, beendet {when}',
    check_in_closed: 'Check-in, beendet {when}',
    pulse_opened: 'Pulse-Umfrage, geöffnet {when}',
    check_in_opened: 'Check-in, geöffnet {when}',
    private_survey: 'Eine private Umfrage',
    recent_members:
      'Eine befragte Gruppe besteht vor allem aus Personen, die in den letzten 14 Tagen hinzugefügt wurden. Prüfen Sie, ob es sie gibt: Wer für erfundene Personen antwortet, kann ausrechnen, was die anderen gesagt haben.',
    handled_by_you: 'von Ihnen übernommen {when}',
    handled_by: 'übernommen von {name} {when}',
    another_admin: 'einem anderen Admin',
    handle: 'Übernehmen',
    handle_named: 'Übernehmen: {title}',
  },
})
