/**
 * A key of a file as a question of ours. A type that nobody has given is what most of its rows hold: a rating is a scale, a
 * choice a single choice (yes or no where nothing else was said; what fewer than `optionPeopleMin` rows chose is an answer in
 * other words), else a text. A text beside a rating or choice is a question of its own, {id}_why.
 *
 * An id stands for one thing for ever, so that trends join. Asked on another scale than at first a question is therefore
 * another one, {id}_of_{steps}: people use five steps and ten in different ways, and the difference would read as a change.
 * Pure.
 */
import { limits } from '../../contract/limits.ts'
import { type AnyMembers, type Question } from '../../contract/questions.ts'
import { definitionOf, isNo, isYes, stepsOf } from '../questions/questions.ts'
import { type Definition, free, slug } from './definitions.ts'

/** What the rows of one key hold, counted over the whole file. */
export type Tally = {
  question: string
  ratings: number
  /** Rows with a choice and no rating; with neither, and words. */
  choices: number
  texts: number
  /** Numbers of steps, the first met first; null where a row does not say. */
  steps: readonly (number | null)[]
  /** The most chosen, and the first, each with how many rows chose it. */
  chosen: readonly { words: string; rows: number }[]
}

export type Form = {
  question: Question
  /** What was said beside a rating or a choice. */
  why: Question
  /** Words of a choice, folded → the id of its option */
  options: ReadonlyMap<string, string>
  /** The same question on other scales, by their steps. */
  rescaled: ReadonlyMap<number, Question>
}

const optionPeopleMin = 3
const optionsInferredMax = 12
/** Where a row does not say. */
const stepsUsual = 5

export const folded = (words: string): string => words.normalize('NFKC').trim().toLowerCase()

/** A question whose type is known; `checkQuestions` refuses members that do not belong to it. */
type Known = AnyMembers & Pick<Question, 'id' | 'type' | 'text'>
const asQuestion = (known: Known): Question => known as Question

export function formOf(definition: Definition, tally: Tally): Form {
  const text = definition.text!
  const type = definition.type ?? typeOf(tally)
  const { intent, ...members } = definition
  const known: Known = { ...members, text, type }
  const why: Question = {
    id: `${known.id.slice(0, 60)}_why`,
    type: 'text',
    text: (/\bwhy\b/i.test(text) ? text : `${text} Why?`).slice(0, limits.textLengthMax),
    intent: intent ?? 'open',
  }
  const plain = { why, options: new Map<string, string>(), rescaled: new Map<number, Question>() }
  switch (definitionOf(known).inferred) {
    case 'intent':
      return { ...plain, question: asQuestion({ ...known, intent: intent ?? 'open' }) }
    case 'steps':
      return { ...plain, ...scalesOf(known, tally) }
    case 'options':
      return { ...plain, ...choiceOf(known, tally) }
    case null:
      return { ...plain, question: asQuestion(known) }
  }
}

function typeOf({ ratings, choices, texts, chosen }: Tally): Question['type'] {
  if (ratings > 0 && ratings >= choices && ratings >= texts) return 'scale'
  if (choices === 0 || choices < texts) return 'text'
  return shownChoices(chosen).every((words) => isYes(words) || isNo(words)) ? 'yes_no' : 'single_choice'
}

function scalesOf(asked: Known, { steps }: Tally): Pick<Form, 'question' | 'rescaled'> {
  const met = [...new Set(steps.map((one) => one ?? stepsUsual))]
  const isGiven = asked.min !== undefined || asked.max !== undefined
  const { min, max: usual } = stepsOf(asQuestion(asked)) ?? { min: 1, max: stepsUsual }
  const max = isGiven ? usual : (met[0] ?? stepsUsual)
  const own = max - min + 1
  // Words for steps fit the scale that they were written for.
  const { labels: _labels, ...unlabelled } = asked
  const others = [...new Set(steps.flatMap((one) => one ?? []))].filter((one) => one !== own)
  return {
    question: asQuestion({ ...asked, min, max }),
    rescaled: new Map(
      others.map((most) => [
        most,
        asQuestion({ ...unlabelled, id: `${asked.id.slice(0, 58)}_of_${most}`, min: 1, max: most }),
      ]),
    ),
  }
}

function choiceOf(asked: Known, { chosen }: Tally): Pick<Form, 'question' | 'options'> {
  if (asked.options) {
    const named = asked.options.flatMap(({ id, text }) => [
      [folded(id), id],
      [folded(text), id],
    ])
    return { question: asQuestion(asked), options: new Map(named as [string, string][]) }
  }
  const ids = new Map<string, string>()
  for (const words of shownChoices(chosen))
    ids.set(words, free(slug(words), new Set([...ids.values(), 'other'])))
  const options = [...ids].map(([text, id]) => ({ id, text }))
  const complete = options.length >= 2 ? options : [...options, ...fillers(options)].slice(0, 2)
  return {
    question: asQuestion({ ...asked, options: complete, other: true }),
    options: new Map([...ids].map(([words, id]) => [folded(words), id])),
  }
}

/** A choice has two options at least; where everybody chose the same, the others are not known. */
const fillers = (known: readonly { id: string }[]): { id: string; text: string }[] =>
  ['not_chosen', 'not_chosen_either']
    .filter((id) => !known.some((one) => one.id === id))
    .map((id) => ({ id, text: '–' }))

/** The most chosen, in their order; where hardly any two chose alike, the first met. */
function shownChoices(chosen: Tally['chosen']): string[] {
  const frequent = chosen
    .filter(({ rows }) => rows >= optionPeopleMin)
    .toSorted((a, b) => b.rows - a.rows || (a.words < b.words ? -1 : 1))
    .slice(0, optionsInferredMax)
  return (frequent.length >= 2 ? frequent : chosen.slice(0, optionsInferredMax)).map(({ words }) => words)
}
