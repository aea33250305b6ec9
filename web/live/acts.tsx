/** What can be done about an open survey: each says how many people it reaches, and asks before it is done. */
import { Button } from '@mantine/core'
import { IconBell, IconCalendarPlus, IconLock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { instanceTransitions, pulseTransitions, startsFrom } from '../../contract/states.ts'
import { useMe } from '../me.ts'
import { type Say, useMessages } from '../messages.ts'
import { RelativeTime, useNow } from '../ui/time.tsx'
import { type Act, askedOf, type Progress, type Subject, type Summary } from './live-queries.ts'
import { liveTexts } from './live-texts.ts'
import classes from './live.module.css'
import { reminderRefusal, remindReach } from './reminding.ts'

const ActDialog = lazy(() => import('./act-dialogs.tsx').then(({ ActDialog }) => ({ default: ActDialog })))

type LiveSay = Say<typeof liveTexts>

type Props = { subject: Subject; summary: Summary; progress: Progress }

export function Acts({ subject, summary, progress }: Props) {
  const say = useMessages(liveTexts)
  const { data: me } = useMe()
  const now = useNow()
  const [asking, setAsking] = useState<Act | null>(null)
  const isAuthor = me?.user?.id === subject.authorUserId
  const isAdmin = me?.role === 'admin'
  const { reminders } = progress
  const lastSent = reminders.sent_at.at(-1)
  const transitions = subject.owner.kind === 'pulse' ? pulseTransitions : instanceTransitions
  const starts = (act: Act): boolean => startsFrom(transitions[act], subject.state)
  const icons = { remind: IconBell, extend: IconCalendarPlus, close: IconLock }
  const inTurn = subject.isInTurn ? say('in_turn') : null
  const nobody = subject.isHandedOut ? say('handed_out') : reminders.reach === 0 ? say('remind_nobody') : null
  const reaches = {
    remind: nobody === null ? remindReach(say, progress) : null,
    extend: say('extend_reach', { count: askedOf(summary) }),
    close: closeReach(say, summary),
  }
  const refusals = {
    remind: inTurn ?? nobody ?? reminderRefusal(say, progress, now),
    extend: inTurn,
    close: null,
  }

  const act = (name: Act, more?: ReactNode): ReactNode => {
    const Icon = icons[name]
    const reach = reaches[name]
    const refusal = refusals[name]
    return (
      <div className={classes.act} role="group" aria-labelledby={`act-${name}`}>
        <Icon size={18} aria-hidden />
        <div>
          <h2 id={`act-${name}`}>{say(name)}</h2>
          {reach !== null && <p className="quiet small">{reach}</p>}
          {more}
          {refusal !== null && (
            <p className="small" id={`why-${name}`}>
              {refusal}
            </p>
          )}
        </div>
        <Button
          variant={name === 'remind' && refusal === null && isHalfOver(subject, now) ? 'filled' : 'default'}
          disabled={refusal !== null || !starts(name)}
          aria-describedby={refusal === null ? undefined : `why-${name}`}
          {...(name === 'close' && refusal === null && { c: 'var(--bad)' })}
          onClick={() => setAsking(name)}
        >
          {say(`${name}_button`)}
        </Button>
      </div>
    )
  }

  return (
    <section className={`card ${classes.acts} no-print`} aria-label={say('acts')}>
      {isAuthor ? (
        <>
          {act(
            'remind',
            lastSent && (
              <p className="quiet small">
                {say.parts('last_sent', { when: <RelativeTime key="when" at={lastSent} /> })}
              </p>
            ),
          )}
          {act('extend')}
        </>
      ) : (
        <p className="pad quiet">{say(isAdmin ? 'author_only' : 'author_or_admin')}</p>
      )}
      {(isAuthor || isAdmin) && act('close')}
      <Suspense>
        {asking && (
          <ActDialog
            act={asking}
            subject={subject}
            needsReason={!isAuthor}
            reach={reaches[asking] ?? ''}
            people={reminders.reach}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Before that there is hardly anybody to remind. */
const isHalfOver = ({ openedAt, closesAt }: Subject, now: number): boolean =>
  openedAt !== null && closesAt !== null && now - Date.parse(openedAt) >= Date.parse(closesAt) - now

/** Anyone who has not answered. While the count moves in steps, no more than that can be said. */
function closeReach(say: LiveSay, summary: Summary): string {
  const open = Math.max(0, askedOf(summary) - summary.responded)
  return say(summary.rounded ? 'close_reach_most' : 'close_reach', { count: open })
}
