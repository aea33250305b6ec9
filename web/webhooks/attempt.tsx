/** The reply of a receiver: its status, how long it took, what it means, and the first part of its body. */
import { useMessages } from '../messages.ts'
import { formatMilliseconds } from '../ui/number-format.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Attempt } from './webhook-queries.ts'
import { webhookTexts } from './webhook-texts.ts'
import { hintOf } from './webhook-words.tsx'
import classes from './webhooks.module.css'

const isGood = (status: number | null): boolean => status !== null && status >= 200 && status < 300

export function AttemptResult({ attempt }: { attempt: Attempt }) {
  const say = useMessages(webhookTexts)
  const { status, milliseconds, answer } = attempt
  const hint = hintOf(say, attempt)
  return (
    <div className="stack-tight">
      <p className="row">
        <StatusBadge tone={isGood(status) ? 'good' : 'bad'}>
          {status === null ? say('no_answer') : String(status)}
        </StatusBadge>
        <span className="quiet small figures">{formatMilliseconds(milliseconds)}</span>
      </p>
      {hint !== null && <p className="small">{hint}</p>}
      {answer !== '' && (
        <pre className={classes.answer} tabIndex={0} aria-label={say('answer')}>
          {answer}
        </pre>
      )}
    </div>
  )
}
