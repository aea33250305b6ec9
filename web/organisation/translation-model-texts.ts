/** Texts of the agreement to proposals of translations. */
import { pageTexts } from '../page-texts.ts'

export const translationModelTexts = pageTexts({
  en: {
    translations: 'Proposed translations',
    translations_hint:
      'The operator’s model can propose translations of a survey when its author asks for them. It receives the texts of the survey, never answers. Nothing is saved before the author accepts it. Each request is in the audit log.',
    translations_on: 'Texts of surveys are sent to {host}',
    translations_on_hint: 'To this host only. A different host needs your consent again.',
    translations_off: 'Let authors have translations proposed',
    translations_off_hint: 'Off. Nothing is sent.',
    translations_question: 'Have translations proposed?',
    translations_effect:
      'Authors can send the texts of their surveys, drafts and private ones included, to the host that this service’s operator has configured. Answers are never sent.',
  },
  de: {
    translations: 'Vorgeschlagene Übersetzungen',
    translations_hint:
      'Das Modell des Betreibers kann eine Umfrage übersetzen, wenn ihre Autorin oder ihr Autor das wünscht. Es erhält die Texte der Umfrage, nie Antworten. Gespeichert wird nur, was sie übernehmen. Jede Anfrage steht im Audit-Protokoll.',
    translations_on: 'Texte von Umfragen werden an {host} gesendet',
    translations_on_hint: 'Nur an diesen Host. Ein anderer braucht erneut Ihre Zustimmung.',
    translations_off: 'Übersetzungen vorschlagen lassen',
    translations_off_hint: 'Aus. Es wird nichts gesendet.',
    translations_question: 'Übersetzungen vorschlagen lassen?',
    translations_effect:
      'Wer eine Umfrage schreibt, kann ihre Texte, auch von Entwürfen und privaten Umfragen, an den Host senden, den der Betreiber dieses Dienstes eingerichtet hat. Antworten werden nie gesendet.',
  },
})
