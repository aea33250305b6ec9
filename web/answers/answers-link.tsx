/** The way to the answers by name, for those who read them: beside results, and while they come in. */
import { useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { answerTexts } from './answer-texts.ts'

export type AnswersOfSurvey = { pulse: string } | { checkIn: string; occurrence: string }

export function AnswersLink({ of }: { of: AnswersOfSurvey }) {
  const say = useMessages(answerTexts)
  return 'pulse' in of ? (
    <ButtonLink variant="default" to="/app/pulses/$pulse/answers" params={of}>
      {say('title')}
    </ButtonLink>
  ) : (
    <ButtonLink
      variant="default"
      to="/app/check-ins/$checkIn/answers"
      params={{ checkIn: of.checkIn }}
      search={{ occurrence: of.occurrence }}
    >
      {say('title')}
    </ButtonLink>
  )
}
