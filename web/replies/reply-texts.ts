/** Texts of replies to findings. */
import { pageTexts } from '../page-texts.ts'

export const replyTexts = pageTexts({
  en: {
    title: 'Replies',
    none: 'Nobody has replied yet. Leads of the team and admins may.',
    reply: 'Reply to everyone',
    reply_done: 'Tell everyone',
    dialog_title: 'Reply to everyone who was asked',
    dialog_hint:
      'Everyone who was asked in this group reads it, whether they answered or not. They don’t see the insight itself.',
    readers:
      '{count, plural, one {# person was asked in this group.} other {# people were asked in this group.}}',
    kind: 'Kind of reply',
    kind_heard: 'We’ve read it',
    kind_answer: 'Reply',
    kind_done: 'Done',
    text: 'Your reply',
    text_missing: 'Write what everyone reads',
    warning: 'Don’t quote a comment or tell of a single case: in a small group, that can point at a person.',
    preview: 'What people see',
    preview_empty: 'Your words',
    in_your_name: 'In your name',
    timing:
      'It is on people’s pages at once. Messages go out after ten minutes. Until then you can withdraw it, and nobody gets one.',
    publish: 'Publish reply',
    save: 'Save draft',
    edit: 'Edit draft',
    discard: 'Discard draft',
    withdraw: 'Withdraw reply',
    withdraw_title: 'Withdraw this reply?',
    withdraw_effect:
      'It leaves all pages at once. Messages that were sent can’t be recalled, and it can’t be published again.',
    state_draft: 'Draft',
    state_published: 'Published',
    state_withdrawn: 'Withdrawn',
    messages_later: 'Messages go out',
    told: 'Reply published',
    saved: 'Draft saved',
    withdrawn: 'Reply withdrawn',
    discarded: 'Draft discarded',
  },
  de: {
    title: 'Reaktionen',
    none: 'Bisher hat niemand reagiert. Leitungen des Teams und Admins dürfen es.',
    reply: 'Allen antworten',
    reply_done: 'Allen mitteilen',
    dialog_title: 'Allen Befragten antworten',
    dialog_hint:
      'Alle Befragten dieser Gruppe lesen es, ob sie geantwortet haben oder nicht. Die Erkenntnis selbst sehen sie nicht.',
    readers:
      '{count, plural, one {# Person wurde in dieser Gruppe befragt.} other {# Personen wurden in dieser Gruppe befragt.}}',
    kind: 'Art der Reaktion',
    kind_heard: 'Gelesen',
    kind_answer: 'Antwort',
    kind_done: 'Erledigt',
    text: 'Ihre Reaktion',
    text_missing: 'Schreiben Sie, was alle lesen',
    warning:
      'Zitieren Sie keinen Kommentar und erzählen Sie keinen Einzelfall: In einer kleinen Gruppe kann das auf eine Person zeigen.',
    preview: 'Was die Befragten sehen',
    preview_empty: 'Ihre Worte',
    in_your_name: 'In Ihrem Namen',
    timing:
      'Auf den Seiten der Befragten steht es sofort. Nachrichten gehen nach zehn Minuten hinaus. Bis dahin können Sie es zurückziehen, und niemand erhält eine.',
    publish: 'Reaktion veröffentlichen',
    save: 'Entwurf speichern',
    edit: 'Entwurf bearbeiten',
    discard: 'Entwurf verwerfen',
    withdraw: 'Reaktion zurückziehen',
    withdraw_title: 'Diese Reaktion zurückziehen?',
    withdraw_effect:
      'Sie verschwindet sofort von allen Seiten. Gesendete Nachrichten lassen sich nicht zurückholen, und sie kann nicht noch einmal veröffentlicht werden.',
    state_draft: 'Entwurf',
    state_published: 'Veröffentlicht',
    state_withdrawn: 'Zurückgezogen',
    messages_later: 'Nachrichten gehen hinaus',
    told: 'Reaktion veröffentlicht',
    saved: 'Entwurf gespeichert',
    withdrawn: 'Reaktion zurückgezogen',
    discarded: 'Entwurf verworfen',
  },
})
