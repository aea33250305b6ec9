/** Texts of the dialog that saves a survey as a template. Most drafts become none, so they are loaded with the editor's menu. */
import { pageTexts } from '../page-texts.ts'

export const saveTemplateTexts = pageTexts({
  en: {
    save_template: 'Save as template…',
    heading: 'Save as a template',
    effect:
      'Its questions, wording, mode and times are saved for everybody who creates surveys. Whom you ask, and every answer, stay out of it.',
    action: 'Save template',
    title: 'Title',
    title_missing: 'Enter a title.',
    purpose: 'Purpose',
    purpose_hint: 'When to use it, and why.',
    saved: 'Template “{title}” saved',
  },
  de: {
    save_template: 'Als Vorlage speichern …',
    heading: 'Als Vorlage speichern',
    effect:
      'Fragen, Texte, Modus und Zeiten werden für alle gespeichert, die Umfragen erstellen. Wen Sie fragen und jede Antwort bleiben außen vor.',
    action: 'Vorlage speichern',
    title: 'Titel',
    title_missing: 'Geben Sie einen Titel ein.',
    purpose: 'Zweck',
    purpose_hint: 'Wann sie passt und warum.',
    saved: 'Vorlage „{title}“ gespeichert',
  },
})
