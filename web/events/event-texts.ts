/** Texts of recent events. */
import { pageTexts } from '../page-texts.ts'

export const eventTexts = pageTexts({
  en: {
    title: 'Events',
    description:
      'What applications with your access can follow, newest first. Each one also gets events about itself.',
    event: 'Event',
    about: 'About',
    when: 'When',
    type: 'Type',
    all: 'All',
    event_count: '{count, plural, one {# event} other {# events}}',
    newest_count: 'The newest {count, number} events',
    no_match: 'No recent events of this type',
    empty: 'No events yet',
    empty_hint:
      'Events appear here when surveys open and close, teams change, or results are ready. They are kept for 90 days, or as long as your organisation sets.',
    gone: 'This event is no longer among the newest ones.',
    happened: 'Happened {when}',
    payload: 'Payload',
    payload_hint: 'As the feed returns it, and as webhooks send it.',
    follow: 'Follow events',
    follow_hint:
      'Read the feed from a program, or forward events to a receiver on your machine. Keep next_cursor to read on without missing any.',
    guide: 'Guide to events',
  },
  de: {
    title: 'Ereignisse',
    description:
      'Was Anwendungen mit Ihrem Zugriff verfolgen können, das Neueste zuerst. Jede bekommt auch Ereignisse über sich selbst.',
    event: 'Ereignis',
    about: 'Betrifft',
    when: 'Wann',
    type: 'Art',
    all: 'Alle',
    event_count: '{count, plural, one {# Ereignis} other {# Ereignisse}}',
    newest_count: 'Die neuesten {count, number} Ereignisse',
    no_match: 'Keine neueren Ereignisse dieser Art',
    empty: 'Noch keine Ereignisse',
    empty_hint:
      'Ereignisse erscheinen hier, wenn Umfragen öffnen und schließen, Teams sich ändern oder Ergebnisse bereit sind. Sie werden 90 Tage aufbewahrt, oder so lange, wie Ihre Organisation es festlegt.',
    gone: 'Dieses Ereignis gehört nicht mehr zu den neuesten.',
    happened: 'Geschehen am {when}',
    payload: 'Inhalt',
    payload_hint: 'Wie die Programmschnittstelle es liefert und Webhooks es senden.',
    follow: 'Ereignissen folgen',
    follow_hint:
      'Lesen Sie Ereignisse in einem Programm, oder leiten Sie sie an einen Empfänger auf Ihrem Rechner weiter. Mit next_cursor lesen Sie weiter, ohne eines zu verpassen.',
    guide: 'Anleitung zu Ereignissen',
  },
})
