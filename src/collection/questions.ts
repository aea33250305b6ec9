/**
 * Checks an author's questions for what the contract's schema cannot express, and for what it would refuse in questions that come
 * another way, such as those of past surveys. Each type has members of its own and takes no others, since a member that nothing
 * reads would be a false promise; ids are unique; `show_if` refers to an earlier question, and to values that it can have.
 */
import { limits } from '../../contract/limits.ts'
import { type FormQuestion, membersOf, otherValue } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'
import { checkItem, definitionOf, isQuestion, partsOfForm } from '../questions/questions.ts'

type Report = (member: string, detail: string) => void

/**
 * @param place  the JSON pointer of the questions in the body
 * @throws unprocessable  with a pointer to each fault
 */
export function checkQuestions(questions: readonly FormQuestion[], place = '/questions'): void {
  const errors: FieldError[] = []
  if (Buffer.byteLength(JSON.stringify(questions)) > limits.questionsBytesMax) {
    const detail = `The questions are longer than ${limits.questionsBytesMax} bytes in all`
    errors.push({ pointer: place, code: 'too_large', detail })
  }
  const parts = partsOfForm(questions).length
  if (parts === 0)
    errors.push({
      pointer: place,
      code: 'no_question',
      detail: 'Add at least one question; statements take no answer',
    })
  if (parts > limits.partsMax) {
    const detail = `The rows of matrices and the comments on ratings make ${parts} questions, ${limits.partsMax} are possible`
    errors.push({ pointer: place, code: 'too_many', detail })
  }
  const earlier = new Map<string, FormQuestion>()
  questions.forEach((question, index) => {
    const report: Report = (member, detail) =>
      void errors.push({ pointer: `${place}/${index}/${member}`, code: 'invalid', detail })
    if (earlier.has(question.id)) report('id', `The id ${question.id} is used twice`)
    if (checkMembers(question, report)) checkItem(question, report)
    checkCondition(question, earlier, report)
    if (!earlier.has(question.id)) earlier.set(question.id, question)
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}

/** @returns whether the question has every member that its type needs */
function checkMembers(question: FormQuestion, report: Report): boolean {
  const { type } = question
  const { all, required } = membersOf[type]
  const present = new Set(
    Object.entries(question)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([member]) => member),
  )
  for (const member of present)
    if (!all.includes(member)) report(member, `A question of type ${type} has no ${member}`)
  const missing = required.filter((member) => !present.has(member))
  for (const member of missing) report(member, `A question of type ${type} needs ${member}`)
  return missing.length === 0
}

function checkCondition(
  { show_if: condition }: FormQuestion,
  earlier: ReadonlyMap<string, FormQuestion>,
  report: Report,
): void {
  if (!condition) return
  const target = earlier.get(condition.question_id)
  if (!target) return report('show_if/question_id', 'show_if must name a question that comes before')
  const definition = isQuestion(target) ? definitionOf(target) : null
  if (!isQuestion(target) || !definition?.decides)
    return report('show_if/question_id', `Nothing can depend on a question of type ${target.type}`)
  condition.any_of.forEach((value, index) => {
    const member = `show_if/any_of/${index}`
    if (condition.any_of.indexOf(value) < index) report(member, 'This value is listed twice')
    if (target.other && value === otherValue) return
    const error = definition.valueFault(target, value)
    if (error) report(member, `“${target.text}” cannot have this value: ${error}`)
  })
}
