/**
 * A key of a file as a question of ours. Without a type it gets the type that most of its rows fit: ratings make a scale, choices a
 * single choice (yes or no, where there are no other words; a choice of fewer than `optionRowsMin` rows is an answer in other
 * words), anything else a text. A text beside a rating or choice answers a question of its own, {id}_why.
 *
 * An id has one meaning forever, so that trends join. A question that later runs on another scale is therefore another question,
 * {id}_of_{steps}: people use five steps and ten differently, and the difference would read as a change. Pure.
 */
import { limits } from '../../contract/limits.ts'
import type { AnyMembers, Question } from '../../contract/questions.ts'
import { definitionOf, isNo, isYes, stepsOf } from '../questions/questions.ts'
import { type Definition, freeId, type InLanguages, slug } from './definitions.ts'

/** What kinds of rows one key has, counted over the whole file. */
export type Tally = {
  question: string
  ratings: number
  /** Rows with a choice and no rating. */
  choices: number
  /** Rows with words alone. */
  texts: number
  /** Numbers of steps, in order of their first row; null: a row does not say. */
  steps: readonly (number | null)[]
  /** The most frequent choices and the earliest, each with its number of rows. */
  chosen: readonly { words: string; rows: number }[]
}

export type Mapping = {
  question: Question
  /** Answered by words beside a rating or a choice. */
  reason: Question
  /** Ids of options by the words of a choice, folded. */
  options: ReadonlyMap<string, string>
  /** The same question on other scales, by their steps. */
  rescaled: ReadonlyMap<number, Question>
  /** Translations of the question alone: nobody has translated what is derived from it. */
  translations: InLanguages
}

/** By key. */
export type Mappings = ReadonlyMap<string, Mapping>

const optionRowsMin = 3
const optionsInferredMax = 12
/** For rows that do not say. */
const stepsDefault = 5

export const folded = (words: string): string => words.normalize('NFKC').trim().toLowerCase()

/** A question whose type is known; `checkQuestions` refuses members that do not belong to it. */
type TypedDefinition = AnyMembers & Pick<Question, 'id' | 'type' | 'text'>
const asQuestion = (definition: TypedDefinition): Question => definition as Question

export function mappingOf(definition: Definition, tally: Tally): Mapping {
  const { intent, translations, ...members } = definition
  const { text } = members
  const typed: TypedDefinition = { ...members, type: members.type ?? typeOf(tally) }
  const reason: Question = {
    id: `${typed.id.slice(0, 60)}_why`,
    type: 'text',
    text: (/\bwhy\b/i.test(text) ? text : `${text} Why?`).slice(0, limits.textLengthMax),
    intent: intent ?? 'open',
  }
  const empty = {
    reason,
    options: new Map<string, string>(),
    rescaled: new Map<number, Question>(),
    translations,
  }
  switch (definitionOf(typed).inferred) {
    case 'intent':
      return { ...empty, question: asQuestion({ ...typed, intent: intent ?? 'open' }) }
    case 'steps':
      return { ...empty, ...scalesOf(typed, tally) }
    case 'options':
      return { ...empty, ...choiceOf(typed, tally, translations) }
    case null:
      return { ...empty, question: asQuestion(typed) }
  }
}

function typeOf({ ratings, choices, texts, chosen }: Tally): Question['type'] {
  if (ratings > 0 && ratings >= choices && ratings >= texts) return 'scale'
  if (choices === 0 || choices < texts) return 'text'
  return mainChoices(chosen).every((words) => isYes(words) || isNo(words)) ? 'yes_no' : 'single_choice'
}

function scalesOf(asked: TypedDefinition, { steps }: Tally): Pick<Mapping, 'question' | 'rescaled'> {
  const first = steps[0] ?? stepsDefault
  const hasRange = asked.min !== undefined || asked.max !== undefined
  const { min, max: defined } = stepsOf(asQuestion(asked)) ?? { min: 1, max: stepsDefault }
  const max = hasRange ? defined : first
  const own = max - min + 1
  // Labels of steps and a target fit only the scale that they were written for.
  const { labels: _labels, target: _target, ...unlabelled } = asked
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

/** A choice is named by its id, or by its words in any language. */
function choiceOf(
  asked: TypedDefinition,
  { chosen }: Tally,
  translations: InLanguages,
): Pick<Mapping, 'question' | 'options'> {
  if (asked.options) {
    const wordings = Object.values(translations).map(({ options }) => options ?? {})
    const names = asked.options.flatMap(({ id, text }) =>
      [id, text, ...wordings.flatMap((wording) => wording[id] ?? [])].map(
        (name) => [folded(name), id] as const,
      ),
    )
    return { question: asQuestion(asked), options: new Map(names) }
  }
  const ids = new Map<string, string>()
  for (const words of mainChoices(chosen))
    ids.set(words, freeId(slug(words), new Set([...ids.values(), 'other'])))
  const options = [...ids].map(([text, id]) => ({ id, text }))
  const complete = options.length >= 2 ? options : [...options, ...fillers(options)].slice(0, 2)
  return {
    question: asQuestion({ ...asked, options: complete, other: true }),
    options: new Map([...ids].map(([words, id]) => [folded(words), id])),
  }
}

/** A choice needs at least two options; where everybody chose the same, the others are unknown. */
const fillers = (known: readonly { id: string }[]): { id: string; text: string }[] =>
  ['not_chosen', 'not_chosen_either']
    .filter((id) => !known.some((one) => one.id === id))
    .map((id) => ({ id, text: '–' }))

/** The most frequent choices; where hardly any two chose alike, the earliest. */
function mainChoices(chosen: Tally['chosen']): string[] {
  const frequent = chosen
    .filter(({ rows }) => rows >= optionRowsMin)
    .toSorted((a, b) => b.rows - a.rows || (a.words < b.words ? -1 : 1))
    .slice(0, optionsInferredMax)
  return (frequent.length >= 2 ? frequent : chosen.slice(0, optionsInferredMax)).map(({ words }) => words)
}
