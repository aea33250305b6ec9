/** Texts of one request of an application, and of looking for it. */
import { pageTexts } from '../page-texts.ts'

export const requestTexts = pageTexts({
  en: {
    object: 'Object',
    find_request: 'Find request',
    no_such_request: 'No such request',
    no_such_request_hint:
      'This application has sent none with this ID in the last 30 days. Check the ID, and whether another application sent it.',
    body: 'Request body',
    reply_size: 'Response body',
    byte_count: '{count, plural, one {# byte} other {# bytes}}',
    network: 'Network',
    user_agent: 'User agent',
    not_sent: 'not sent',
    request_id: 'Request ID',
    same_call: 'Repeat this call',
    what_to_do: 'How to fix it',
    fields: 'Fields',
    whole_request: 'The request as a whole',
    detail_not_kept:
      'A message that repeats something of the request, or is for another person, isn’t stored: its code is in its place.',
    body_not_kept: 'The body isn’t stored: replace {braces}.',
  },
  de: {
    object: 'Objekt',
    find_request: 'Anfrage finden',
    no_such_request: 'Keine solche Anfrage',
    no_such_request_hint:
      'Diese Anwendung hat in den letzten 30 Tagen keine mit dieser ID gesendet. Prüfen Sie die ID und ob eine andere Anwendung sie gesendet hat.',
    body: 'Anfragetext',
    reply_size: 'Antworttext',
    byte_count: '{count, plural, one {# Byte} other {# Bytes}}',
    network: 'Netzwerk',
    user_agent: 'User-Agent',
    not_sent: 'nicht gesendet',
    request_id: 'Anfrage-ID',
    same_call: 'Aufruf wiederholen',
    what_to_do: 'So beheben Sie das',
    fields: 'Felder',
    whole_request: 'Die Anfrage als Ganzes',
    detail_not_kept:
      'Eine Meldung, die etwas aus der Anfrage wiederholt oder für eine andere Person ist, wird nicht gespeichert: Dort steht ihr Code.',
    body_not_kept: 'Der Anfragetext wird nicht gespeichert: Ersetzen Sie {braces}.',
  },
})
