/** The scale of a survey's first question, of which an e-mail says the ends. No answer is given there (decision 83). */
import type { FormQuestion } from '../../contract/questions.ts'
import { textsOf } from '../../locales/catalogue.ts'
import { inWords, type Language } from '../language.ts'
import { type Choice, type Control, controlOf, isQuestion, type Label } from '../questions/questions.ts'
import { moods } from './form-options.ts'
import type { Scale } from './message.ts'

/** More are no scale that somebody imagines from its ends. */
const cellsMax = 11

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
      return {
        cells: control.values.map((value) => inWords.number(language, value)),
        ends: endsOf(control.labels),
      }
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
