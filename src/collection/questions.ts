/**
 * Questions as an author may put them: what the contract's schema cannot say. Each type has members of its own and takes no
 * others, since a member that nothing reads would promise something; ids are unique; `show_if` looks back at an earlier
 * question, for values that this question can have.
 */
import { limits } from '../../contract/limits.ts'
import { otherValue, type Question } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'
import { rangeOf, valueFault } from './answers.ts'

type Type = Question['type']

/** Members that some types have, and which. */
const members = {
  min: ['scale', 'number'],
  max: ['scale', 'number'],
  labels: ['scale', 'enps', 'mood'],
  options: ['single_choice', 'multi_choice', 'ranking'],
  min_picks: ['multi_choice', 'ranking'],
  max_picks: ['multi_choice', 'ranking'],
  other: ['single_choice', 'multi_choice'],
  earliest: ['date'],
  latest: ['date'],
  max_length: ['single_choice', 'multi_choice', 'text'],
} as const satisfies Partial<Record<keyof Question, readonly Type[]>>

/** One answer to these is not one of few values, so nothing can depend on it. */
const decidesNothing: ReadonlySet<Type> = new Set(['text', 'ranking'])

type Fault = (member: string, detail: string) => void

/**
 * @param place  where the questions stand in the body
 * @throws unprocessable  with a pointer to each fault
 */
export function checkQuestions(questions: readonly Question[], place = '/questions'): void {
  const errors: FieldError[] = []
  if (Buffer.byteLength(JSON.stringify(questions)) > limits.questionsBytesMax) {
    const detail = `The questions are longer than ${limits.questionsBytesMax} bytes in all`
    errors.push({ pointer: place, code: 'too_large', detail })
  }
  const earlier = new Map<string, Question>()
  questions.forEach((question, index) => {
    const fault: Fault = (member, detail) =>
      void errors.push({ pointer: `${place}/${index}/${member}`, code: 'invalid', detail })
    if (earlier.has(question.id)) fault('id', `The id ${question.id} is used twice`)
    checkMembers(question, fault)
    checkRange(question, fault)
    checkOptions(question, fault)
    checkCondition(question, earlier, fault)
    if (!earlier.has(question.id)) earlier.set(question.id, question)
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}

function checkMembers(question: Question, fault: Fault): void {
  for (const [member, types] of Object.entries(members)) {
    const value = question[member as keyof typeof members]
    if (value === undefined || value === false || (types as readonly Type[]).includes(question.type)) continue
    fault(member, `A question of type ${question.type} has no ${member}`)
  }
  const { type, other, max_length: most } = question
  if (most !== undefined && type !== 'text' && members.max_length.includes(type as never) && !other)
    fault('max_length', 'Only an answer in other words has a length')
}

function checkRange(question: Question, fault: Fault): void {
  const { type, min, max, labels, earliest, latest } = question
  if (type === 'number' && min !== undefined && max !== undefined && min > max)
    fault('max', 'max is below min')
  if (type === 'date' && earliest !== undefined && latest !== undefined && earliest > latest)
    fault('latest', 'latest is before earliest')
  const range = rangeOf(question)
  if (!range) return
  const [from, to] = range
  const steps = to - from + 1
  if (!Number.isInteger(from) || !Number.isInteger(to))
    fault(Number.isInteger(from) ? 'max' : 'min', 'A scale runs from integer to integer')
  else if (steps < 2 || steps > limits.scaleStepsMax)
    fault(max === undefined ? 'min' : 'max', `A scale has 2 to ${limits.scaleStepsMax} steps`)
  else if (labels && labels.length !== 2 && labels.length !== steps)
    fault('labels', `Give 2 labels, for both ends, or ${steps}, one for each step`)
}

function checkOptions(question: Question, fault: Fault): void {
  const { type, options, other, min_picks: least, max_picks: most } = question
  if (!members.options.includes(type as never)) return
  if (!options) return fault('options', `A question of type ${type} needs options`)
  const seen = new Set<string>()
  options.forEach(({ id }, at) => {
    if (seen.has(id)) fault(`options/${at}/id`, `The option ${id} stands here twice`)
    seen.add(id)
    if (other && id === otherValue)
      fault(`options/${at}/id`, `The id ${otherValue} is taken by the answer in other words`)
  })
  const all = options.length + (other ? 1 : 0)
  if (least !== undefined && least > all) fault('min_picks', 'min_picks is above the number of options')
  if (most !== undefined && most > all) fault('max_picks', 'max_picks is above the number of options')
  if (least !== undefined && most !== undefined && least > most)
    fault('max_picks', 'max_picks is below min_picks')
}

function checkCondition(
  { show_if: condition }: Question,
  earlier: ReadonlyMap<string, Question>,
  fault: Fault,
): void {
  if (!condition) return
  const on = earlier.get(condition.question_id)
  if (!on) return fault('show_if/question_id', 'show_if must name a question that comes before')
  if (decidesNothing.has(on.type))
    return fault('show_if/question_id', `Nothing can depend on a question of type ${on.type}`)
  condition.any_of.forEach((value, at) => {
    const place = `show_if/any_of/${at}`
    if (condition.any_of.indexOf(value) < at) fault(place, 'This value stands here twice')
    if (on.other && value === otherValue) return
    const why = valueFault(on.type === 'multi_choice' ? { ...on, type: 'single_choice' } : on, value)
    if (why) fault(place, `“${on.text}” cannot have this value: ${why}`)
  })
}
