/** Texts of what an editor shows on demand: what is asked as a draft begins from a template, and how a survey is sent. */
import { pageTexts } from '../page-texts.ts'

export const onDemandTexts = pageTexts({
  en: {
    heading: 'Who is asked, and how private is it?',
    hint: 'The template has the questions and the dates. These two are yours to decide; you can change them until people are asked.',
    go_on: 'Go on to the draft',
    discard: 'Delete draft',
    not_set_up: 'Not set up',
    not_set_up_ask: 'Not set up, ask an admin',
    for_operator: 'The operator has to set this up',
    for_operator_several: 'The operator has to set these up',
    set_up: 'Connect',
    set_up_guide: 'What the operator does',
    named:
      'Answers have names: you read who answered what. For answers in confidence, choose Confidential or Anonymous.',
    remind_named: 'Only those who have not answered.',
    remind_all: 'Everybody who was invited, because a reminder to some would reveal who has answered.',
    channel_code_hint:
      'For people without an address: you print slips and they draw one. Anonymous surveys only, without a breakdown.',
  },
  de: {
    heading: 'Wer wird gefragt, und wie vertraulich?',
    hint: 'Fragen und Termine hat die Vorlage. Diese beiden Punkte entscheiden Sie; ändern lassen sie sich, bis gefragt wird.',
    go_on: 'Weiter zum Entwurf',
    discard: 'Entwurf löschen',
    not_set_up: 'Nicht eingerichtet',
    not_set_up_ask: 'Nicht eingerichtet, fragen Sie die Administration',
    for_operator: 'Das muss der Betreiber einrichten',
    for_operator_several: 'Diese muss der Betreiber einrichten',
    set_up: 'Verbinden',
    set_up_guide: 'Was zu tun ist',
    named:
      'Die Antworten haben Namen: Sie lesen, wer was geantwortet hat. Für vertrauliche Antworten wählen Sie „Vertraulich“ oder „Anonym“.',
    remind_named: 'Nur wer noch nicht geantwortet hat.',
    remind_all: 'Alle Eingeladenen, denn eine Erinnerung an manche würde verraten, wer geantwortet hat.',
    channel_code_hint:
      'Für Menschen ohne Adresse: Sie drucken Zettel, von denen jede Person einen zieht. Nur in anonymen Umfragen, ohne Aufteilung.',
  },
})
