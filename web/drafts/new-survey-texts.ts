/** Texts of the choice of a template. */
import { pageTexts } from '../page-texts.ts'

export const newSurveyTexts = pageTexts({
  en: {
    rhythm_custom: 'By a rule of its own',
    rhythm_weeks: '{count, plural, one {Every {days}} other {Every # weeks on {days}}}',
    rhythm_month_first:
      '{count, plural, one {On the first {day} of the month} other {Every # months on the first {day}}}',
    rhythm_month_second:
      '{count, plural, one {On the second {day} of the month} other {Every # months on the second {day}}}',
    rhythm_month_third:
      '{count, plural, one {On the third {day} of the month} other {Every # months on the third {day}}}',
    rhythm_month_fourth:
      '{count, plural, one {On the fourth {day} of the month} other {Every # months on the fourth {day}}}',
    rhythm_month_last:
      '{count, plural, one {On the last {day} of the month} other {Every # months on the last {day}}}',
    new_title: 'New survey',
    new_hint: 'Start from a template or from an empty page. Nobody is asked before you open it.',
    surveys: 'Surveys',
    kind: 'Kind',
    all_kinds: 'All kinds',
    kinds_pulse: 'Pulse',
    kinds_check_in: 'Check-in',
    blank_pulse: 'Blank pulse',
    blank_pulse_hint: 'Ask once. You choose when it opens and closes.',
    blank_check_in: 'Blank check-in',
    blank_check_in_hint: 'Ask again and again, for example every Friday.',
    start_pulse: 'Start a pulse',
    start_check_in: 'Start a check-in',
    starter: 'How was your week?',
    questions: '{count, plural, one {# question} other {# questions}}',
    minutes: 'about {count, number} min',
    read_questions: 'Read the questions',
    use: 'Use template',
    use_template: 'Use template: {title}',
    mode_anonymous: 'Anonymous',
    mode_confidential: 'Confidential',
    mode_attributed: 'Attributed',
    own_template: 'Your organisation’s',
    manage_templates: 'Templates',
    other_beginnings: 'All templates and empty surveys',
  },
  de: {
    rhythm_custom: 'Nach eigener Regel',
    rhythm_weeks: '{count, plural, one {Jeden {days}} other {Alle # Wochen am {days}}}',
    rhythm_month_first:
      '{count, plural, one {Am ersten {day} im Monat} other {Alle # Monate am ersten {day}}}',
    rhythm_month_second:
      '{count, plural, one {Am zweiten {day} im Monat} other {Alle # Monate am zweiten {day}}}',
    rhythm_month_third:
      '{count, plural, one {Am dritten {day} im Monat} other {Alle # Monate am dritten {day}}}',
    rhythm_month_fourth:
      '{count, plural, one {Am vierten {day} im Monat} other {Alle # Monate am vierten {day}}}',
    rhythm_month_last:
      '{count, plural, one {Am letzten {day} im Monat} other {Alle # Monate am letzten {day}}}',
    new_title: 'Neue Umfrage',
    new_hint:
      'Beginnen Sie mit einer Vorlage oder einer leeren Seite. Niemand wird gefragt, bevor Sie die Umfrage öffnen.',
    surveys: 'Umfragen',
    kind: 'Art',
    all_kinds: 'Alle Arten',
    kinds_pulse: 'Pulse-Umfrage',
    kinds_check_in: 'Check-in',
    blank_pulse: 'Leere Pulse-Umfrage',
    blank_pulse_hint: 'Einmal fragen. Sie bestimmen, wann sie beginnt und endet.',
    blank_check_in: 'Leerer Check-in',
    blank_check_in_hint: 'Immer wieder fragen, zum Beispiel jeden Freitag.',
    start_pulse: 'Pulse-Umfrage beginnen',
    start_check_in: 'Check-in beginnen',
    starter: 'Wie war Ihre Woche?',
    questions: '{count, plural, one {# Frage} other {# Fragen}}',
    minutes: 'etwa {count, number} Min.',
    read_questions: 'Fragen lesen',
    use: 'Vorlage verwenden',
    use_template: 'Vorlage verwenden: {title}',
    mode_anonymous: 'Anonym',
    mode_confidential: 'Vertraulich',
    mode_attributed: 'Mit Namen',
    own_template: 'Aus Ihrer Organisation',
    manage_templates: 'Vorlagen',
    other_beginnings: 'Alle Vorlagen und leere Umfragen',
  },
})
