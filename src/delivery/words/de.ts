/** The messages in German. */
import { type MessageWords } from './words.ts'

export const de: MessageWords = {
  subject: '{title} – {organisation}',
  subject_again: 'Erinnerung: {title} – {organisation}',
  greeting: 'Guten Tag, {name},',
  ask: '{organisation} bittet Sie um eine Minute Ihrer Zeit: {title}.',
  ask_again:
    'Ihre Antwort ist noch willkommen: {organisation} bittet Sie um eine Minute Ihrer Zeit: {title}.',
  until: 'Offen bis {when}.',
  alone: 'Der Link gilt nur für Sie: Bitte leiten Sie ihn nicht weiter.',
  answer: 'Antworten',
  unsubscribe: 'Keine Nachrichten mehr hierzu',
  yes: 'Ja',
  no: 'Nein',
  choose: 'Bitte wählen',
  send: 'Antwort senden',
  thanks: 'Vielen Dank. Ihre Antwort auf „{title}“ ist angekommen.',
  change: 'Antwort lesen oder ändern',
  answered: 'Hierauf wurde schon geantwortet. Vielen Dank.',
  closed: '„{title}“ nimmt keine Antworten mehr an. Danke für Ihr Interesse.',
  gone: 'Hier gibt es nichts mehr zu beantworten.',
  look_again: 'Es ist nichts verloren. Bitte sehen Sie noch einmal nach:',
  required: '„{question}“ braucht eine Antwort.',
  invalid: 'Die Antwort auf „{question}“ passt nicht.',
  trouble: 'Das hat gerade nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
}
