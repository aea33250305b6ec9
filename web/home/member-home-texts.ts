/** Texts of the home of whoever leads no team. */
import { pageTexts } from '../page-texts.ts'

export const memberHomeTexts = pageTexts({
  en: {
    open_for_you: '{count, plural, one {One survey is open for you} other {# surveys are open for you}}',
    open_for_you_hint:
      'Your link is in your invitation, by e-mail, chat or SMS. This page is the same whether you have answered or not.',
    send_again: '{count, plural, one {Send me my link again} other {Send me my links again}}',
    sent_again:
      '{count, plural, one {Your invitation is on its way again} other {# invitations are on their way again}}, to where it first reached you. It comes whether you have answered or not, and your organisation isn’t told that you asked. Anyone who runs your mail, chat or SMS can see that you got a message.',
    sent_none:
      'No invitation can be sent again from here: yours reached you in another way, or its address takes no messages any more. Please ask whoever asks you.',
    asks: '{name} asks',
    questions: '{count, plural, one {# question} other {# questions}}',
    minutes: '{count, plural, one {about # minute} other {about # minutes}}',
    mode_anonymous: 'anonymous',
    mode_confidential: 'confidential',
    mode_attributed: 'with your name',
    open_until: 'Open until {at}',
    no_end: 'Open until it is closed',
    more_open: '{count, plural, one {One more is open} other {# more are open}}',
    see_results: 'See results',
    replied: '{name} on {date}',
    done: 'Done: {title}',
    done_in: '{team}, {date}',
    done_for_all: 'For everyone, {date}',
    done_better: 'clearly better since',
    done_worse: 'clearly worse since',
    done_unclear: 'no clear change since',
    came_of_it: 'What changed',
    nothing_came:
      'When somebody replies to what you all said, or says what was done about it, it appears here.',
    how_it_works: 'How your answers are protected',
    none_for_you: 'No survey is open for you',
    none_for_you_hint: 'When one opens, you get a message with your personal link.',
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
      'Ihr Link steht in der Einladung, per E-Mail, Chat oder SMS. Diese Seite ist gleich, ob Sie geantwortet haben oder nicht.',
    send_again: '{count, plural, one {Link erneut senden} other {Links erneut senden}}',
    sent_again:
      '{count, plural, one {Ihre Einladung ist noch einmal unterwegs} other {# Einladungen sind noch einmal unterwegs}}, auf demselben Weg wie beim ersten Mal. Sie kommt, ob Sie geantwortet haben oder nicht, und Ihre Organisation erfährt nicht, dass Sie darum gebeten haben. Wer Ihre E-Mails, Ihren Chat oder Ihre SMS zustellt, kann sehen, dass Sie eine Nachricht erhalten haben.',
    sent_none:
      'Von hier lässt sich keine Einladung noch einmal senden: Ihre kam auf anderem Weg, oder die Adresse nimmt keine Nachrichten mehr an. Wenden Sie sich bitte an die Person, die Sie fragt.',
    asks: '{name} fragt',
    questions: '{count, plural, one {# Frage} other {# Fragen}}',
    minutes: '{count, plural, one {etwa # Minute} other {etwa # Minuten}}',
    mode_anonymous: 'anonym',
    mode_confidential: 'vertraulich',
    mode_attributed: 'mit Ihrem Namen',
    open_until: 'Offen bis {at}',
    no_end: 'Offen, bis sie beendet wird',
    more_open: '{count, plural, one {Eine weitere ist offen} other {# weitere sind offen}}',
    see_results: 'Ergebnisse ansehen',
    replied: '{name} am {date}',
    done: 'Erledigt: {title}',
    done_in: '{team}, {date}',
    done_for_all: 'Für alle, {date}',
    done_better: 'seitdem deutlich besser',
    done_worse: 'seitdem deutlich schlechter',
    done_unclear: 'seitdem keine klare Veränderung',
    came_of_it: 'Was sich geändert hat',
    nothing_came:
      'Reagiert jemand auf das, was Sie alle gesagt haben, oder sagt, was getan wurde, steht es hier.',
    how_it_works: 'Wie Ihre Antworten geschützt sind',
    none_for_you: 'Für Sie ist keine Umfrage offen',
    none_for_you_hint: 'Beginnt eine, erhalten Sie eine Nachricht mit Ihrem persönlichen Link.',
    shared: 'Neueste Ergebnisse',
    nothing_shared:
      'Bisher wurden keine Ergebnisse mit Ihnen geteilt. Sie stehen hier, sobald eine Umfrage beendet ist.',
    shared_closed: 'Beendet am {date}',
    shared_answered: '{share} haben geantwortet, beendet am {date}',
    all_shared: 'Alle beendeten Umfragen',
  },
})
