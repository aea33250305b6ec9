/** Texts of the home of whoever leads no team. */
import { pageTexts } from '../page-texts.ts'

export const memberHomeTexts = pageTexts({
  en: {
    open_for_you: '{count, plural, one {One survey is open for you} other {# surveys are open for you}}',
    open_for_you_hint:
      'Your personal link is in your e-mail or chat messages. If you have answered already, there is nothing left to do.',
    first_closes: '{count, plural, one {Open until {at}} other {The first one is open until {at}}}',
    none_for_you: 'No survey is open for you',
    none_for_you_hint: 'When one opens, you get an e-mail or a chat message with your personal link.',
    shared: 'Newest results',
    nothing_shared: 'Nothing has been shared with you yet. Results appear here once a survey has closed.',
    shared_closed: 'Closed {date}',
    shared_answered: '{share} answered, closed {date}',
    all_shared: 'All closed surveys',
  },
  de: {
    open_for_you:
      '{count, plural, one {Eine Umfrage ist für Sie offen} other {# Umfragen sind für Sie offen}}',
    open_for_you_hint:
      'Ihr persönlicher Link steht in Ihrer E-Mail oder Chat-Nachricht. Haben Sie schon geantwortet, ist nichts mehr zu tun.',
    first_closes: '{count, plural, one {Offen bis {at}} other {Die erste ist offen bis {at}}}',
    none_for_you: 'Für Sie ist keine Umfrage offen',
    none_for_you_hint:
      'Beginnt eine, erhalten Sie eine E-Mail oder Chat-Nachricht mit Ihrem persönlichen Link.',
    shared: 'Neueste Ergebnisse',
    nothing_shared:
      'Bisher wurden keine Ergebnisse mit Ihnen geteilt. Sie stehen hier, sobald eine Umfrage beendet ist.',
    shared_closed: 'Beendet am {date}',
    shared_answered: '{share} haben geantwortet, beendet am {date}',
    all_shared: 'Alle beendeten Umfragen',
  },
})
