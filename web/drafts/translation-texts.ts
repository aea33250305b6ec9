/** Texts of the part of the editors where a survey is translated. */
import { pageTexts } from '../page-texts.ts'

export const translationTexts = pageTexts({
  en: {
    main_language: 'Written in',
    organisation_language: 'The organisation’s language',
    translation: 'Translation',
    new_language: 'Language of the new translation',
    add_translation: 'Add translation',
    translation_whole: 'Everything is translated.',
    translation_missing:
      '{count, plural, one {# text is} other {# texts are}} not translated yet; readers see the original.',
    remove_translation: 'Remove translation: {language}',
  },
  de: {
    main_language: 'Geschrieben auf',
    organisation_language: 'Sprache der Organisation',
    translation: 'Übersetzung',
    new_language: 'Sprache der neuen Übersetzung',
    add_translation: 'Übersetzung hinzufügen',
    translation_whole: 'Alles ist übersetzt.',
    translation_missing:
      'Noch nicht übersetzt: {count, plural, one {# Text} other {# Texte}}. Dort steht der Originaltext.',
    remove_translation: 'Übersetzung entfernen: {language}',
  },
})
