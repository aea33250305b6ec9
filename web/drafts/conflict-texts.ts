/** Texts of the comparison with what somebody else saved. They are loaded when that happens. */
import { pageTexts } from '../page-texts.ts'

export const conflictTexts = pageTexts({
  en: {
    mode_anonymous: 'Anonymous',
    mode_confidential: 'Confidential',
    mode_attributed: 'Attributed',
    teams_chosen: '{count, plural, =0 {No team chosen} one {# team chosen} other {# teams chosen}}',
    field_title: 'Title',
    field_description: 'Introduction',
    field_questions: 'Questions',
    field_language: 'Language',
    field_translations: 'Translations',
    field_recipients: 'Audience',
    field_confidentiality: 'Mode',
    field_opens_at: 'Opens at',
    field_closes_at: 'Closes at',
    field_recurrence: 'Schedule',
    field_window: 'Open for',
  },
  de: {
    mode_anonymous: 'Anonym',
    mode_confidential: 'Vertraulich',
    mode_attributed: 'Mit Namen',
    teams_chosen: '{count, plural, =0 {Kein Team gewählt} one {# Team gewählt} other {# Teams gewählt}}',
    field_title: 'Titel',
    field_description: 'Einleitung',
    field_questions: 'Fragen',
    field_language: 'Sprache',
    field_translations: 'Übersetzungen',
    field_recipients: 'Befragte',
    field_confidentiality: 'Art',
    field_opens_at: 'Beginnt am',
    field_closes_at: 'Endet am',
    field_recurrence: 'Zeitplan',
    field_window: 'Offen für',
  },
})
