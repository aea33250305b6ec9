/** How many have answered and how many may still do so. Names were promised, so it is an exact number. */
import type { ReplyOf } from '../../client/client.ts'
import { useMessages } from '../messages.ts'
import { answerTexts } from './answer-texts.ts'
import classes from './answers.module.css'

export type Summary = NonNullable<ReplyOf<'getPulse'>['response_summary']>

type Props = { summary: Summary; isOpen: boolean }

export function ShareAnswered({ summary, isOpen }: Props) {
  const say = useMessages(answerTexts)
  const { recipients, absent, opted_out, unreachable, responded } = summary
  const asked = recipients - absent - opted_out - unreachable
  const left = Math.max(0, asked - responded)
  if (asked <= 0) return null
  return (
    <p className={classes.share}>
      <strong className="figures">{say('answered_of', { answered: responded, asked })}</strong>
      <span className={classes.track} aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(100, (100 * responded) / asked)}%` }} />
      </span>
      {left > 0 && (
        <span className="quiet figures">{say(isOpen ? 'to_go' : 'not_answered', { count: left })}</span>
      )}
    </p>
  )
}
