/** Texts of questions that take turns. Most check-ins have none, so they are loaded when they are needed. */
import { pageTexts } from '../page-texts.ts'

export const rotationTexts = pageTexts({
  en: {
    pool: 'These rotate; all others are asked every time',
    decides: 'Another question depends on its answer.',
    per_instance: 'Questions each time',
    pause: 'Times before one comes again',
    plan: 'What the next times ask',
    plan_after_saving: 'Shown once the changes are saved.',
    drivers: 'When each driver is asked about',
    every_time: 'every time',
    never: 'not in these times',
    stop: 'Ask all questions every time',
  },
  de: {
    pool: 'Diese wechseln sich ab; alle anderen werden jedes Mal gestellt',
    decides: 'Von der Antwort hängt eine andere Frage ab.',
    per_instance: 'Fragen je Mal',
    pause: 'Male, bis eine wiederkommt',
    plan: 'Was die nächsten Male fragen',
    plan_after_saving: 'Zu sehen, sobald die Änderungen gespeichert sind.',
    drivers: 'Wann nach welchem Treiber gefragt wird',
    every_time: 'jedes Mal',
    never: 'in diesen Malen nicht',
    stop: 'Alle Fragen jedes Mal stellen',
  },
})
