/** German texts of alerts of harm. */
import { type texts as english } from '../en/alerts.ts'
import { type Translated } from '../format.ts'

export const texts: Translated<typeof english> = {
  acknowledged_toast: 'Als von Ihnen übernommen markiert',
  title: 'Warnungen',
  description:
    'Wenn eine Umfrage endet, werden ihre Kommentare automatisch auf Belästigung, Selbstverletzung und Gefahr geprüft.',
  about: 'Allen helfen, niemanden suchen',
  about_content:
    'Eine Warnung bedeutet, dass in mindestens einer Antwort davon die Rede ist. Sie verrät nie, wer, wie viele, welches Team oder was geschrieben wurde.',
  about_privacy: 'Bitte versuchen Sie nicht, die Person herauszufinden. Niemand würde mehr offen schreiben.',
  about_help:
    'Sagen Sie allen Empfängern, wo es Hilfe gibt, innerhalb und außerhalb der Organisation, und sprechen Sie mit Fachleuten.',
  about_limits:
    'Die Erkennung macht Fehler: Sie liest nur Englisch, versteht manches falsch und übersieht, was anders formuliert ist. Keine Warnung heißt nicht, dass alles in Ordnung ist.',
  emergency:
    'Das ist kein Notdienst, und Warnungen kommen erst nach dem Ende einer Umfrage. Wenn Sie von jemandem in Gefahr wissen, rufen Sie sofort Hilfe.',
  filter: 'Status',
  all: 'Alle',
  open: 'Offen',
  handled: 'Übernommen',
  empty: 'Keine Warnungen',
  empty_filtered: 'Keine Warnung hat diesen Status. Wählen Sie „Alle“, um die übrigen zu sehen.',
  empty_hint: 'Keine beendete Umfrage mit genügend Antworten hat eine ausgelöst.',
  pulse_closed: 'Pulse-Umfrage, beendet {when}',
  check_in_closed: 'Check-in, beendet {when}',
  handled_by_you: 'von Ihnen übernommen {when}',
  handled_by: 'übernommen von {name} {when}',
  another_admin: 'einem anderen Admin',
  handle: 'Übernehmen',
  handle_named: 'Übernehmen: {title}',
}
