/** Texts of the library of questions in an editor. */
import { pageTexts } from '../page-texts.ts'

export const libraryTexts = pageTexts({
  en: {
    heading: 'Question library',
    hint: 'Questions that your organisation keeps. Results of a question from here can be compared wherever it is asked.',
    search: 'Search questions',
    none: 'No questions yet. Save one with the bookmark beside a question of a survey.',
    no_match: 'No such question',
    used: '{count, plural, =0 {not asked yet} one {asked in # survey} other {asked in # surveys}}',
    insert: 'Insert',
    insert_of: 'Insert question: {title}',
    asked: 'Asked already',
    built_in: 'From the built-in templates',
  },
  de: {
    heading: 'Fragensammlung',
    hint: 'Fragen, die Ihre Organisation aufbewahrt. Ergebnisse einer Frage von hier lassen sich vergleichen, wo immer sie gestellt wird.',
    search: 'Fragen durchsuchen',
    none: 'Noch keine Fragen. Speichern Sie eine mit dem Lesezeichen neben einer Frage einer Umfrage.',
    no_match: 'Keine solche Frage',
    used: '{count, plural, =0 {noch nicht gestellt} one {in # Umfrage gestellt} other {in # Umfragen gestellt}}',
    insert: 'Einfügen',
    insert_of: 'Frage einfügen: {title}',
    asked: 'Wird schon gestellt',
    built_in: 'Aus den mitgelieferten Vorlagen',
  },
})
