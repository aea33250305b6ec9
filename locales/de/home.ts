/** German texts of Home. */
import { type texts as english } from '../en/home.ts'
import { type Translated } from '../format.ts'

export const texts: Translated<typeof english> = {
  title: 'Startseite',
  signed_in_as: 'Angemeldet als {name} ({role})',
  no_surveys: 'Sie haben keine offenen Umfragen',
  no_surveys_hint: 'Neue Umfragen erreichen Sie per E-Mail oder Chat, jeweils mit einem persönlichen Link.',
  see_connections: 'Verbindungen ansehen',
  applications: 'Anwendungen',
  applications_hint: 'aktiv',
  people: 'Personen',
  people_hint: 'können sich anmelden',
  score_group: 'Mindestgruppengröße für Werte',
  comment_group: 'Mindestgruppengröße für Kommentare',
  group_hint: 'Personen, auf jeder Seite und in jedem Export',
  no_applications: 'Erste Anwendung anbinden',
  no_applications_hint:
    'Anwendungen erstellen Pulse-Umfragen und Check-ins über die API. Legen Sie eine an, um zu beginnen.',
  new_application: 'Anwendung erstellen',
  recent_activity: 'Letzte Aktivitäten',
  no_activity:
    'Noch keine Aktivitäten. Änderungen an Anwendungen, Personen und Einstellungen erscheinen hier.',
  newest_pulses: 'Neueste Pulse-Umfragen',
  no_pulses: 'Noch keine Pulse-Umfragen. Anwendungen erstellen sie über die API.',
  state_draft: 'Entwurf',
  state_scheduled: 'Geplant',
  state_open: 'Offen',
  state_closed: 'Beendet',
  state_cancelled: 'Abgebrochen',
  state_archived: 'Archiviert',
}
