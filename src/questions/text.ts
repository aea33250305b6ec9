/** Free text: analysed, and shown as comments. */
import { limits } from '../../contract/limits.ts'
import type { QuestionOf } from '../../contract/questions.ts'
import type { TypeDefinition } from './definition.ts'
import type { Speech } from './speech.ts'

type TextQuestion = QuestionOf<'text'>

const hint = ({ max_length: most }: TextQuestion, { say }: Speech): string | null =>
  most === undefined ? null : say('length_max', { max: most })

export const text: TypeDefinition<TextQuestion> = {
  isText: true,
  isList: false,
  measure: 'sentiment',
  decides: false,
  inferred: 'intent',
  steps: () => null,
  polarity: () => 1,
  reference: () => null,
  check: () => undefined,
  replyFault: (_question, { value }) =>
    value === undefined ? null : 'A text question is answered by `text`',
  valueFault: () => 'This question takes no `value`',
  unfinished: (question) => question,
  tally: () => ({ kind: 'comments' }),
  figures: ({ comments }) => ({ comments }),
  control: ({ max_length: most }) => ({ kind: 'area', lengthMax: most ?? limits.answerLengthMax }),
  valueIn: () => undefined,
  hint,
  explain: (question, speech) => hint(question, speech) ?? speech.say('fault_other'),
  valueInWords: (_question, value) => String(value),
  pastReply: (_question, { words }) => (words === null ? 'the question asks for a text' : { text: words }),
  examples: ({ max_length: most }) => [
    { text: 'Quite a lot, when I come to think of it.'.slice(0, most) },
    { text: 'x'.repeat(most ?? 9) },
  ],
}
