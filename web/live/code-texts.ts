/** Texts of codes on paper: what the page of an open survey says of them. What is on a slip is in locales/, in every language. */
import { pageTexts } from '../page-texts.ts'

export const codeTexts = pageTexts({
  en: {
    title: 'Codes on paper',
    none: 'Nobody is asked by a code. Codes are for teams in which enough people have this channel.',
    not_printed:
      '{count, plural, one {# person is} other {# people are}} asked by a code. The slips are not printed yet.',
    printed: '{count, plural, one {# code was} other {# codes were}} printed by {name} {when}.',
    used_hint:
      'Which codes were used is shown nowhere. How many people answered is, as in every survey: in a team that is asked by codes alone, it says about how many were used.',
    pool: 'Envelope',
    everyone: 'Everyone',
    codes: 'Codes',
    state: 'State',
    waiting: 'not printed',
    issued: 'printed',
    destroyed: 'destroyed {when}',
    kiosk: 'Address for a shared device',
    kiosk_hint:
      'Open it once on a tablet that people share: it shows your name and logo, takes a code, and starts over after each person.',
    print: 'Print slips…',
    destroy: 'Destroy…',
    destroy_of: 'Destroy the codes of {team}…',
    not_yours: 'Only the author and admins can print or destroy codes.',
    print_title: 'Print slips',
    print_effect:
      '{count, plural, one {# code is} other {# codes are}} made and shown once. Have a printer ready: they can’t be shown again, and lost slips can’t be replaced.',
    print_steps:
      'Cut the slips apart, put those of each team into an envelope, and let everybody draw one. Afterwards count the slips that are left, shred them, and destroy their codes here: anyone who holds an unused slip can answer with it.',
    print_action: 'Make {count, plural, one {# code} other {# codes}}',
    reason: 'Reason',
    reason_hint: 'The audit log keeps it.',
    destroy_title: 'Destroy codes',
    destroy_effect:
      'No code of {team} can be used any more. Answers that were given stay. This can’t be undone.',
    destroy_action: 'Destroy codes',
    destroyed_done: 'Codes destroyed',
    sheets_title: 'Your slips',
    sheets_hint:
      '{count, plural, one {# slip} other {# slips}}, for {teams, plural, one {# envelope} other {# envelopes}}. Print them now. They are gone when you leave this page.',
    paper: 'Paper',
    a4: 'A4',
    letter: 'US letter',
    print_now: 'Print',
    stored: 'They are printed',
    slip_language: 'Language of the slips',
    slip_language_hint: 'For whoever draws them. The survey itself opens in the language of their device.',
    other_languages: 'Choose a language for each envelope',
    language_of: 'Language for {team}',
  },
  de: {
    title: 'Codes auf Papier',
    none: 'Niemand wird mit einem Code befragt. Codes gibt es für Teams, in denen genug Personen diesen Kanal haben.',
    not_printed:
      '{count, plural, one {# Person wird} other {# Personen werden}} mit einem Code befragt. Die Zettel sind noch nicht gedruckt.',
    printed: '{count, plural, one {# Code wurde} other {# Codes wurden}} {when} von {name} gedruckt.',
    used_hint:
      'Welche Codes benutzt wurden, wird nirgends gezeigt. Wie viele geantwortet haben, wird es wie bei jeder Umfrage: In einem Team, das nur mit Codes befragt wird, sagt das ungefähr, wie viele benutzt wurden.',
    pool: 'Umschlag',
    everyone: 'Alle',
    codes: 'Codes',
    state: 'Stand',
    waiting: 'nicht gedruckt',
    issued: 'gedruckt',
    destroyed: 'vernichtet {when}',
    kiosk: 'Adresse für ein gemeinsames Gerät',
    kiosk_hint:
      'Öffnen Sie sie einmal auf einem Tablet, das mehrere benutzen: Es zeigt Ihren Namen und Ihr Logo, nimmt einen Code an und beginnt nach jeder Person von vorn.',
    print: 'Zettel drucken…',
    destroy: 'Vernichten…',
    destroy_of: 'Codes von {team} vernichten…',
    not_yours: 'Codes drucken oder vernichten können nur, wer die Umfrage erstellt hat, und Admins.',
    print_title: 'Zettel drucken',
    print_effect:
      '{count, plural, one {# Code wird} other {# Codes werden}} erzeugt und einmal angezeigt. Halten Sie einen Drucker bereit: Sie lassen sich nicht noch einmal anzeigen, und verlorene Zettel werden nicht ersetzt.',
    print_steps:
      'Schneiden Sie die Zettel auseinander, stecken Sie die eines jeden Teams in einen Umschlag, und lassen Sie jede Person einen ziehen. Zählen Sie danach die übrigen Zettel, schreddern Sie sie, und vernichten Sie ihre Codes hier: Wer einen unbenutzten Zettel hat, kann damit antworten.',
    print_action: '{count, plural, one {# Code} other {# Codes}} erzeugen',
    reason: 'Grund',
    reason_hint: 'Er steht im Prüfprotokoll.',
    destroy_title: 'Codes vernichten',
    destroy_effect:
      'Kein Code von {team} lässt sich mehr benutzen. Gegebene Antworten bleiben. Das lässt sich nicht rückgängig machen.',
    destroy_action: 'Codes vernichten',
    destroyed_done: 'Codes vernichtet',
    sheets_title: 'Ihre Zettel',
    sheets_hint:
      '{count, plural, one {# Zettel} other {# Zettel}} für {teams, plural, one {# Umschlag} other {# Umschläge}}. Drucken Sie sie jetzt. Wenn Sie diese Seite verlassen, sind sie weg.',
    paper: 'Papier',
    a4: 'A4',
    letter: 'US Letter',
    print_now: 'Drucken',
    stored: 'Sie sind gedruckt',
    slip_language: 'Sprache der Zettel',
    slip_language_hint:
      'Für alle, die sie ziehen. Die Umfrage selbst öffnet sich in der Sprache ihres Geräts.',
    other_languages: 'Für jeden Umschlag eine Sprache wählen',
    language_of: 'Sprache für {team}',
  },
})
