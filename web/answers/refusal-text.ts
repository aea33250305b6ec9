/** Why a message was not written, in the reader's language, by the code of the refusal. */
import { explain, SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { answerTexts } from './answer-texts.ts'

const codes = [
  'not_found',
  'not_in_audience',
  'answers_deleted',
  'too_many_messages',
  'precondition_failed',
  'message_not_draft',
  'message_not_published',
  'not_the_author',
] as const

export function useRefusalText(): (error: unknown) => string {
  const say = useMessages(answerTexts)
  return (error) => {
    const code = error instanceof SondeError && codes.find((one) => one === error.code)
    return code ? say(`error_${code}`) : explain(error)
  }
}
