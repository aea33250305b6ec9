/** Why a question cannot be saved yet: below its form, and beside what saves. */
import { pageTexts } from '../page-texts.ts'

export const questionFaultTexts = pageTexts({
  en: {
    no_text: 'Enter the question.',
    no_option_text: 'Enter every choice, or remove the empty one.',
    few_options: 'Offer at least two choices.',
    bounds: 'The lowest value is above the highest.',
    few_steps: 'A rating has whole numbers, from two to eleven steps.',
    no_row_text: 'Enter every row, or remove the empty one.',
    one_label: 'Label both ends, or neither.',
    slider: 'A slider has whole numbers, at most 21 values, and ends on a step.',
    picks: '“At least” may not be above “At most”, and neither above the number of choices.',
  },
  de: {
    no_text: 'Geben Sie die Frage ein.',
    no_option_text: 'Füllen Sie jede Auswahl aus oder entfernen Sie die leere.',
    few_options: 'Bieten Sie mindestens zwei Möglichkeiten an.',
    bounds: 'Der kleinste Wert liegt über dem größten.',
    few_steps: 'Eine Bewertung hat ganze Zahlen, zwei bis elf Stufen.',
    no_row_text: 'Geben Sie jede Zeile ein oder entfernen Sie die leere.',
    one_label: 'Beschriften Sie beide Enden oder keines.',
    slider: 'Ein Schieberegler hat ganze Zahlen, höchstens 21 Werte und endet auf einer Stufe.',
    picks:
      '„Mindestens“ darf nicht über „Höchstens“ liegen, und beides nicht über der Zahl der Möglichkeiten.',
  },
})
