/** What is open on a day: when, for whom, and what can be done about it. Its heading takes the focus of a menu that is gone. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { momentOf } from '../ui/time.tsx'
import { type Entry, stateOf } from './days.ts'
import { EntryActs } from './entry-acts.tsx'
import { type DateAct, dateActOf, isTakenOut } from './skipping.ts'
import type { ShownState } from './shown-states.ts'
import { scheduleTexts } from './schedule-texts.ts'
import { entryTime, longDay } from './schedule-words.ts'
import classes from './schedule.module.css'

type Props = {
  day: string
  entries: readonly Entry[]
  holidays: readonly string[]
  canMove: (entry: Entry) => boolean
  audienceOf: (entry: Entry) => string | null
  onMove: (entry: Entry) => void
  onDateAct: (act: DateAct) => void
}

export function DayPanel({ day, entries, holidays, canMove, audienceOf, onMove, onDateAct }: Props) {
  const say = useMessages(scheduleTexts)
  const { data: me } = useMe()
  return (
    <div className="stack">
      <h3 tabIndex={-1} data-after-act>
        {[longDay(day), ...holidays].join(' ·\u00a0')}
      </h3>
      {entries.length === 0 ? (
        <p className="quiet">{say('day_none')}</p>
      ) : (
        <ul className={classes.found}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <Details entry={entry} audience={audienceOf(entry)} />
              <div className="row">
                <Addresses entry={entry} />
                {canMove(entry) && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={say('move_named', { title: entry.survey.title })}
                    onClick={() => onMove(entry)}
                  >
                    {say('move')}
                  </Button>
                )}
                <DateActButton entry={entry} act={dateActOf(entry, me?.user?.id)} onDateAct={onDateAct} />
                <EntryActs entry={entry} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type DateActProps = Pick<Props, 'onDateAct'> & { entry: Entry; act: DateAct['act'] | null }

/** The button for a date that has no occurrence yet: nobody is told of it, and it can be undone, so there is no question first. */
function DateActButton({ entry, act, onDateAct }: DateActProps) {
  const say = useMessages(scheduleTexts)
  if (act === null) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={say(`${act}_named`, { title: entry.survey.title })}
      onClick={() => onDateAct({ entry, act })}
    >
      {say(act)}
    </Button>
  )
}

const tones: Record<ShownState, Tone> = {
  ahead: 'accent',
  open: 'good',
  closed: 'plain',
  skipped: 'plain',
  draft: 'plain',
}

function Details({ entry, audience }: { entry: Entry; audience: string | null }) {
  const say = useMessages(scheduleTexts)
  const { survey, occurrence } = entry
  const { opens_at: opens, closes_at: closes, moved_from: from, holiday } = occurrence
  const state = stateOf(survey, occurrence)
  const isSkipped = state === 'skipped'
  const times = survey.by_recipient
    ? say('from_on', { opens: entryTime(say, entry) })
    : closes === null
      ? say('from_on', { opens: momentOf(opens) })
      : say('from_to', { opens: momentOf(opens), closes: momentOf(closes) })
  return (
    <div className="stack-tight">
      <div className="row">
        <strong>{survey.title}</strong>
        <StatusBadge tone={tones[state]}>
          {occurrence.state === 'cancelled' ? say('cancelled') : say(`state_${state}`)}
        </StatusBadge>
      </div>
      {!isSkipped && <p className="quiet small">{times}</p>}
      {audience !== null && <p className="quiet small">{audience}</p>}
      {from !== null && (
        <p className="quiet small">
          {holiday === null
            ? say('moved', { day: longDay(from) })
            : say('moved_holiday', { day: longDay(from), holiday })}
        </p>
      )}
      {occurrence.state === 'skipped' && (
        <p className="quiet small">
          {isTakenOut(entry)
            ? say('taken_out')
            : holiday !== null
              ? say('skipped_holiday', { holiday })
              : occurrence.reason === 'holiday'
                ? say('skipped_day_off')
                : say('skipped')}
        </p>
      )}
    </div>
  )
}

function Addresses({ entry: { survey, occurrence } }: { entry: Entry }) {
  const say = useMessages(scheduleTexts)
  const { data: me } = useMe()
  const { kind, id, title, state } = survey
  const base = `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}`
  const isMine = survey.author_user_id === me?.user?.id
  const isEditable = ['draft', 'scheduled', 'active', 'paused'].includes(state)
  const addresses: { what: 'open_live' | 'open_results' | 'open_editor'; to: string; isOffered: boolean }[] =
    [
      { what: 'open_live', to: `${base}/live`, isOffered: occurrence.state === 'open' },
      { what: 'open_results', to: `${base}/results`, isOffered: occurrence.state === 'closed' },
      { what: 'open_editor', to: `${base}/edit`, isOffered: isMine && isEditable },
    ]
  return addresses
    .filter(({ isOffered }) => isOffered)
    .map(({ what, to }) => (
      <Link key={what} to={to} aria-label={say('named', { what: say(what), title })}>
        {say(what)}
      </Link>
    ))
}
