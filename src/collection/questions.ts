/**
 * Questions as an author may put them: what the contract's schema cannot say, and what it would say of questions that come
 * another way, such as those of past surveys. Each type has members of its own and takes no others, since a member that nothing
 * reads would promise something; ids are unique; `show_if` looks back at an earlier question, for values that it can have.
 */
import { limits } from '../../contract/limits.ts'
import { membersOf, otherValue, type Question } from '../../contract/questions.ts'
import { type FieldError, problem } from '../problem.ts'
import { definitionOf } from '../questions/questions.ts'

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
    if (checkMembers(question, fault)) definitionOf(question).check(question, fault)
    checkCondition(question, earlier, fault)
    if (!earlier.has(question.id)) earlier.set(question.id, question)
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
}

/** @returns whether the question has every member that its type needs */
function checkMembers(question: Question, fault: Fault): boolean {
  const { type } = question
  const { all, required } = membersOf[type]
  const given = new Map(
    Object.entries(question).filter(([, value]) => value !== undefined && value !== false),
  )
  for (const member of given.keys())
    if (!all.includes(member)) fault(member, `A question of type ${type} has no ${member}`)
  const missing = required.filter((member) => !given.has(member))
  for (const member of missing) fault(member, `A question of type ${type} needs ${member}`)
  return missing.length === 0
}

function checkCondition(
  { show_if: condition }: Question,
  earlier: ReadonlyMap<string, Question>,
  fault: Fault,
): void {
  if (!condition) return
  const on = earlier.get(condition.question_id)
  if (!on) return fault('show_if/question_id', 'show_if must name a question that comes before')
  const definition = definitionOf(on)
  if (!definition.decides)
    return fault('show_if/question_id', `Nothing can depend on a question of type ${on.type}`)
  condition.any_of.forEach((value, at) => {
    const place = `show_if/any_of/${at}`
    if (condition.any_of.indexOf(value) < at) fault(place, 'This value stands here twice')
    if (on.other && value === otherValue) return
    const why = definition.valueFault(on, value)
    if (why) fault(place, `“${on.text}” cannot have this value: ${why}`)
  })
}
