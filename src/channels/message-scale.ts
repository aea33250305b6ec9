/** The scale of what a survey asks first, as an e-mail draws it: its cells and the words at its ends. No answer is given there (decision 83). */
import type { Icon } from '../../contract/form-items.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { inWords, type Language } from '../language.ts'
import { type Choice, type Control, controlOf, isQuestion, type Label } from '../questions/questions.ts'
import { moods } from './form-options.ts'
import type { Scale } from './message.ts'

/** So many fit into one row of a phone. */
const cellsMax = 11

/** Their edges alone: filled ones would look like an answer that is there. */
const outlines: Readonly<Record<Icon, string>> = { star: '☆', heart: '♡', thumb: '👍' }

/** @returns null for what is answered on no scale, and for a line of many values */
export function scaleOf(item: FormQuestion, language: Language): Scale | null {
  if (!isQuestion(item)) return null
  const cells = cellsOf(controlOf(item), language)
  return cells && cells.cells.length <= cellsMax ? cells : null
}

function cellsOf(control: Control, language: Language): Scale | null {
  const say = textsOf('answering', language)
  const wordsOf = (choice: Choice): string => ('text' in choice ? choice.text : say(choice.word))
  switch (control.kind) {
    case 'steps':
      return {
        cells: control.values.map((value) => inWords.number(language, value)),
        ends: endsOf(
          control.labels.length > 0 ? control.labels : (control.ends ?? []).map((word: Label) => say(word)),
        ),
      }
    case 'icons':
      return { cells: control.values.map(() => outlines[control.icon]), ends: endsOf(control.labels) }
    case 'faces':
      return { cells: moods, ends: endsOf(control.choices.map(wordsOf)) }
    case 'choices':
      // Yes or no: the author's own choices are a list.
      return control.choices.every((choice) => 'word' in choice)
        ? { cells: control.choices.map(wordsOf), ends: null }
        : null
    case 'slider':
    case 'places':
    case 'line':
    case 'area':
      return null
  }
}

/** @param labels  for each value, for both ends, or none */
function endsOf(labels: readonly string[]): [string, string] | null {
  const [low, high] = [labels[0], labels.at(-1)]
  return low === undefined || high === undefined ? null : [low, high]
}
