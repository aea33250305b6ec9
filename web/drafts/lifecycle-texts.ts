/** Texts of check-ins around joining and leaving. Most check-ins come round on dates, so they are loaded when they are needed. */
import { pageTexts } from '../page-texts.ts'

export const lifecycleTexts = pageTexts({
  en: {
    rule_joined_on:
      '{days, plural, =0 {On the day on which somebody joins} one {# day after somebody joins} other {# days after they join}}, each person once.',
    rule_leaves_on:
      '{days, plural, =0 {On somebody’s last day} one {# day before somebody leaves} other {# days before they leave}}, each person once.',
    days_joined_on: 'Days after joining',
    days_leaves_on: 'Days before leaving',
    time: 'Time where each person is',
    window: 'Each person has',
    days: '{count, plural, one {# day} other {# days}}',
    period: 'Results for each',
    period_month: 'Month',
    period_quarter: 'Quarter',
    period_year: 'Year',
    period_hint:
      'The results of a period appear after its end, once enough people were asked in it. With too few, nothing is shown, not even how many answered.',
    dates_hint: 'The days are those of the directory. Anyone who has no such day there is not asked.',
    in_turn: 'What you will see',
    in_turn_hint:
      'One result for everybody who was asked in a period, after its end and once there are enough of them. There are no figures of teams.',
    fixed: 'This is fixed, because the check-in is running.',
  },
  de: {
    rule_joined_on:
      '{days, plural, =0 {Am Tag des Eintritts} one {# Tag nach dem Eintritt} other {# Tage nach dem Eintritt}}, jede Person einmal.',
    rule_leaves_on:
      '{days, plural, =0 {Am letzten Tag} one {# Tag vor dem Austritt} other {# Tage vor dem Austritt}}, jede Person einmal.',
    days_joined_on: 'Tage nach dem Eintritt',
    days_leaves_on: 'Tage vor dem Austritt',
    time: 'Uhrzeit am Ort der Befragten',
    window: 'Jede Person hat',
    days: '{count, plural, one {# Tag} other {# Tage}}',
    period: 'Ergebnisse je',
    period_month: 'Monat',
    period_quarter: 'Quartal',
    period_year: 'Jahr',
    period_hint:
      'Die Ergebnisse eines Zeitraums erscheinen nach seinem Ende, wenn in ihm genug Menschen befragt wurden. Sind es zu wenige, wird nichts gezeigt, auch nicht, wie viele geantwortet haben.',
    dates_hint: 'Die Tage stehen im Verzeichnis. Wer dort keinen solchen Tag hat, wird nicht befragt.',
    in_turn: 'Was Sie sehen werden',
    in_turn_hint:
      'Ein Ergebnis für alle, die in einem Zeitraum befragt wurden, nach seinem Ende und wenn es genug sind. Zahlen einzelner Teams gibt es nicht.',
    fixed: 'Das steht fest, weil der Check-in läuft.',
  },
})
