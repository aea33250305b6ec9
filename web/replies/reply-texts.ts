/** Texts of replies to findings. */
import { pageTexts } from '../page-texts.ts'

export const replyTexts = pageTexts({
  en: {
    title: 'Replies',
    none: 'Nobody has replied yet. Leads of the team and admins may.',
    reply: 'Reply to everyone',
    reply_done: 'Tell everyone',
    further: 'Ask further',
    further_title: 'Ask further',
    further_hint:
      'One more question to the people who were asked about this insight, whether they answered or not. You can change the draft before you send it.',
    further_text: 'Your question',
    further_missing: 'Write the question',
    further_rules:
      'It’s a survey of its own, with the same mode and minimum group sizes. Where comments of this group weren’t shown, the answers to it won’t be either.',
    further_draft: 'Create draft',
    cancel: 'Cancel',
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
    further: 'Nachfragen',
    further_title: 'Nachfragen',
    further_hint:
      'Eine weitere Frage an alle, die zu dieser Erkenntnis befragt wurden, ob sie geantwortet haben oder nicht. Den Entwurf können Sie vor dem Senden ändern.',
    further_text: 'Ihre Frage',
    further_missing: 'Schreiben Sie die Frage',
    further_rules:
      'Es ist eine eigene Umfrage mit demselben Modus und denselben Mindestgruppengrößen. Wo Kommentare dieser Gruppe nicht gezeigt wurden, werden es auch die Antworten darauf nicht.',
    further_draft: 'Entwurf erstellen',
    cancel: 'Abbrechen',
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
