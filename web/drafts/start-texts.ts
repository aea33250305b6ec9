/** Texts of the dialog before a check-in starts. They are loaded with it. */
import { pageTexts } from '../page-texts.ts'

export const startTexts = pageTexts({
  en: {
    start_title: 'Start this check-in?',
    start: 'Start check-in',
    comes_round: '{rhythm} at {time}.',
    first_on: 'The first time on {when}.',
    started: '“{title}” has started.',
    first_asked: '“{title}” is scheduled. It first asks {when}.',
    to_schedule: 'Open schedule',
  },
  de: {
    start_title: 'Diesen Check-in starten?',
    start: 'Check-in starten',
    comes_round: '{rhythm} um {time}.',
    first_on: 'Zum ersten Mal am {when}.',
    started: '„{title}“ ist gestartet.',
    first_asked: '„{title}“ ist geplant und fragt zuerst {when}.',
    to_schedule: 'Kalender öffnen',
  },
})
